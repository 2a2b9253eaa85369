#include "cli/analyze_annotate.h"

#include <string.h>

#include "arena/node_score.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/notation/record_tree.h"
#include "engine/notation/spelling.h"

/* --- records --- */

static void put_remark(const review *rev, const review_event *e, text *out) {
    if (e->actor != ACTOR_CHANCE) {
        text_format(out, "{\"value\": %.4f, \"loss\": %.4f", e->values[e->actor], e->loss);
        if (e->mark != MARK_NONE) text_format(out, ", \"mark\": \"%s\"", review_mark_text(e->mark));
        if (e->better[0]) text_put(out, ", \"best\": ");
        json_writer w = json_writer_on(out);
        if (e->better[0]) json_string(&w, e->better);
        text_char(out, '}');
    } else if (e->luck_kind != LUCK_UNKNOWN) {
        text_put(out, "{\"luck\": [");
        for (int i = 0; i < rev->players; i++)
            text_format(out, "%s%.4f", i ? ", " : "", e->luck[i]);
        text_put(out, "]}");
    }
}

static status replace_comment(game_node *n, const text *said, error *err) {
    mem_free(n->after);
    n->after = NULL;
    return game_tree_remark(&n->after, text_string(said), said->len, err);
}

/* The record with our remarks in place of earlier ones, its variations and the header lines it
 * had. */
static status write_record(const annotation *a, game_tree *t, text *out, error *err) {
    status st = ST_OK;
    int node = 0;
    text plain = text_growing();
    for (size_t i = 0; st == ST_OK && i < a->found->count; i++) {
        text said = text_growing();
        node = t->nodes[node].first;
        if (node == GAME_TREE_NONE) break;
        put_remark(a->found, &a->found->events[i], &said);
        st = said.cut ? error_set(err, ST_NOMEM, "no memory for the record")
                      : replace_comment(&t->nodes[node], &said, err);
        text_done(&said);
    }
    record_write(a->game, &plain);
    const char *body = strstr(text_string(&plain), "\n\n");
    if (out->len) text_char(out, '\n');
    if (body) text_putn(out, plain.at, (size_t)(body + 1 - plain.at));
    for (size_t i = 0; i < a->rec->field_count; i++)
        if (!record_is_own(a->rec->fields[i].key))
            text_format(out, "%s: %s\n", a->rec->fields[i].key, a->rec->fields[i].value);
    text_char(out, '\n');
    out->cut |= plain.cut;
    text_done(&plain);
    return st == ST_OK ? record_write_events(t, out, err) : st;
}

/* --- forms of others --- */

/* Marks of a move that a review gives; earlier ones of that kind go. */
static void set_mark(game_tree *t, int node, review_mark mark) {
    static const int nag[] = {[MARK_DUBIOUS] = 6, [MARK_MISTAKE] = 2, [MARK_BLUNDER] = 4};
    game_node *n = &t->nodes[node];
    int kept = 0;
    if (mark == MARK_NONE) return;
    for (int i = 0; i < n->nags; i++)
        if (n->nag[i] > 6) n->nag[kept++] = n->nag[i];
    n->nags = kept;
    game_tree_nag(t, node, nag[mark]);
}

/* The better line as a variation. */
static status add_line(game_tree *t, int parent, const char *line, error *err) {
    status st = ST_OK;
    position *p = NULL;
    if (game_tree_position(&p, t, parent, NULL) != ST_OK) return ST_OK;
    while (st == ST_OK && *line) {
        char event[GAME_TOKEN_SIZE];
        size_t n = strcspn(line, " ");
        text word = text_over(event, sizeof event);
        text_putn(&word, line, n);
        line += n + strspn(line + n, " ");
        if (position_play(p, event, NULL) != ST_OK) break;
        int next = game_tree_child(t, parent, event);
        if (next == GAME_TREE_NONE) st = game_tree_add(t, parent, event, &next, err);
        parent = next;
    }
    position_destroy(p);
    return st;
}

static status say(game_node *n, const text *said, error *err) {
    if (n->after && strstr(n->after, text_string(said))) return ST_OK; /* reviewed before */
    return game_tree_remark(&n->after, text_string(said), said->len, err);
}

/* Chess programs know evaluations in pawns; elsewhere the value is said in words. */
static status mark_event(game_tree *t, int node, const review_event *e, bool pawns, error *err) {
    text said = text_growing();
    status st = ST_OK;
    int parent = t->nodes[node].parent;
    bool proven = e->values[0] <= 0 || e->values[0] >= 1;
    if (pawns && (e->mate || !proven)) {
        line_score s = {.mate = e->mate, .cp = score_of_value(e->values[e->actor])};
        node_score_set(&t->nodes[node], &s, e->actor, 0);
    }
    if (!pawns) text_format(&said, "value %.1f %%", 100 * e->values[e->actor]);
    if (e->mark != MARK_NONE) {
        position *at = NULL;
        text_format(&said, "%s%.1f %% lost", said.len ? ", " : "", 100 * e->loss);
        if (e->better[0] && game_tree_position(&at, t, parent, NULL) == ST_OK) {
            text_put(&said, ", better: ");
            spelling_write(spelling_for(position_rules(at)), at, e->better, &said);
            position_destroy(at);
        }
    }
    set_mark(t, node, e->mark);
    if (said.len) st = say(&t->nodes[node], &said, err);
    if (st == ST_OK && e->mark != MARK_NONE && e->better[0]) st = add_line(t, parent, e->line, err);
    text_done(&said);
    return st;
}

static status set_tags(const annotation *a, game_tree *t, error *err) {
    status st = game_tree_set_tag(t, "Annotator", "kibitz", err);
    if (st == ST_OK && a->opening.name) st = game_tree_set_tag(t, "ECO", a->opening.eco, err);
    if (st == ST_OK && a->opening.name && !game_tree_tag(t, "Opening"))
        st = game_tree_set_tag(t, "Opening", a->opening.name, err);
    return st;
}

status analyze_annotate(const annotation *a, game_tree *t, text *out, error *err) {
    if (!a->form) return write_record(a, t, out, err);
    bool pawns = spelling_for(position_rules(a->game)) == SPELLING_SAN;
    status st = set_tags(a, t, err);
    int node = 0;
    for (size_t i = 0; st == ST_OK && i < a->found->count; i++) {
        node = t->nodes[node].first;
        if (node == GAME_TREE_NONE) break;
        if (a->found->events[i].actor >= 0)
            st = mark_event(t, node, &a->found->events[i], pawns, err);
    }
    game_trees one = {.at = &t, .count = 1};
    if (st == ST_OK && out->len) text_char(out, '\n');
    return st == ST_OK ? formats_write(a->form, &one, out, err) : st;
}
