/* What is marked on the board: a king in check, the line that won. */
#include "engine/rules/book/rulebook_table.h"

static void mark(const program *b, scene *out, const char *kind, area cells) {
    if (!area_some(cells)) return;
    scene_add_mark(out, kind);
    AREA_EACH(&cells, c) scene_mark_cell(out, b->board.cell_name[c]);
}

/* --- check --- */

static void mark_check(const program *b, const void *s, scene *out) {
    int me = rb_head_in(s)->mover;
    const rb_royal *royal = &b->side[me].royal;
    if (b->head.players != 2 || !royal->known || !b->run->in_check(b, s)) return;
    area king = rb_set_in(b, s, SET_OWN + me);
    if (b->kinds > 1) king = area_and(king, rb_set_in(b, s, b->set_kind + royal->kind));
    mark(b, out, "check", king);
}

/* --- the line that won --- */

/* The cells of `own` in lines of at least n. */
static area lines_of(const board *o, area own, int n) {
    area found = area_none();
    for (int d = 0; d < o->dirs; d++) {
        if (o->opposite[d] < d) continue; /* the same line from its other end */
        AREA_EACH(&own, c) {
            area line = area_of(c);
            int at = o->next[d][c];
            while (at >= 0 && area_has(&own, at) && !area_has(&line, at)) {
                area_set(&line, at);
                at = o->next[d][at];
            }
            if (area_count(line) >= n) found = area_or(found, line);
        }
    }
    return found;
}

/* A shortest way over cells of `own` from one area to another; empty where there is none. */
static area way_of(const board *o, area own, area from, area to) {
    int16_t before[AREA_CELLS];
    int16_t queue[AREA_CELLS];
    int first = 0;
    int last = 0;
    area seen = area_and(own, from);
    AREA_EACH(&seen, c) {
        before[c] = BOARD_OFF;
        queue[last++] = (int16_t)c;
    }
    while (first < last) {
        int c = queue[first++];
        if (area_has(&to, c)) {
            area way = area_none();
            for (; c >= 0; c = before[c]) area_set(&way, c);
            return way;
        }
        for (int d = 0; d < o->dirs; d++) {
            int next = o->near >> d & 1 ? o->next[d][c] : BOARD_OFF;
            if (next < 0 || !area_has(&own, next) || area_has(&seen, next)) continue;
            area_set(&seen, next);
            before[next] = (int16_t)c;
            queue[last++] = (int16_t)next;
        }
    }
    return area_none();
}

static area goal_of(const program *b, const void *s, area own, const rb_aim *aim) {
    area there = area_and(own, aim->goal);
    if (aim->goal_kind >= 0 && b->kinds > 1)
        there = area_and(there, rb_set_in(b, s, b->set_kind + aim->goal_kind));
    bool filled = area_equal(there, aim->goal);
    return aim->goal_all && !filled ? area_none() : there;
}

static void mark_win(const program *b, const void *s, scene *out) {
    const rb_head *h = rb_head_in(s);
    if (h->over != OVER_WIN) return;
    const rb_aim *aim = &b->side[h->winner].aim;
    area own = rb_set_in(b, s, SET_OWN + h->winner);
    area cells = area_none();
    if (aim->line) cells = lines_of(&b->board, own, aim->line);
    if (aim->has_path) cells = area_or(cells, way_of(&b->board, own, aim->path_from, aim->path_to));
    if (aim->has_goal) cells = area_or(cells, goal_of(b, s, own, aim));
    mark(b, out, "win", cells);
}

void rb_add_marks(const program *b, const void *s, scene *out) {
    mark_check(b, s, out);
    mark_win(b, s, out);
}
