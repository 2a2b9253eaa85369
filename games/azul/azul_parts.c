#include "games/azul/azul_parts.h"

#include <string.h>

#include "engine/game/pick.h"
#include "games/azul/azul_text.h"

/* --- the offer --- */

static az_tiles tiles_at(const az_rules *r, const az_state *s, int source) {
    return source == AZ_CENTRE ? s->centre : r->kinds.tiles[s->display[source]];
}

/* The lines that take a colour, and the floor, as bits. */
static unsigned takers(const az_state *s, unsigned colour) {
    return az_of_colour(s->seat[s->mover].open, colour);
}

static const char *source_part(pick_list *out, int source) {
    return source == AZ_CENTRE ? "centre" : pick_text(out, "d%d", source + 1);
}

static void put_heap(az_tiles t, text *out) {
    bool first = true;
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        unsigned n = az_of_colour(t, c);
        if (!n) continue;
        text_format(out, "%s%u %s", first ? "" : ", ", n, az_colour_name[c]);
        first = false;
    }
}

static void add_source(const az_rules *r, const az_state *s, int source, pick_list *out) {
    char buf[96];
    text does = text_over(buf, sizeof buf);
    az_tiles there = tiles_at(r, s, source);
    bool any = false;
    for (unsigned c = 0; c < AZ_COLOURS; c++) any |= az_of_colour(there, c) && takers(s, c);
    if (!any) return;
    if (source == AZ_CENTRE)
        text_put(&does, az_marker_free(s) ? "centre, with the marker: " : "centre: ");
    else
        text_format(&does, "display %d: ", source + 1);
    put_heap(there, &does);
    pick_add(out, &(pick_part){.part = source_part(out, source), .words = buf, .kind = PICK_CELL});
}

static void add_colours(const az_rules *r, const az_state *s, int source, pick_list *out) {
    az_tiles there = tiles_at(r, s, source);
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        unsigned n = az_of_colour(there, c);
        if (!n || !takers(s, c)) continue;
        pick_add(out, &(pick_part){.part = az_colour_name[c],
                                   .words = pick_text(out, "%u %s", n, az_colour_name[c]),
                                   .kind = PICK_THING});
    }
}

/* What the floor costs more with n items on top. */
static int floor_cost(const az_rules *r, const az_seat *p, unsigned n) {
    unsigned now = az_sum(p->floor);
    unsigned then = now + n < AZ_FLOOR_PLACES ? now + n : AZ_FLOOR_PLACES;
    return r->fine[then] - r->fine[now];
}

static void words_of_destination(const az_rules *r, const az_state *s, unsigned n, unsigned to,
                                 text *out) {
    const az_seat *p = &s->seat[s->mover];
    bool to_floor = to == AZ_FLOOR || p->full >> to & 1;
    unsigned left = to_floor ? 0 : to + 1 - az_line_count(p, to);
    if (to == AZ_FLOOR)
        text_format(out, "floor, which costs %d", floor_cost(r, p, n));
    else
        text_format(out, "line %u", to + 1);
    if (to == AZ_FLOOR) return;
    if (to_floor)
        text_format(out, ", which is full: the floor costs %d", floor_cost(r, p, n));
    else if (n > left)
        text_format(out, ", full then, %u to the floor", n - left);
    else if (n == left)
        text_put(out, ", full then");
    else
        text_format(out, ", %u of %u then", az_line_count(p, to) + n, to + 1);
}

static void add_destinations(const az_rules *r, const az_state *s, int source, unsigned colour,
                             pick_list *out) {
    unsigned n = az_of_colour(tiles_at(r, s, source), colour);
    char from = source == AZ_CENTRE ? 'C' : (char)('1' + source);
    for (unsigned to = 0; to <= AZ_FLOOR && n; to++) {
        char buf[80];
        text does = text_over(buf, sizeof buf);
        if (!(takers(s, colour) >> to & 1)) continue;
        words_of_destination(r, s, n, to, &does);
        pick_add(out, &(pick_part){.part = to == AZ_FLOOR
                                               ? pick_text(out, "p%d.floor", s->mover + 1)
                                               : pick_text(out, "p%d.line%u", s->mover + 1, to + 1),
                                   .words = buf,
                                   .token = pick_text(out, "%c%c%c", from, az_letter[colour],
                                                      to == AZ_FLOOR ? 'F' : (char)('1' + to)),
                                   .kind = PICK_CELL});
    }
}

/* A source by its part; -1 if it is none. */
static int read_source(const az_rules *r, const char *part) {
    if (strcmp(part, "centre") == 0) return AZ_CENTRE;
    bool display = part[0] == 'd' && part[1] >= '1' && part[1] <= '9' && !part[2];
    return display && part[1] - '1' < r->displays ? part[1] - '1' : -1;
}

static int read_colour(const char *part) {
    for (int c = 0; c < AZ_COLOURS; c++)
        if (strcmp(part, az_colour_name[c]) == 0) return c;
    return -1;
}

static bool parts_of_offer(const az_rules *r, const az_state *s, pick_path path, pick_list *out) {
    int source = path.count > 0 ? read_source(r, path.part[0]) : 0;
    int colour = path.count > 1 ? read_colour(path.part[1]) : 0;
    if (source < 0 || colour < 0) return false;
    switch (path.count) {
    case 0:
        pick_ask(out, "tiles from where?");
        for (int i = 0; i < r->displays; i++) add_source(r, s, i, out);
        add_source(r, s, AZ_CENTRE, out);
        break;
    case 1:
        pick_ask(out, "which colour?");
        add_colours(r, s, source, out);
        break;
    case 2:
        pick_ask(out, "to which line?");
        add_destinations(r, s, source, (unsigned)colour, out);
        break;
    default:
        break;
    }
    return out->count > 0;
}

/* --- the grey wall --- */

static bool parts_of_tiling(const az_rules *r, const az_state *s, pick_path path, pick_list *out) {
    const az_seat *p = &s->seat[s->mover];
    unsigned line = az_next_line(p);
    unsigned columns = path.count ? 0 : az_columns(p, line);
    pick_ask(out, pick_text(out, "which column for the %s tile of line %u?",
                            az_colour_name[az_line_colour(p, line)], line + 1));
    for (unsigned c = 0; c < AZ_LINES; c++) {
        if (!(columns >> c & 1)) continue;
        int gain = az_gain(r, p->wall, line, c);
        pick_add(out,
                 &(pick_part){.part = pick_text(out, "p%d.w%u%u", s->mover + 1, line + 1, c + 1),
                              .words = pick_text(out, "column %u for %d point%s", c + 1, gain,
                                                 gain == 1 ? "" : "s"),
                              .token = pick_text(out, "T%u%u", line + 1, c + 1),
                              .kind = PICK_CELL});
    }
    return out->count > 0;
}

/* --- the deal --- */

/* What the next display is filled from. */
typedef struct dealing {
    az_tiles now, then; /* the bag, and what is poured in when it runs out */
    bool poured;
} dealing;

/* Whether a heap can come next; then *d is what is left. */
static bool deal_heap(dealing *d, az_tiles t) {
    if (d->poured || az_sum(t) <= az_sum(d->now)) {
        if (!az_within(t, d->now)) return false;
        d->now -= t;
        return true;
    }
    if (!az_within(d->now, t) || !az_within(t - d->now, d->then)) return false;
    d->now = d->then - (t - d->now);
    d->then = 0;
    d->poured = true;
    return true;
}

static unsigned heap_size(const dealing *d) {
    unsigned left = az_sum(d->now) + (d->poured ? 0 : az_sum(d->then));
    return left < AZ_ON_DISPLAY ? left : AZ_ON_DISPLAY;
}

/* Whether the next m displays alone can be filled in more than PICK_MAX_COUNT ways: n colours of
 * which there are enough for all of them make that many heaps each time. */
static bool many_deals(az_tiles now, int displays) {
    static const unsigned heaps[AZ_COLOURS + 1] = {0, 1, 5, 15, 35, 70};
    for (int m = 2; m <= displays; m++) {
        unsigned n = 0;
        uint64_t ways = 1;
        for (unsigned c = 0; c < AZ_COLOURS; c++)
            n += az_of_colour(now, c) >= (unsigned)(AZ_ON_DISPLAY * m);
        for (int i = 0; i < m && ways <= PICK_MAX_COUNT; i++) ways *= heaps[n];
        if (ways > PICK_MAX_COUNT) return true;
    }
    return false;
}

/* What was counted before: the order of displays does not matter for what is left. */
typedef struct counted {
    az_tiles now;
    uint16_t ways; /* 0: an empty entry */
    uint8_t displays;
    bool poured;
} counted;

enum { COUNTED = 512 };

static counted *find_counted(counted *memo, const dealing *d, int displays) {
    uint64_t mix = (d->now ^ ((uint64_t)displays * 2 + d->poured)) * UINT64_C(0x9E3779B97F4A7C15);
    counted *at = &memo[mix / (UINT64_MAX / COUNTED + 1)];
    bool same = at->now == d->now && at->displays == displays && at->poured == d->poured;
    if (!same) *at = (counted){d->now, 0, (uint8_t)displays, d->poured};
    return at;
}

/* In how many ways displays can be filled; PICK_MAX_COUNT + 1: in more. `memo` has COUNTED entries
 * for deals from the same supply. */
static uint64_t count_deals(const az_rules *r, dealing d, int displays, counted *memo) {
    unsigned size = heap_size(&d);
    uint64_t sum = 0;
    if (!displays || !size) return 1;
    if (many_deals(d.now, displays)) return PICK_MAX_COUNT + 1;
    uint16_t known = find_counted(memo, &d, displays)->ways;
    if (known) return known;
    for (unsigned k = 0; k < AZ_KINDS && sum <= PICK_MAX_COUNT; k++) {
        dealing next = d;
        if (az_sum(r->kinds.tiles[k]) == size && deal_heap(&next, r->kinds.tiles[k]))
            sum += count_deals(r, next, displays - 1, memo);
    }
    if (sum > PICK_MAX_COUNT) sum = PICK_MAX_COUNT + 1;
    find_counted(memo, &d, displays)->ways = (uint16_t)sum;
    return sum;
}

static void add_heaps(const az_rules *r, dealing d, const char *so_far, int left, pick_list *out) {
    counted memo[COUNTED] = {0};
    for (unsigned k = 0; k < AZ_KINDS; k++) {
        az_tiles t = r->kinds.tiles[k];
        dealing next = d;
        if (az_sum(t) != heap_size(&d) || !deal_heap(&next, t)) continue;
        char part[16];
        char does[64];
        char deal[96];
        text name = text_over(part, sizeof part);
        text in_words = text_over(does, sizeof does);
        text all = text_over(deal, sizeof deal);
        az_put_tiles(t, &name);
        put_heap(t, &in_words);
        text_format(&all, "%s%s", so_far, part);
        bool last = left == 1 || !heap_size(&next);
        for (int i = 1; i < left && last; i++) text_put(&all, "/-");
        pick_add(out, &(pick_part){.part = part,
                                   .words = does,
                                   .token = last ? deal : NULL,
                                   .below = last ? 0 : count_deals(r, next, left - 1, memo),
                                   .kind = PICK_CHOICE,
                                   .ordered = true});
    }
}

static bool parts_of_deal(const az_rules *r, const az_state *s, pick_path path, pick_list *out) {
    az_supply from = az_supply_of(r, s);
    dealing d = {from.first, from.then, false};
    char deal[96];
    text all = text_over(deal, sizeof deal);
    text_put(&all, "!D:");
    int done = path.count / 2;
    for (int i = 0; i < path.count; i++) {
        const char *at = path.part[i];
        az_tiles t;
        if (i / 2 >= r->displays || !heap_size(&d)) return false;
        if (i % 2 == 0) {
            if (read_source(r, at) != i / 2) return false;
            continue;
        }
        if (!az_take_tiles(&at, &t) || *at || az_sum(t) != heap_size(&d) || !deal_heap(&d, t))
            return false;
        text_format(&all, "%s/", path.part[i]);
    }
    if (done >= r->displays || !heap_size(&d)) return false;
    if (path.count % 2) {
        pick_ask(out, pick_text(out, "which tiles lie on display %d?", done + 1));
        add_heaps(r, d, deal, r->displays - done, out);
    } else {
        counted memo[COUNTED] = {0};
        pick_ask(out, "the next display");
        pick_add(out, &(pick_part){.part = source_part(out, done),
                                   .words = pick_text(out, "display %d", done + 1),
                                   .below = count_deals(r, d, r->displays - done, memo),
                                   .kind = PICK_CELL,
                                   .ordered = true});
    }
    return out->count > 0;
}

static bool parts_of_first(const az_rules *r, pick_path path, pick_list *out) {
    pick_ask(out, "who starts?");
    for (int i = 1; i <= r->head.players && !path.count; i++)
        pick_add(out, &(pick_part){.part = pick_text(out, "%d", i),
                                   .words = pick_text(out, "seat %d", i),
                                   .token = pick_text(out, "!first=%d", i),
                                   .kind = PICK_CHOICE});
    return out->count > 0;
}

bool az_parts(const rules *head, const void *state, const trail *t, pick_path path,
              pick_list *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    (void)t;
    switch (s->phase) {
    case AZ_DEAL:
        return s->starter == AZ_NO_SEAT ? parts_of_first(r, path, out)
                                        : parts_of_deal(r, s, path, out);
    case AZ_OFFER:
        return parts_of_offer(r, s, path, out);
    case AZ_TILING:
        return parts_of_tiling(r, s, path, out);
    default:
        return false;
    }
}
