/* The position, or a view, in one line: a view written down. README.md has the fields. */
#include <stddef.h>
#include <stdlib.h>

#include "engine/base/text.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_view.h"

/* --- fields of m, in their order --- */

#define FIELD(name)                                                                                \
    { #name, offsetof(un_view, name) }
static const struct {
    const char *name;
    size_t at;
} fields[] = {
    FIELD(phase),  FIELD(step),  FIELD(ask),    FIELD(active), FIELD(seat),  FIELD(k),
    FIELD(t),      FIELD(u),     FIELD(resume), FIELD(left),   FIELD(last),  FIELD(cur),
    FIELD(next),   FIELD(skip),  FIELD(plays),  FIELD(played), FIELD(bonus), FIELD(extra),
    FIELD(ending), FIELD(ended), FIELD(to),     FIELD(open),   FIELD(first), FIELD(links),
};
#undef FIELD
enum { FIELDS = sizeof fields / sizeof *fields };

static uint8_t *field(un_view *v, int i) {
    return (uint8_t *)v + fields[i].at;
}

/* --- writing --- */

/* A card at a place: kind, or ?; what is noted there if it is not the default; its aim. */
static void put_card(const un_rules *r, const un_view *v, int pos, unsigned usual, text *out) {
    unsigned note = v->pool[r->cards + pos];
    unsigned aim = v->pool[r->aim_at + pos];
    if (v->pool[pos] == UN_NO_CARD)
        text_char(out, '?');
    else
        text_put(out, r->deck.kind[v->pool[pos]].slug);
    if (note != usual) un_put_number(out, ":", note);
    if (aim) un_put_number(out, "!", aim);
}

static bool same_card(const un_rules *r, const un_view *v, int a, int b) {
    for (int i = 0; i < 3; i++)
        if (v->pool[i * r->note_at + a] != v->pool[i * r->note_at + b]) return false;
    return true;
}

static void put_zone(const un_rules *r, const un_view *v, int zone, text *out) {
    int from = zone ? v->end[zone - 1] : 0;
    bool hand = zone >= un_hand(r, 0) && zone < un_stack(r);
    unsigned usual = hand && v->player == UN_EVERYTHING ? 1U << (zone - un_hand(r, 0)) : 0;
    for (int pos = from; pos < v->end[zone];) {
        int run = 1;
        while (pos + run < v->end[zone] && same_card(r, v, pos, pos + run)) run++;
        if (pos > from) text_char(out, ',');
        put_card(r, v, pos, usual, out);
        if (run > 1) un_put_number(out, "*", (unsigned)run);
        pos += run;
    }
}

static void put_effects(const un_rules *r, const un_view *v, text *out) {
    for (int i = 0; i < v->cur + v->next; i++) {
        const un_effect *e = &v->fx[i];
        text_format(out, "%s%d.%d.%s.%d.%d.%d.%d", i ? "," : "", e->node, e->source,
                    r->deck.kind[v->source[i]].slug, e->owner, e->who, e->count, e->card);
    }
}

static void write_view(const un_rules *r, const un_view *v, text *out) {
    text_format(out, "n=%d t=%d m=", r->n, v->turn);
    for (int i = 0; i < FIELDS; i++)
        un_put_number(out, i ? "." : "", *((const uint8_t *)v + fields[i].at));
    un_put_number(out, ".", v->answers);
    for (int p = 0; p < r->n; p++) {
        un_put_number(out, " P", (unsigned)p);
        text_char(out, '=');
        for (int a = 0; a < 3; a++) {
            put_zone(r, v, un_table(p, a), out);
            text_char(out, '/');
        }
        put_zone(r, v, un_hand(r, p), out);
    }
    static const char *const names[] = {" stack=", " nursery=", " discard=", " pile="};
    for (int i = 0; i < 4; i++) {
        text_put(out, names[i]);
        put_zone(r, v, un_stack(r) + i, out);
    }
    text_put(out, " reg=");
    for (int i = 0; i < v->listeners; i++) un_put_number(out, i ? "," : "", v->pool[r->reg_at + i]);
    text_put(out, " fx=");
    put_effects(r, v, out);
}

/* --- reading --- */

typedef struct reader {
    const un_rules *r;
    un_view *v;
    const char *at;
    int placed;                 /* cards so far */
    char unknown[UN_NAME_SIZE]; /* a name that no card has */
    status code;
    error *err;
} reader;

static status wrong(const reader *p, const char *field_name, const char *what) {
    if (*p->unknown)
        return error_set(p->err, p->code, "%s: the deck has no card %s", field_name, p->unknown);
    return error_set(p->err, p->code, "%s: %s", field_name, what);
}

static bool take(reader *p, const char *word) {
    if (!text_starts(p->at, word)) return false;
    p->at += strlen(word);
    return true;
}

static bool take_number(reader *p, unsigned long most, unsigned long *out) {
    unsigned long n = 0;
    const char *c = p->at;
    for (; text_is_digit(*c); c++) {
        n = n * 10 + (unsigned long)(*c - '0');
        if (n > most) return false;
    }
    if (c == p->at || (*p->at == '0' && c != p->at + 1)) return false;
    p->at = c;
    *out = n;
    return true;
}

static bool take_byte(reader *p, uint8_t *out) {
    unsigned long n = 0;
    if (!take_number(p, 255, &n)) return false;
    *out = (uint8_t)n;
    return true;
}

/* A kind by its name, or by its number in the deck. */
static bool take_kind(reader *p, uint8_t *out) {
    size_t digits = strspn(p->at, "0123456789");
    size_t n = strspn(p->at, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n == digits) return take_byte(p, out) && *out < p->r->deck.kinds;
    int kind = un_kind_find(&p->r->deck, p->at, n);
    if (kind < 0) {
        text name = text_over(p->unknown, sizeof p->unknown);
        text_putn(&name, p->at, n);
        return false;
    }
    p->at += n;
    *out = (uint8_t)kind;
    return true;
}

static bool take_card(reader *p, unsigned usual, uint8_t *card) {
    card[0] = UN_NO_CARD;
    card[1] = (uint8_t)usual;
    card[2] = 0;
    card[3] = 1;
    if (!take(p, "?") && !take_kind(p, &card[0])) return false;
    if (take(p, ":") && (!take_byte(p, &card[1]) || card[1] == usual)) return false;
    if (take(p, "!") && (!take_byte(p, &card[2]) || !card[2])) return false;
    return !take(p, "*") || (take_byte(p, &card[3]) && card[3] > 1);
}

/* Cards of a zone up to the next mark. */
static bool take_zone(reader *p, int zone) {
    const un_rules *r = p->r;
    un_view *v = p->v;
    bool hand = zone >= un_hand(r, 0) && zone < un_stack(r);
    unsigned usual = hand && v->player == UN_EVERYTHING ? 1U << (zone - un_hand(r, 0)) : 0;
    bool more = *p->at && !strchr(" /", *p->at);
    while (more) {
        uint8_t card[4];
        if (!take_card(p, usual, card) || p->placed + card[3] > r->cards) return false;
        for (int i = 0; i < card[3]; i++, p->placed++)
            for (int part = 0; part < 3; part++)
                v->pool[part * r->note_at + p->placed] = card[part];
        more = take(p, ",");
    }
    return true;
}

/* One zone, into a part of the cards of its own. */
typedef struct zone_part {
    uint8_t from[UN_ZONES], size[UN_ZONES];
} zone_part;

static bool read_zone(reader *p, zone_part *parts, int zone) {
    parts->from[zone] = (uint8_t)p->placed;
    if (!take_zone(p, zone)) return false;
    parts->size[zone] = (uint8_t)(p->placed - parts->from[zone]);
    return true;
}

static status read_all_zones(reader *p, zone_part *parts) {
    static const char *const names[] = {" stack=", " nursery=", " discard=", " pile="};
    const un_rules *r = p->r;
    for (int seat = 0; seat < r->n; seat++) {
        char name[8];
        text word = text_over(name, sizeof name);
        text_format(&word, " P%d=", seat);
        if (!take(p, name)) return wrong(p, name + 1, "expected a seat's cards");
        for (int a = 0; a < 4; a++)
            if (!read_zone(p, parts, a < 3 ? un_table(seat, a) : un_hand(r, seat)) ||
                (a < 3 && !take(p, "/")))
                return wrong(p, name + 1, "expected stable/upgrades/downgrades/hand");
    }
    for (int i = 0; i < 4; i++)
        if (!take(p, names[i]) || !read_zone(p, parts, un_stack(r) + i))
            return wrong(p, names[i] + 1, "expected cards");
    return p->placed == r->cards ? ST_OK : wrong(p, "cards", "not all of them are placed");
}

/* The zones stand in another order in the text than in the view. */
static status read_zones(reader *p, un_view *part) {
    const un_rules *r = p->r;
    un_view *entire = p->v;
    zone_part parts = {0};
    memcpy(part, entire, un_view_bytes(r));
    p->v = part;
    status st = read_all_zones(p, &parts);
    p->v = entire;
    if (st != ST_OK) return st;
    int at = 0;
    for (int zone = 0; zone <= un_pile(r); zone++) {
        for (int k = 0; k < 3; k++)
            memcpy(entire->pool + k * r->note_at + at,
                   part->pool + k * r->note_at + parts.from[zone], parts.size[zone]);
        at += parts.size[zone];
        entire->end[zone] = (uint8_t)at;
    }
    return ST_OK;
}

static bool read_effect(reader *p, int i) {
    un_effect *e = &p->v->fx[i];
    uint8_t owner = 0;
    uint8_t who = 0;
    int tables = p->v->end[3 * p->r->n - 1];
    bool ok = (i == 0 || take(p, ",")) && take_byte(p, &e->node) && take(p, ".") &&
              take_byte(p, &e->source) && take(p, ".") && take_kind(p, &p->v->source[i]) &&
              take(p, ".") && take_byte(p, &owner) && take(p, ".") && take_byte(p, &who) &&
              take(p, ".") && take_byte(p, &e->count) && take(p, ".") && take_byte(p, &e->card);
    if (!ok || owner > 7 || who > 15 || p->v->source[i] >= p->r->deck.kinds || e->count > 200)
        return false;
    if (e->source != UN_NO_CARD &&
        (e->source >= tables || p->v->pool[e->source] != p->v->source[i]))
        return false;
    e->owner = owner & 15U;
    e->who = who & 15U;
    for (int c = 0; c < p->r->cards; c++)
        e->hits = (uint8_t)(e->hits + ((p->v->pool[p->r->aim_at + c] & ~UN_CLAIMED) == i + 1));
    return e->card == UN_NO_CARD || e->card < tables;
}

static status read_machine(reader *p) {
    un_view *v = p->v;
    int tables = v->end[3 * p->r->n - 1];
    if (!take(p, " reg=")) return wrong(p, "reg", "expected the places of listening cards");
    while (text_is_digit(*p->at)) {
        uint8_t *place = &v->pool[p->r->reg_at + v->listeners];
        if (v->listeners >= tables || !take_byte(p, place) || *place >= tables)
            return wrong(p, "reg", "expected places on tables");
        v->listeners++;
        if (!take(p, ",")) break;
    }
    if (!take(p, " fx=")) return wrong(p, "fx", "expected effects");
    if (v->cur + v->next > UN_LINK_SIZE) return wrong(p, "m", "too many effects");
    for (int i = 0; i < v->cur + v->next; i++)
        if (!read_effect(p, i)) return wrong(p, "fx", "expected effects of seven numbers");
    return *p->at ? wrong(p, "fx", "expected the end of the line") : ST_OK;
}

static status read_numbers(reader *p) {
    unsigned long n = 0;
    if (!take(p, "n=") || !take_number(p, 8, &n) || (int)n != p->r->n)
        return wrong(p, "n", "expected n= and the number of players");
    if (!take(p, " t=") || !take_number(p, 65535, &n) || !n)
        return wrong(p, "t", "expected the number of the turn");
    p->v->turn = (uint16_t)n;
    if (!take(p, " m=")) return wrong(p, "m", "expected what is going on");
    for (int i = 0; i < FIELDS; i++)
        if (!take_byte(p, field(p->v, i)) || !take(p, "."))
            return wrong(p, "m", "expected 25 numbers separated by dots");
    if (!take_number(p, 0xffffffffUL, &n)) return wrong(p, "m", "expected 25 numbers");
    p->v->answers = (uint32_t)n;
    return ST_OK;
}

/* Hidden cards are in foreign hands and in the pile. */
static status check_hidden(reader *p) {
    const un_view *v = p->v;
    const un_rules *r = p->r;
    bool seen = v->seat == v->player && v->k < v->cur && v->fx[v->k].node < r->deck.nodes &&
                un_in_pile(r, v->ask, &v->fx[v->k]);
    for (int z = 0; z <= un_pile(r); z++) {
        bool pile = z == un_pile(r);
        bool own = v->player < UN_SPECTATOR && z == un_hand(r, v->player);
        bool hand = z >= un_hand(r, 0) && z < un_stack(r) && !own && v->player != UN_EVERYTHING;
        bool hidden = false;
        for (int pos = z ? v->end[z - 1] : 0; pos < v->end[z]; pos++) {
            bool unknown = v->pool[pos] == UN_NO_CARD;
            if (unknown && !hand && !(pile && !seen)) return wrong(p, "cards", "? is not for here");
            if (pile && !seen && !unknown)
                return error_set(p->err, v->player == UN_EVERYTHING ? p->code : ST_LEAK,
                                 "pile: its cards are not known; write ?*%d", v->end[z] - pos);
            if (hand && !unknown && hidden) return wrong(p, "cards", "known cards come before ?");
            if (unknown && (v->pool[r->aim_at + pos] || v->pool[r->cards + pos]))
                return wrong(p, "cards", "nothing can be said of a ?");
            bool aimed = v->pool[r->aim_at + pos];
            if (hand && !unknown && !aimed && v->player == UN_SPECTATOR)
                return error_set(p->err, ST_LEAK, "hands: an spectator sees no hand");
            hidden |= unknown;
        }
    }
    if (v->last != UN_NO_CARD && (v->last >= r->cards || v->pool[v->last] == UN_NO_CARD))
        return wrong(p, "m", "no such card was picked last");
    return ST_OK;
}

static status read_view(const un_rules *r, un_view *v, const char *line, status code, error *err) {
    un_view_buf part;
    int player = v->player;
    memset(v, 0, un_view_bytes(r));
    v->player = (uint8_t)player;
    reader p = {.r = r, .v = v, .at = line, .code = code, .err = err};
    status st = read_numbers(&p);
    if (st == ST_OK) st = read_zones(&p, &part.v);
    if (st == ST_OK) st = read_machine(&p);
    return st == ST_OK ? check_hidden(&p) : st;
}

/* --- the contract --- */

void un_write(const rules *r, const void *s, text *out) {
    un_view_buf all;
    un_view_of(un_of(r), s, UN_EVERYTHING, &all.v);
    write_view(un_of(r), &all.v, out);
}

/* What was read must be what would be written, so that there is one text for a position. */
static status same_text(const un_rules *r, const un_state *s, const un_view *v, status code,
                        error *err) {
    un_view_buf again;
    un_view_of(r, s, v->player, &again.v);
    if (memcmp(&again, v, un_view_bytes(r)) == 0) return ST_OK;
    return error_set(err, code,
                     "cards: hands are sorted, links and reactions are those of the game");
}

status un_read(const rules *head, void *s, const char *line, error *err) {
    const un_rules *r = un_of(head);
    un_view_buf all;
    all.v.player = UN_EVERYTHING;
    status st = read_view(r, &all.v, line, ST_BAD_FEN, err);
    if (st == ST_OK) st = un_develop_checked(r, &all.v, s, ST_BAD_FEN, err);
    return st == ST_OK ? same_text(r, s, &all.v, ST_BAD_FEN, err) : st;
}

void un_view_write(const rules *r, const void *view, text *out) {
    write_view(un_of(r), view, out);
}

status un_view_read(const rules *head, int player, void *view, const char *line, error *err) {
    const un_rules *r = un_of(head);
    un_state_buf probe;
    un_view *v = view;
    v->player = (uint8_t)(player == SEAT_PUBLIC ? UN_SPECTATOR : player);
    status st = read_view(r, v, line, ST_BAD_VIEW, err);
    if (st == ST_OK) st = un_develop_checked(r, v, &probe.s, ST_BAD_VIEW, err);
    return st == ST_OK ? same_text(r, &probe.s, v, ST_BAD_VIEW, err) : st;
}

status un_imply(const game *g, params *p, const char *line, error *err) {
    (void)g;
    if (!text_starts(line, "n=") || line[2] < '2' || line[2] > '8' || line[3] != ' ')
        return error_set(err, ST_BAD_FEN, "n: expected n= and the number of players, 2 to 8");
    p->players = line[2] - '0';
    return ST_OK;
}
