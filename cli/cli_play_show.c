#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_play_state.h"
#include "engine/base/memory.h"
#include "search/why.h"

enum { LEGAL_SHOWN = 60 };

/* --- saying --- */

void play_say(const play *p, const char *fmt, ...) {
    char line[512];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    p->c.say(p->c.say_ctx, line);
}

void play_say_text(const play *p, const text *t) {
    p->c.say(p->c.say_ctx, text_string(t));
    if (t->cut) play_say(p, "\nno memory to show the rest\n");
}

void play_say_error(const play *p, const error *e) {
    play_say(p, "%s%s%s%s\n", e->text, e->reason[0] ? " (" : "", e->reason,
             e->reason[0] ? ")" : "");
}

/* --- the table --- */

void play_show_board(const play *p) {
    const rules *r = position_rules(p->pos);
    const game_manners *m = play_manners(p);
    text out = text_growing();
    if (m && m->screen && p->own) {
        play_names names;
        play_fill_names(p, &names);
        m->screen(r, position_data(p->pos), play_eyes(p), names.at, p->c.colours, &out);
    } else {
        text_char(&out, '\n');
        r->kind->draw(r, position_data(p->pos), play_eyes(p), p->c.colours, &out);
    }
    play_say_text(p, &out);
    text_done(&out);
}

void play_show_seats(const play *p) {
    const rules *r = position_rules(p->pos);
    play_say(p, "%s", r->kind->title);
    for (int i = 0; i < r->players; i++) {
        play_say(p, "%s seat %d %s", i ? "," : ":", i + 1, p->seat[i].engine);
        if (p->seat[i].name[0]) play_say(p, " (%s)", p->seat[i].name);
    }
    play_say(p, "; level %d, seed %llu\n", p->level, (unsigned long long)p->seed);
}

static void put_winners(const play *p, const rules *r, const float *utility, text *out) {
    play_who who;
    float most = utility[0];
    int winners = 0;
    for (int i = 1; i < r->players; i++)
        if (utility[i] > most) most = utility[i];
    for (int i = 0; i < r->players; i++) winners += utility[i] >= most;
    if (r->players == 1) {
        text_format(out, "%.1f %%", 100 * (double)most);
        return;
    }
    if (winners == r->players) {
        text_put(out, "a draw");
        return;
    }
    for (int i = 0, seen = 0; i < r->players; i++) {
        if (utility[i] < most) continue;
        text_format(out, "%s%s",
                    seen == 0             ? ""
                    : seen + 1 == winners ? " and "
                                          : ", ",
                    play_name(p, i, &who));
        seen++;
    }
    text_put(out, winners == 1 ? " wins" : " share the win");
}

static void show_finish(const play *p, const game_manners *m) {
    play_names names;
    text out = text_growing();
    play_fill_names(p, &names);
    m->finish(position_rules(p->pos), position_data(p->pos), names.at, &out);
    play_say_text(p, &out);
    text_done(&out);
}

void play_show_result(const play *p) {
    const rules *r = position_rules(p->pos);
    const void *s = position_data(p->pos);
    const game_manners *m = play_manners(p);
    play_who who;
    if (p->resigned >= 0) {
        play_say(p, "The game is over: %s resigns", play_name(p, p->resigned, &who));
        if (r->players == 2) play_say(p, ", %s wins", play_name(p, 1 - p->resigned, &who));
        play_say(p, ".\n");
        return;
    }
    if (m && m->finish && p->own) {
        show_finish(p, m);
        return;
    }
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    char room[256];
    text out = text_over(room, sizeof room);
    r->kind->returns(r, s, utility, points);
    put_winners(p, r, utility, &out);
    play_say(p, "The game is over (%s): %s.\n", r->kind->ending ? r->kind->ending(r, s) : "end",
             room);
    if (!(r->traits & GAME_POINTS)) return;
    play_say(p, "points:");
    for (int i = 0; i < r->players; i++)
        play_say(p, "%s %s %d", i ? "," : "", play_name(p, i, &who), (int)points[i]);
    play_say(p, "\n");
}

/* --- events --- */

/* An event as `eyes` see it; true if they see it whole. s is the state before it. */
static bool put_seen(const rules *r, const void *s, const token *tok, int eyes, text *out) {
    char full[GAME_TOKEN_ROOM];
    text whole = text_over(full, sizeof full);
    token_write(r, s, tok, &whole);
    if (eyes == SEAT_ALL || !(r->traits & GAME_HIDDEN)) {
        text_put(out, full);
        return true;
    }
    size_t from = out->len;
    r->kind->seen_text(r, s, tok->steps, tok->count, eyes, out);
    return strcmp(text_string(out) + from, full) == 0;
}

/* Says what shows of a token played in state s; nothing where nothing does. */
static void show_token(const play *p, const void *s, const token *tok, int eyes) {
    const rules *r = position_rules(p->pos);
    int actor = r->kind->actor(r, s);
    play_who who;
    text out = text_growing();
    if (actor == ACTOR_CHANCE)
        text_put(&out, "chance: ");
    else
        text_format(&out, "%s plays ", play_name(p, actor, &who));
    size_t before = out.len;
    bool whole = put_seen(r, s, tok, eyes, &out);
    bool shows = out.len > before;
    if (whole && r->kind->describe) {
        text_put(&out, " (");
        r->kind->describe(r, s, tok->steps, tok->count, &out);
        text_char(&out, ')');
    }
    text_char(&out, '\n');
    if (shows) play_say_text(p, &out);
    text_done(&out);
}

/* In a hidden game chance with one outcome may still be news: who reacted, what was shown. */
static void show_silent(const play *p, const token *tok, int eyes) {
    const rules *r = position_rules(p->pos);
    unsigned char *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    float *weight = mem_alloc(r->max_actions * sizeof *weight);
    bool ok = s && list && weight && r->kind->chance && !position_trail(p->pos);
    if (ok) {
        memcpy(s, position_data(p->pos), r->state_size);
        token_apply(r, s, NULL, tok);
    }
    while (ok && r->kind->actor(r, s) == ACTOR_CHANCE && r->kind->chance(r, s, list, weight) == 1) {
        token only = {.steps = {list[0]}, .count = 1};
        show_token(p, s, &only, eyes);
        token_apply(r, s, NULL, &only);
    }
    mem_free(s);
    mem_free(list);
    mem_free(weight);
}

void play_show_event(const play *p, const token *tok) {
    /* With several people at one screen only what everybody sees is said. */
    int eyes = play_hidden(p) && play_humans(p) > 1 ? SEAT_PUBLIC : play_eyes(p);
    show_token(p, position_data(p->pos), tok, eyes);
    if (play_hidden(p)) show_silent(p, tok, eyes);
}

/* Goes through the game once more from its start; event number `ply` is about to be played. */
static status list_moves(const play *p, unsigned from, int eyes, text *out, error *err) {
    const position *pos = p->pos;
    play_who who;
    position *at;
    status st = position_clone(&at, pos, err);
    if (st != ST_OK) return st;
    const rules *r = position_rules(at);
    const char *event;
    position_cut(at, position_first_ply(pos));
    for (unsigned i = position_ply(at); st == ST_OK && (event = position_event(pos, i)); i++) {
        const void *s = position_data(at);
        int actor = r->kind->actor(r, s);
        token tok;
        st = token_read(r, s, position_trail(at), event, &tok, err);
        if (st == ST_OK && i >= from) {
            size_t mark = out->len;
            text_format(out, "%4u  ", i + 1);
            if (actor == ACTOR_CHANCE)
                text_put(out, "chance  ");
            else
                text_format(out, "%s  ", play_name(p, actor, &who));
            size_t before = out->len;
            (void)put_seen(r, s, &tok, eyes, out);
            if (out->len == before)
                text_truncate(out, mark); /* nothing of it shows */
            else
                text_char(out, '\n');
        }
        if (st == ST_OK) st = position_play(at, event, err);
    }
    position_destroy(at);
    return st;
}

void play_show_moves(const play *p, unsigned from, int eyes, const char *head) {
    error e;
    text out = text_growing();
    status st = list_moves(p, from, eyes, &out, &e);
    if (st != ST_OK)
        play_say_error(p, &e);
    else if (out.len || out.cut)
        play_say(p, "%s\n", head);
    if (st == ST_OK) play_say_text(p, &out);
    text_done(&out);
}

/* --- questions --- */

/* A state that fits what the person may know; NULL when there is no memory, which has been said. */
static void *world_of(const play *p, const position *view) {
    void *world = mem_alloc(position_rules(view)->state_size);
    rng deal = {.s = 1};
    if (world)
        position_world(view, &deal, world);
    else
        play_say(p, "no memory for the answer\n");
    return world;
}

typedef struct listing {
    const rules *r;
    const void *world;
    const char *prefix;
    unsigned shown, count;
    text *out;
} listing;

static bool list_one(void *ctx, const token *tok, const char *name) {
    listing *l = ctx;
    if (!text_starts(name, l->prefix)) return true;
    l->count++;
    if (l->shown == LEGAL_SHOWN) return true;
    l->shown++;
    text_format(l->out, "  %s", name);
    if (l->r->kind->describe) {
        size_t width = strlen(name);
        text_repeat(l->out, ' ', width < 24 ? 24 - (int)width : 2);
        l->r->kind->describe(l->r, l->world, tok->steps, tok->count, l->out);
    }
    text_char(l->out, '\n');
    return true;
}

static void list_legal(play *p, const position *view, const char *prefix) {
    const rules *r = position_rules(view);
    text out = text_growing();
    listing l = {.r = r, .world = world_of(p, view), .prefix = prefix, .out = &out};
    if (l.world) {
        status st = token_spell(r, l.world, position_trail(view), list_one, &l);
        play_say_text(p, &out);
        if (st == ST_UNSUPPORTED)
            play_say(p, "there are too many outcomes to list\n");
        else if (st != ST_OK)
            play_say(p, "no memory for the list\n");
        else if (l.count > l.shown)
            play_say(p, "  and %u more; legal PREFIX lists those that start so\n",
                     l.count - l.shown);
        else if (!l.count)
            play_say(p, "nothing legal starts with %.60s\n", prefix);
    }
    mem_free((void *)l.world);
    text_done(&out);
}

void play_show_legal(play *p, const char *prefix) {
    error e;
    position *own = NULL;
    const position *view = NULL;
    if (play_actor(p) == ACTOR_NONE) {
        play_say(p, "the game is over\n");
        return;
    }
    if (play_view(p, &own, &view, &e) == ST_OK)
        list_legal(p, view, prefix);
    else
        play_say_error(p, &e);
    position_destroy(own);
}

static void say_what_it_does(play *p, const position *view, const char *event,
                             const char *canonical) {
    const rules *r = position_rules(view);
    void *world = world_of(p, view);
    token tok;
    if (!world) return;
    text out = text_growing();
    text_format(&out, "%s is legal", canonical);
    if (r->kind->describe &&
        token_read_exact(r, world, position_trail(view), event, &tok, NULL) == ST_OK) {
        text_put(&out, ": ");
        r->kind->describe(r, world, tok.steps, tok.count, &out);
    }
    text_char(&out, '\n');
    play_say_text(p, &out);
    text_done(&out);
    mem_free(world);
}

void play_show_why(play *p, const char *event) {
    error e;
    position *own = NULL;
    const position *view = NULL;
    char room[GAME_TOKEN_ROOM];
    char with_mark[GAME_TOKEN_ROOM];
    text canonical = text_over(room, sizeof room);
    text marked = text_over(with_mark, sizeof with_mark);
    if (play_actor(p) == ACTOR_CHANCE && event[0] != '!') text_char(&marked, '!');
    text_put(&marked, event);
    status st = play_actor(p) == ACTOR_NONE ? error_set(&e, ST_GAME_OVER, "the game is over")
                                            : play_view(p, &own, &view, &e);
    if (st == ST_OK) st = position_verify(view, with_mark, &canonical, &e);
    if (st == ST_OK)
        say_what_it_does(p, view, with_mark, room);
    else
        play_say(p, "%.60s is not legal: %s%s%s%s\n", event, e.text, e.reason[0] ? " (" : "",
                 e.reason, e.reason[0] ? ")" : "");
    position_destroy(own);
}

static void say_hint(play *p, const position *root, const search_report *rep, int seat) {
    const rules *r = position_rules(root);
    const search_line *best = &rep->lines[0];
    error e;
    text out = text_growing();
    text_format(&out, "hint: %.*s", (int)strcspn(best->pv, " "), best->pv);
    for (int i = 0; i < r->players; i++)
        text_format(&out, "%s seat %d %.1f %%", i ? "," : ":", i + 1, 100 * best->values[i]);
    if (strchr(best->pv, ' ')) text_format(&out, "; line %s", best->pv);
    text_char(&out, '\n');
    size_t mark = out.len;
    text_put(&out, "why: ");
    size_t reason = out.len;
    if (search_why(root, seat, NULL, rep, &out, &e) != ST_OK || out.len == reason)
        text_truncate(&out, mark);
    else
        text_char(&out, '\n');
    play_say_text(p, &out);
    text_done(&out);
}

void play_show_hint(play *p) {
    error e;
    search_question q;
    search_answer a;
    position *own = NULL;
    if (play_actor(p) < 0) {
        play_say(p, play_actor(p) == ACTOR_NONE ? "the game is over\n" : "chance decides here\n");
        return;
    }
    status st = play_question(p, "auto", &q, &e);
    if (st == ST_OK) st = play_view(p, &own, &q.root, &e);
    if (st == ST_OK) {
        q.options.multipv = 2;
        search_prepare(p->search, false);
        st = search_run(p->search, &q, p->c.listen, p->c.listen_ctx, &a, &e);
    }
    if (st == ST_OK && a.report.count)
        say_hint(p, q.root, &a.report, q.seat);
    else if (st == ST_OK)
        play_say(p, "nothing was found in this time\n");
    else
        play_say_error(p, &e);
    position_destroy(own);
}

/* --- the evaluation --- */

/* The columns of seats from..to-1. */
static void put_terms(const evaluator *e, const evaluation *v, int from, int to, text *out) {
    text_format(out, "%-20s weight", "term");
    for (int i = from; i < to; i++) text_format(out, "         seat %d", i + 1);
    text_char(out, '\n');
    for (int k = 0; k < e->count; k++) {
        double weight = (double)e->weight[k];
        text_format(out, "%-20s %6.3f", e->kind->features[k].name, weight);
        for (int i = from; i < to; i++) {
            double raw = (double)v->raw[i][k];
            text_format(out, " %6.4g %+7.2f", raw, raw != 0 ? weight * raw : 0);
        }
        text_char(out, '\n');
    }
    text_format(out, "%-27s", "total");
    for (int i = from; i < to; i++) text_format(out, "        %+7.2f", v->total[i]);
    text_char(out, '\n');
}

static void put_shares(const evaluation *v, int players, text *out) {
    text_format(out, "%-27s", "share of the win");
    for (int i = 0; i < players; i++) text_format(out, "       %6.1f %%", 100 * v->win[i]);
    text_char(out, '\n');
}

/* In a hidden game a person can know the own terms only. */
void play_show_table(play *p) {
    const rules *r = position_rules(p->pos);
    evaluator e;
    error why;
    position *own = NULL;
    const position *view = NULL;
    evaluator_init(&e, r->kind);
    if (!e.count) {
        play_say(p, "%s has no evaluation; ask for a hint\n", r->kind->name);
        return;
    }
    if (play_view(p, &own, &view, &why) != ST_OK) {
        play_say_error(p, &why);
        return;
    }
    void *world = world_of(p, view);
    evaluation *v = mem_alloc(sizeof *v);
    text out = text_growing();
    if (world && v) {
        evaluator_run(&e, r, world, v);
        int seat = own ? play_actor(p) : 0;
        put_terms(&e, v, seat, own ? seat + 1 : r->players, &out);
        if (!own) put_shares(v, r->players, &out);
        play_say_text(p, &out);
    }
    text_done(&out);
    mem_free(v);
    mem_free(world);
    position_destroy(own);
}
