#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/notation/forms/formats.h"
#include "engine/notation/forms/movetext.h"
#include "engine/notation/record.h"
#include "engine/notation/record_tree.h"

/* Records from positions and from trees. */

static void write_result(const position *p, text *out) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (position_seat(p) != SEAT_ALL || !game_is_over(r, s)) return;
    r->game->returns(r, s, utility, points);
    text_put(out, "result:");
    for (int i = 0; i < r->players; i++) text_format(out, " %.6g", (double)utility[i]);
    text_char(out, '\n');
    if (!(r->traits & GAME_POINTS)) return;
    text_put(out, "points:");
    for (int i = 0; i < r->players; i++) text_format(out, " %d", (int)points[i]);
    text_char(out, '\n');
}

static void write_event(const char *event, unsigned i, record_remark remark, void *ctx, text *out) {
    text_put(out, event);
    if (remark) {
        size_t before = out->len;
        text_put(out, " ; ");
        size_t empty = out->len;
        remark(ctx, i, out);
        if (out->len == empty) text_truncate(out, before);
    }
    text_char(out, '\n');
}

void record_write(const position *p, text *out) {
    record_write_remarks(p, NULL, NULL, out);
}

void record_write_rules(const rules *r, text *out) {
    if (r->text_hash) text_format(out, "hash: %016llx\n", (unsigned long long)r->text_hash);
    for (int i = 0; i < r->files; i++)
        text_format(out, "%s-hash: %016llx\n", r->file[i].option,
                    (unsigned long long)r->file[i].hash);
}

static void write_options(const rules *r, text *out) {
    const params *o = &r->options;
    text_format(out, "game: %s\nplayers: %d\n", r->game->name, r->players);
    if (o->reference) text_put(out, "rules: reference\n");
    if (o->first >= 0) text_format(out, "first: %d\n", o->first);
    if (o->first == PARAMS_FIRST_RANDOM) text_put(out, "first: random\n");
    for (int i = 0; i < o->count; i++)
        text_format(out, "set: %s=%s\n", o->set[i].name, o->set[i].value);
    record_write_rules(r, out);
    if (r->traits & (GAME_SKIPS_I | GAME_HALVES)) text_put(out, "coordinates: 2\n");
}

/* What a seat knew before the first event, where that is not the default start. */
static status write_seen_start(const position *p, int seat, text *out, error *err) {
    if (!position_origin(p)) return ST_OK;
    text_put(out, "start: ");
    status st = position_report_start(p, seat, out, err);
    text_char(out, '\n');
    return st;
}

static void hear_event(void *ctx, unsigned ply, const char *event) {
    (void)ply;
    text_format(ctx, "%s\n", event);
}

status record_write_seen(const position *p, int seat, text *out, error *err) {
    write_options(position_rules(p), out);
    if (seat == SEAT_PUBLIC)
        text_put(out, "view: public\n");
    else
        text_format(out, "view: %d\n", seat);
    status st = write_seen_start(p, seat, out, err);
    text_char(out, '\n');
    if (st == ST_OK) st = position_report(p, seat, hear_event, out, err);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the record") : st;
}

void record_write_remarks(const position *p, record_remark remark, void *ctx, text *out) {
    write_options(position_rules(p), out);
    if (position_origin(p)) text_format(out, "start: %s\n", position_origin(p));
    write_result(p, out);
    text_char(out, '\n');
    const char *event;
    unsigned first = position_first_ply(p);
    for (unsigned i = first; (event = position_event(p, i)); i++)
        write_event(event, i - first, remark, ctx, out);
}

/* --- with variations --- */

/* What is said after an event; nothing where there is nothing. */
static void write_remark(const game_node *n, text *out) {
    text said = text_growing();
    for (int i = 0; i < n->nags; i++) text_format(&said, "%s$%d", i ? " " : "", n->nag[i]);
    text commands = text_growing();
    movetext_write_commands(n, &commands);
    const char *part[] = {text_string(&commands), n->before ? n->before : "",
                          n->after ? n->after : ""};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (*part[i]) text_format(&said, "%s%s", said.len ? " " : "", part[i]);
    for (size_t i = 0; i < said.len; i++)
        if ((unsigned char)said.at[i] < ' ') said.at[i] = ' ';
    if (said.len) text_format(out, " ; %s", text_string(&said));
    out->cut |= said.cut || commands.cut;
    text_done(&commands);
    text_done(&said);
}

static void write_node(const game_node *n, text *out) {
    text_put(out, n->token);
    write_remark(n, out);
    text_char(out, '\n');
}

static status write_line(const game_tree *t, int node, int depth, text *out, error *err) {
    status st = ST_OK;
    if (depth > GAME_TREE_MAX_DEPTH)
        return error_set(err, ST_UNSUPPORTED, "more than %d variations inside one another",
                         GAME_TREE_MAX_DEPTH);
    for (; st == ST_OK && node != GAME_TREE_NONE; node = t->nodes[node].first) {
        const game_node *n = &t->nodes[node];
        write_node(n, out);
        bool main = t->nodes[n->parent].first == node;
        for (int k = main ? n->next : GAME_TREE_NONE; st == ST_OK && k != GAME_TREE_NONE;
             k = t->nodes[k].next) {
            text_put(out, "(\n");
            st = write_line(t, k, depth + 1, out, err);
            text_put(out, ")\n");
        }
    }
    return st;
}

/* Two names, and what else the tags say. */
static void write_tags(const game_tree *t, text *out) {
    const char *name[2];
    for (int i = 0; i < 2; i++) name[i] = game_tree_tag(t, formats_player_tag(t->game, i));
    bool named = name[0] && name[1] && !strchr(name[0], ',') && !strchr(name[1], ',');
    if (named) text_format(out, "names: %s,%s\n", name[0], name[1]);
    for (size_t i = 0; i < t->tag_count; i++) {
        const game_tag *tag = &t->tags[i];
        bool player = false;
        for (int k = 0; named && k < 2; k++)
            player |= strcmp(tag->name, formats_player_tag(t->game, k)) == 0;
        bool fits = text_is_name(tag->name) && tag->name[0] <= 'Z' && *tag->value &&
                    !strpbrk(tag->value, "\r\n");
        if (fits && !player) text_format(out, "%s: %s\n", tag->name, tag->value);
    }
}

static void write_tree_result(const game_tree *t, const position *end, text *out) {
    const rules *r = position_rules(end);
    if (game_is_over(r, position_data(end))) {
        write_result(end, out);
        return;
    }
    if (t->result == GAME_TREE_UNKNOWN) return;
    text_put(out, "result:");
    for (int i = 0; i < r->players; i++)
        text_put(out, t->result == GAME_TREE_DRAW ? " 0.5" : t->result == i ? " 1" : " 0");
    text_char(out, '\n');
}

status record_write_events(const game_tree *t, text *out, error *err) {
    status st = write_line(t, t->nodes[0].first, 0, out, err);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the record") : st;
}

status record_write_tree(const game_tree *t, text *out, error *err) {
    position *end = NULL;
    status st = game_tree_position(&end, t, game_tree_last(t, 0), err);
    if (st != ST_OK) return st;
    write_options(position_rules(end), out);
    if (t->start) text_format(out, "start: %s\n", t->start);
    write_tree_result(t, end, out);
    write_tags(t, out);
    text_char(out, '\n');
    position_destroy(end);
    return record_write_events(t, out, err);
}
