#include "search/mcts_lane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A lane publishes a summary of its tree when somebody asks, under its own lock, so that nobody but
 * its own thread ever looks into a growing tree. The report adds up the summaries. */

/* --- telling --- */

static uint32_t most_visited(const mcts_tree *t, const mcts_node *n) {
    uint32_t best = 0;
    uint32_t visits = 0;
    for (uint32_t c = n->child; c; c = mcts_at(t, c)->next) {
        if (mcts_at(t, c)->visits > visits) {
            visits = mcts_at(t, c)->visits;
            best = c;
        }
    }
    return best;
}

/* Follows the most visited nodes from n, one token after the other, writing their texts; l->other
 * is the state at n. Returns the number of tokens; *end tells that the line reached the end of the
 * game. */
static int write_pv(lane *l, const mcts_node *n, text *out, bool *end) {
    const mcts *m = l->m;
    trail *t = lane_trail(l);
    int tokens = 0;
    *end = false;
    for (;;) {
        int actor = m->k->actor(m->r, l->other);
        *end = actor == ACTOR_NONE;
        if (actor < 0) return tokens;
        token tok = {.count = 0};
        memcpy(l->state, l->other, m->r->state_size);
        do {
            uint32_t c = most_visited(&l->tree, n);
            if (!c || mcts_at(&l->tree, c)->visits < PV_LEAST_VISITS) return tokens;
            n = mcts_at(&l->tree, c);
            /* In a hidden game another deal may have made this node. */
            if (m->hidden) {
                int count = m->k->legal(m->r, l->other, t, l->list);
                if (!lane_lists(l, count, n->step)) return tokens;
            }
            tok.steps[tok.count++] = n->step;
            m->k->apply(m->r, l->other, t, n->step);
        } while (game_inside(m->r, l->other));
        size_t mark = out->len;
        if (out->len) text_char(out, ' ');
        token_write(m->r, l->state, &tok, out);
        if (out->cut) {
            text_truncate(out, mark);
            return tokens;
        }
        tokens++;
    }
}

typedef struct gather {
    lane *l;
    root_line *lines;
    size_t count;
    uint32_t stat;
} gather;

static void keep_line(gather *g, const token *tok, const mcts_node *n) {
    if (g->count == SEARCH_MAX_LINES) {
        size_t least = 0;
        for (size_t i = 1; i < g->count; i++)
            if (g->lines[i].visits < g->lines[least].visits) least = i;
        if (g->lines[least].visits >= n->visits) return;
        g->lines[least] = g->lines[--g->count];
    }
    root_line *line = &g->lines[g->count++];
    line->first = *tok;
    line->visits = n->visits;
    line->stat = g->stat;
    for (int i = 0; i < g->l->m->players; i++) line->values[i] = mcts_value(&g->l->tree, n, i);
    line->pv[0] = '\0';
}

/* Every root token that was visited: walks the nodes inside the root token. s is the state at n. */
static void gather_lines(gather *g, const mcts_node *n, token *path, const unsigned char *s) {
    lane *l = g->l;
    const mcts *m = l->m;
    uint32_t at = 0;
    for (uint32_t c = n->child; c; c = mcts_at(&l->tree, c)->next, at++) {
        const mcts_node *k = mcts_at(&l->tree, c);
        if (path->count == 0) g->stat = at;
        if (!k->visits) continue;
        path->steps[path->count++] = k->step;
        bool inside = false;
        if (m->r->max_steps > 1) {
            memcpy(l->state, s, m->r->state_size);
            for (int i = 0; i < path->count; i++)
                m->k->apply(m->r, l->state, lane_trail(l), path->steps[i]);
            inside = game_inside(m->r, l->state);
        }
        if (inside)
            gather_lines(g, k, path, s);
        else
            keep_line(g, path, k);
        path->count--;
    }
}

static int by_visits(const void *a, const void *b) {
    const root_line *x = a;
    const root_line *y = b;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    return x->stat < y->stat ? -1 : x->stat > y->stat;
}

static const mcts_node *node_of(const lane *l, const token *tok) {
    const mcts_node *n = mcts_at(&l->tree, 0);
    for (int i = 0; i < tok->count; i++) {
        uint32_t c = n->child;
        while (c && mcts_at(&l->tree, c)->step != tok->steps[i]) c = mcts_at(&l->tree, c)->next;
        if (!c) return NULL;
        n = mcts_at(&l->tree, c);
    }
    return n;
}

/* The principal variation of a root token; returns its length in tokens. */
static int line_pv(lane *l, root_line *line, bool *end) {
    const mcts *m = l->m;
    size_t mark = l->trail.len;
    memcpy(l->other, m->root_world, m->r->state_size);
    text pv = text_over(line->pv, sizeof line->pv);
    token_write(m->r, l->other, &line->first, &pv);
    token_apply(m->r, l->other, lane_trail(l), &line->first);
    const mcts_node *n = node_of(l, &line->first);
    int tokens = 1;
    if (n) tokens += write_pv(l, n, &pv, end);
    trail_cut(&l->trail, mark);
    return tokens;
}

/* Fills l->told from the tree; returns the length of the best line in tokens. */
int lane_publish(lane *l, bool *end) {
    const mcts *m = l->m;
    int want = m->job->options.multipv;
    int length = 0;
    (void)mtx_lock(&l->lock);
    published *p = &l->told;
    gather g = {.l = l, .lines = p->lines};
    token path = {.count = 0};
    rng deal = rng_stream(m->job->options.seed, 7);
    size_t mark = l->trail.len;
    position_world(m->job->root, &deal, l->other);
    gather_lines(&g, mcts_at(&l->tree, 0), &path, l->other);
    trail_cut(&l->trail, mark);
    qsort(g.lines, g.count, sizeof g.lines[0], by_visits);
    *end = false;
    for (size_t i = 0; i < g.count && (int)i < want; i++) {
        bool over = false;
        int n = line_pv(l, &g.lines[i], &over);
        if (i == 0) {
            length = n;
            *end = over;
        }
    }
    p->count = g.count;
    p->nodes = l->nodes;
    p->visits = l->iterations;
    p->depth_sum = l->depth_sum;
    p->seldepth = l->seldepth;
    p->full = (unsigned)((uint64_t)l->tree.count * 1000 / l->tree.cap);
    memcpy(p->stats, l->stats, m->root_width * sizeof(root_stat));
    (void)mtx_unlock(&l->lock);
    return length;
}

/* --- adding up the lanes --- */

static search_line *line_for(search_report *out, const token *tok, size_t room) {
    for (size_t i = 0; i < out->count; i++)
        if (token_equal(&out->lines[i].first, tok)) return &out->lines[i];
    if (out->count == room) return NULL;
    search_line *line = &out->lines[out->count++];
    memset(line, 0, sizeof *line);
    line->first = *tok;
    return line;
}

/* Adds one lane's line to the total; averages are undone into sums by their visits. The statistics
 * are those of the line's first step, which several tokens may share. */
static void add_line(const mcts *m, search_line *to, const root_line *from, const root_stat *s) {
    double n = (double)from->visits;
    if (from->pv[0] && (!to->pv[0] || strlen(from->pv) > strlen(to->pv)))
        memcpy(to->pv, from->pv, sizeof to->pv);
    to->visits += from->visits;
    double share = s->visits > 0 ? n / s->visits : 0;
    to->sd += s->square * share;
    for (int i = 0; i < m->players; i++) {
        to->values[i] += from->values[i] * n;
        to->points[i] += s->points[i] * share;
        to->win[i] += s->win[i] * share;
        for (int j = 0; j < m->players; j++) to->ranks[i][j] += s->ranks[i][j] * share;
    }
}

static void settle_line(const mcts *m, search_line *line) {
    double n = (double)line->visits;
    for (int i = 0; i < m->players; i++) {
        line->values[i] /= n;
        line->points[i] /= n;
        line->win[i] /= n;
        for (int j = 0; j < m->players; j++) line->ranks[i][j] /= n;
    }
    double own = line->values[m->job->seat];
    double variance = line->sd / n - own * own;
    line->sd = variance > 0 ? sqrt(variance) : 0;
    line->lcb = own - 1.96 * line->sd / sqrt(n);
}

static int better_line(const void *a, const void *b) {
    const search_line *x = a;
    const search_line *y = b;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    if (x->lcb != y->lcb) return x->lcb < y->lcb ? 1 : -1;
    return memcmp(x->first.steps, y->first.steps, sizeof x->first.steps);
}

void mcts_report(void *self, search_report *out) {
    mcts *m = self;
    uint64_t depth_sum = 0;
    unsigned full = 0;
    out->nodes = out->visits = 0;
    out->seldepth = 0;
    out->count = 0;
    for (int i = 0; i < m->lanes; i++) {
        lane *l = &m->lane[i];
        (void)mtx_lock(&l->lock);
        const published *p = &l->told;
        out->nodes += p->nodes;
        out->visits += p->visits;
        depth_sum += p->depth_sum;
        full += p->full;
        if (p->seldepth > out->seldepth) out->seldepth = p->seldepth;
        for (size_t j = 0; j < p->count; j++) {
            search_line *line = line_for(out, &p->lines[j].first, SEARCH_MAX_LINES);
            if (line) add_line(m, line, &p->lines[j], &p->stats[p->lines[j].stat]);
        }
        (void)mtx_unlock(&l->lock);
    }
    for (size_t i = 0; i < out->count; i++) settle_line(m, &out->lines[i]);
    qsort(out->lines, out->count, sizeof out->lines[0], better_line);
    /* Lanes write out their own best lines; a token that is best only in the sum has none yet. */
    for (size_t i = 0; i < out->count && (int)i < m->job->options.multipv; i++) {
        if (out->lines[i].pv[0]) continue;
        text pv = text_over(out->lines[i].pv, SEARCH_PV_ROOM);
        token_write(m->r, m->root_world, &out->lines[i].first, &pv);
    }
    out->depth = out->visits ? (unsigned)(depth_sum / out->visits) : 0;
    if (out->depth == 0 && out->count) out->depth = 1;
    if (out->seldepth < out->depth) out->seldepth = out->depth;
    out->hashfull = full / (unsigned)m->lanes;
    out->worlds = m->hidden ? out->visits : 0;
}
