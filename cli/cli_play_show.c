#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_play_state.h"
#include "engine/base/memory.h"

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
