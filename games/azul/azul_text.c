#include "games/azul/azul_text.h"

#include <string.h>

const char *const az_colour_name[AZ_COLOURS] = {"blue", "yellow", "red", "black", "white"};

/* --- heaps of tiles --- */

void az_put_tiles(az_tiles t, text *out) {
    if (!(t & AZ_TILE_LANES)) text_char(out, '-');
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        unsigned n = az_of_colour(t, c);
        if (n) text_char(out, az_letter[c]);
        if (n > 1) text_format(out, "%u", n);
    }
}

/* A count after a letter: 2 to 99, or nothing for 1. */
static bool take_count(const char **at, unsigned *out) {
    *out = 1;
    if (!text_is_digit(**at)) return true;
    unsigned n = (unsigned)(*(*at)++ - '0');
    if (n && text_is_digit(**at)) n = n * 10 + (unsigned)(*(*at)++ - '0');
    *out = n;
    return n >= 2 && !text_is_digit(**at);
}

bool az_take_tiles(const char **at, az_tiles *out) {
    int last = -1;
    *out = 0;
    if (**at == '-') {
        ++*at;
        return true;
    }
    for (;;) {
        int c = az_colour_of(**at);
        unsigned n;
        if (c < 0) return last >= 0;
        ++*at;
        if (c <= last || !take_count(at, &n)) return false;
        *out += n * az_tile((unsigned)c);
        if (az_of_colour(*out, (unsigned)c) > AZ_EACH) return false;
        last = c;
    }
}

/* --- writing tokens --- */

static char source_letter(int source) {
    return source == AZ_CENTRE ? 'C' : (char)('1' + source);
}

static char destination_letter(unsigned to) {
    return to == AZ_FLOOR ? 'F' : (char)('1' + to);
}

static void put_take(int source, unsigned colour, unsigned to, text *out) {
    text_char(out, source_letter(source));
    text_char(out, az_letter[colour]);
    text_char(out, destination_letter(to));
}

void az_to_text(const rules *head, const void *state, const action *steps, int n, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    action a = steps[0];
    (void)n;
    if (s->phase == AZ_OFFER) {
        put_take(az_source_of(r, s, a), az_colour_in(a), az_destination_in(a), out);
    } else if (s->phase == AZ_TILING) {
        text_format(out, "T%u%u", az_colour_in(a) + 1, az_destination_in(a) + 1);
    } else if (s->starter == AZ_NO_SEAT) {
        text_format(out, "first=%d", (int)a + 1);
    } else {
        text_put(out, "D:");
        for (unsigned i = 0; i < r->displays; i++) {
            if (i) text_char(out, '/');
            az_put_tiles(r->kinds.tiles[az_dealt(a, i)], out);
        }
    }
}

action az_canonical(const rules *r, const void *state, action a) {
    const az_state *s = state;
    (void)r;
    return s->phase == AZ_OFFER ? a & ((1u << AZ_HINT_SHIFT) - 1) : a;
}

bool az_alias(const rules *head, const void *state, const action *steps, int n, int k, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    action a = steps[0];
    (void)n;
    if (s->phase != AZ_OFFER || az_kind_in(a) == AZ_CENTRE_KIND) return false;
    for (int i = az_source_of(r, s, az_canonical(head, s, a)) + 1; i < r->displays; i++) {
        if (s->display[i] != az_kind_in(a) || k-- > 0) continue;
        put_take(i, az_colour_in(a), az_destination_in(a), out);
        return true;
    }
    return false;
}

uint32_t az_rank_text(const rules *head, const char *token) {
    const az_rules *r = az_of(head);
    if (token[0] == 'T') return (uint32_t)(token[1] * 256 + token[2]);
    uint32_t source = token[0] == 'C' ? r->displays : (uint32_t)(token[0] - '1');
    uint32_t to = token[2] == 'F' ? AZ_FLOOR : (uint32_t)(token[2] - '1');
    return (source * AZ_COLOURS + (uint32_t)az_colour_of(token[1])) * AZ_DESTINATIONS + to;
}

/* --- reading tokens --- */

static status refuse(error *err, const char *reason, const char *key, const char *value,
                     const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "%s=%.40s", key, value);
    return st;
}

static status read_deal(const az_rules *r, const char *at, action *out, error *err) {
    *out = 0;
    for (unsigned i = 0; i < r->displays; i++) {
        az_tiles t;
        char place[8];
        text name = text_over(place, sizeof place);
        text_format(&name, "%u", i + 1);
        if ((i && *at++ != '/') || !az_take_tiles(&at, &t))
            return refuse(err, "bad-deal", "display", place,
                          "a deal is D: and the displays as in B2YW/R2K2/Y3K/BRKW/W4");
        int kind = az_kind_of(&r->kinds, t);
        if (kind < 0)
            return refuse(err, "bad-deal", "display", place, "a display has at most four tiles");
        *out |= (action)kind << 7 * i;
    }
    if (*at)
        return refuse(err, "bad-deal", "rest", at, "there are more displays than the game has");
    return ST_OK;
}

static status read_chance(const az_rules *r, const az_state *s, const char *token, action *out,
                          error *err) {
    bool first = s->starter == AZ_NO_SEAT;
    if (first && text_starts(token, "first=")) {
        uint64_t seat;
        bool ok = text_u64(token + 6, r->head.players, &seat) && seat > 0;
        *out = ok ? seat - 1 : ACTION_NONE;
        return ok ? ST_OK : refuse(err, "bad-deal", "token", token, "there is no such seat");
    }
    if (!first && text_starts(token, "D:")) return read_deal(r, token + 2, out, err);
    return refuse(err, "wrong-phase", "token", token,
                  first ? "the first seat is drawn here: first=1" : "the displays are dealt here");
}

static status read_place(const char *token, action *out, error *err) {
    if (token[1] < '1' || token[1] > '0' + AZ_LINES || !token[2])
        return refuse(err, "bad-line", "token", token, "a placement is T, a line and a column");
    if (token[2] < '1' || token[2] > '0' + AZ_LINES || token[3])
        return refuse(err, "bad-line", "column", token + 2, "columns are 1 to 5");
    *out = az_place_action((unsigned)(token[1] - '1'), (unsigned)(token[2] - '1'));
    return ST_OK;
}

/* The number of a display is kept where it is not the lowest of its kind. */
static action name_source(const az_rules *r, const az_state *s, int source) {
    if (source == AZ_CENTRE) return az_take_action(AZ_CENTRE_KIND, 0, 0);
    action a = az_take_action(s->display[source], 0, 0);
    bool lowest = az_kind_in(a) && az_source_of(r, s, a) == source;
    return lowest ? a : a | (action)(source + 1) << AZ_HINT_SHIFT;
}

static status read_take(const az_rules *r, const az_state *s, const char *token, action *out,
                        error *err) {
    char part[2] = {token[0], '\0'};
    int source = token[0] == 'C' ? AZ_CENTRE : token[0] - '1';
    bool there = source == AZ_CENTRE || (source >= 0 && source < r->displays);
    if (!there)
        return refuse(err, "bad-source", "source", part[0] ? token : "-",
                      "an action is a source (a display's number or C), a colour and a line or F");
    int colour = az_colour_of(token[1]);
    if (colour < 0)
        return refuse(err, "colour-not-there", "token", token, "colours are B, Y, R, K and W");
    const char *to = token + 2;
    bool line = to[0] >= '1' && to[0] <= '0' + AZ_LINES && !to[1];
    if (!line && strcmp(to, "F") != 0)
        return refuse(err, "bad-line", "line", to[0] ? to : "-",
                      "lines are 1 to 5, or F for the floor");
    unsigned destination = line ? (unsigned)(to[0] - '1') : AZ_FLOOR;
    *out = name_source(r, s, source) | az_take_action(0, (unsigned)colour, destination);
    return ST_OK;
}

status az_from_text(const rules *head, const void *state, const char *token, action *steps, int *n,
                    error *err) {
    const az_state *s = state;
    *n = 1;
    if (s->phase == AZ_DEAL) return read_chance(az_of(head), s, token, steps, err);
    if (text_starts(token, "D:") || text_starts(token, "first="))
        return refuse(err, "wrong-phase", "token", token, "the displays are dealt already");
    if (token[0] == 'T') return read_place(token, steps, err);
    return read_take(az_of(head), s, token, steps, err);
}

/* --- what is legal --- */

static status verify_deal(const az_rules *r, const az_state *s, action a, error *err) {
    az_supply from = az_supply_of(r, s);
    unsigned left = az_sum(from.first) + az_sum(from.then);
    az_tiles now = from.first;
    const char *wrong = a >> 63 ? "a deal has 63 bits" : NULL;
    unsigned i = 0;
    bool poured = false;
    for (; i < AZ_DISPLAYS && !wrong; i++) {
        unsigned kind = az_dealt(a, i);
        az_tiles t = kind < AZ_KINDS ? r->kinds.tiles[kind] : 0;
        unsigned size = i >= r->displays ? 0 : left < AZ_ON_DISPLAY ? left : AZ_ON_DISPLAY;
        left -= size;
        if (kind >= AZ_KINDS || az_sum(t) != size) {
            wrong = "a display has four tiles unless the supply runs out";
        } else if (!poured && az_sum(t) > az_sum(now)) {
            poured = true;
            if (!az_within(now, t) || !az_within(t - now, from.then))
                wrong = "the rest of the bag comes first, then tiles of the lid";
            else
                now = from.then - (t - now);
        } else if (!az_within(t, now)) {
            wrong = poured ? "the lid does not have these tiles" : "the bag does not have them";
        } else {
            now -= t;
        }
    }
    if (!wrong) return ST_OK;
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "display %u: %s", i, wrong);
    error_reason(err, "bad-deal", "display=%u", i);
    return st;
}

static status verify_chance(const az_rules *r, const az_state *s, action a, error *err) {
    if (s->starter != AZ_NO_SEAT) return verify_deal(r, s, a, err);
    if (a < r->head.players) return ST_OK;
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "seats are 1 to %d", r->head.players);
    error_reason(err, "bad-deal", "seats=%d", r->head.players);
    return st;
}

static status refuse_number(error *err, const char *reason, const char *key, unsigned n,
                            const char *sentence) {
    char room[16];
    text value = text_over(room, sizeof room);
    text_format(&value, "%u", n);
    return refuse(err, reason, key, room, sentence);
}

static status verify_source(const az_rules *r, const az_state *s, action a, error *err) {
    unsigned kind = az_kind_in(a);
    unsigned hint = az_hint_in(a);
    unsigned colour = az_colour_in(a);
    char name[2] = {source_letter(hint ? (int)hint - 1 : 0), '\0'};
    if (kind == AZ_CENTRE_KIND) name[0] = 'C';
    if (!kind && hint) {
        status st = error_set(err, ST_ILLEGAL_ACTION, "display %s was taken this round", name);
        error_reason(err, "source-empty", "source=%s", name);
        return st;
    }
    int source = az_source_of(r, s, a);
    bool entire = a >> (AZ_HINT_SHIFT + 4) == 0 && source >= 0 && colour < AZ_COLOURS;
    if (!entire || (hint && source != (int)hint - 1) || !kind || (kind == AZ_CENTRE_KIND && hint))
        return refuse(err, "bad-source", "source", name, "no display holds these tiles");
    name[0] = source_letter(source);
    az_tiles there = source == AZ_CENTRE ? s->centre : r->kinds.tiles[kind];
    if (!az_sum(there)) return refuse(err, "source-empty", "source", name, "the centre is empty");
    if (az_of_colour(there, colour)) return ST_OK;
    status st = error_set(err, ST_ILLEGAL_ACTION, "there is no %s tile", az_colour_name[colour]);
    error_reason(err, "colour-not-there", "source=%s colour=%c", name, az_letter[colour]);
    return st;
}

static status verify_take(const az_rules *r, const az_state *s, action a, error *err) {
    const az_seat *p = &s->seat[s->mover];
    unsigned to = az_destination_in(a);
    unsigned colour = az_colour_in(a);
    if ((a & ((1u << AZ_HINT_SHIFT) - 1)) >= AZ_PLACE_BASE)
        return refuse(err, "wrong-phase", "phase", "o", "tiles are taken now, not placed");
    status st = verify_source(r, s, a, err);
    if (st != ST_OK) return st;
    if (to > AZ_FLOOR)
        return refuse_number(err, "bad-line", "line", to + 1,
                             "lines are 1 to 5, or F for the floor");
    if (p->open >> (8 * colour + to) & 1) return ST_OK;
    bool other = az_line_count(p, to) && az_line_colour(p, to) != colour;
    if (p->full >> to & 1 && !(r->o.full_line_ok && other))
        return refuse_number(err, "line-full", "line", to + 1, "the line is full");
    if (other)
        return refuse_number(err, "line-other-colour", "line", to + 1,
                             "the line holds another colour");
    return refuse_number(err, "wall-has-colour", "row", to + 1,
                         "this row of the wall has the colour already");
}

static status verify_place(const az_state *s, action a, error *err) {
    const az_seat *p = &s->seat[s->mover];
    unsigned line = az_next_line(p);
    unsigned column = az_destination_in(a);
    if (a < AZ_PLACE_BASE || a >= AZ_PLACE_BASE + 64)
        return refuse(err, "wrong-phase", "phase", "t",
                      "a full line is to be placed: T, line, column");
    if (az_colour_in(a) != line)
        return refuse_number(err, "bad-line", "line", line + 1,
                             "another line is to be placed first");
    if (column >= AZ_LINES)
        return refuse_number(err, "bad-line", "column", column + 1, "columns are 1 to 5");
    if (az_columns(p, line) >> column & 1) return ST_OK;
    if (az_row_bits(p->wall, line) >> column & 1)
        return refuse_number(err, "column-taken", "column", column + 1, "the cell is taken");
    return refuse_number(err, "column-has-colour", "column", column + 1,
                         "the column has this colour already");
}

status az_verify(const rules *head, const void *state, const trail *t, const action *steps, int n,
                 error *err) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    action a = n == 1 ? steps[0] : ACTION_NONE;
    (void)t;
    switch (s->phase) {
    case AZ_DEAL:
        return verify_chance(r, s, a, err);
    case AZ_OFFER:
        return verify_take(r, s, a, err);
    case AZ_TILING:
        return verify_place(s, a, err);
    default:
        return refuse(err, "wrong-phase", "phase", "x", "the game is over");
    }
}

/* --- plain words --- */

static void describe_take(const az_rules *r, const az_state *s, action a, text *out) {
    int source = az_source_of(r, s, a);
    unsigned colour = az_colour_in(a);
    unsigned to = az_destination_in(a);
    az_tiles there = source == AZ_CENTRE ? s->centre : r->kinds.tiles[az_kind_in(a)];
    unsigned n = az_of_colour(there, colour);
    const az_seat *p = &s->seat[s->mover];
    bool to_floor = to == AZ_FLOOR || p->full >> to & 1;
    bool place = az_sum(p->floor) < AZ_FLOOR_PLACES || !r->o.marker_needs_place;
    bool marker = az_marker_free(s) && place && (!to_floor || r->o.floor_takes_marker);
    text_format(out, "take %u %s from ", n, az_colour_name[colour]);
    if (source == AZ_CENTRE)
        text_put(out, marker ? "the centre, with the marker," : "the centre");
    else
        text_format(out, "display %d", source + 1);
    if (to_floor) {
        text_put(out, " to the floor");
        return;
    }
    unsigned room = to + 1 - az_line_count(p, to);
    text_format(out, " to line %u", to + 1);
    if (n >= room) text_put(out, ", which is full then");
    if (n > room) text_format(out, ", %u to the floor", n - room);
}

void az_describe(const rules *head, const void *state, const action *steps, int n, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    action a = steps[0];
    (void)n;
    if (s->phase == AZ_OFFER) {
        describe_take(r, s, a, out);
    } else if (s->phase == AZ_TILING) {
        const az_seat *p = &s->seat[s->mover];
        unsigned line = az_next_line(p);
        text_format(out, "place the %s tile of line %u in column %u for %d",
                    az_colour_name[az_line_colour(p, line)], line + 1, az_destination_in(a) + 1,
                    az_gain(r, p->wall, line, az_destination_in(a)));
    } else if (s->starter == AZ_NO_SEAT) {
        text_format(out, "seat %d starts", (int)a + 1);
    } else {
        text_put(out, "deal");
        for (unsigned i = 0; i < r->displays; i++) {
            text_char(out, ' ');
            az_put_tiles(r->kinds.tiles[az_dealt(a, i)], out);
        }
    }
}
