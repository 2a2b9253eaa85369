#include "cli/play/play_show.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/play/play_names.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/happened.h"
#include "engine/game/table_text.h"

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

/* What `viewer` knows is drawn, not the state: *world is a deal of it, to be freed. */
static const void *state_to_draw(const play *p, int viewer, void **world) {
    position *view = NULL;
    *world = NULL;
    if (!play_hidden(p) || viewer == SEAT_ALL) return position_data(p->pos);
    if (position_observe(&view, p->pos, viewer, NULL) == ST_OK)
        *world = mem_alloc(position_rules(p->pos)->state_size);
    rng deal = {.s = 1};
    if (*world) position_world(view, &deal, *world);
    position_destroy(view);
    return *world;
}

/* As a terminal can show it; false where the game's own drawing has to do. */
static bool show_scene(const play *p) {
    screen_look look;
    char *names[GAME_MAX_PLAYERS];
    scene *s;
    error e;
    if (!p->c.look || !p->c.look(&look)) return false;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        names[i] = p->seat[i].name[0] ? (char *)p->seat[i].name : NULL;
    look.names = names;
    if (scene_build(&s, p->pos, play_viewer(p), &e) != ST_OK) return false;
    text out = text_growing();
    text_char(&out, '\n');
    bool drawn = screen_draw(s, &look, &out);
    if (drawn) play_say_text(p, &out);
    text_done(&out);
    scene_destroy(s);
    return drawn;
}

void play_show_board(const play *p) {
    const rules *r = position_rules(p->pos);
    const game_terminal *m = play_terminal(p);
    void *world;
    if (!(m && m->screen && p->own) && show_scene(p)) return;
    const void *s = state_to_draw(p, play_viewer(p), &world);
    text out = text_growing();
    if (!s) {
        play_say(p, "no memory for the board\n");
        return;
    }
    if (m && m->screen && p->own) {
        play_names names;
        play_fill_names(p, &names);
        m->screen(r, s, play_viewer(p), names.at, p->c.colours, &out);
    } else {
        text drawn = text_growing();
        game_draw(r, s, play_viewer(p), p->c.colours, &drawn);
        text_char(&out, '\n');
        play_put_named(p, text_string(&drawn), true, &out);
        out.cut = out.cut || drawn.cut;
        text_done(&drawn);
    }
    play_say_text(p, &out);
    text_done(&out);
    mem_free(world);
}

void play_show_seats(const play *p) {
    const rules *r = position_rules(p->pos);
    play_say(p, "%s", r->game->title);
    for (int i = 0; i < r->players; i++) {
        play_say(p, "%s seat %d %s", i ? "," : ":", i + 1, p->seat[i].engine);
        if (p->seat[i].name[0]) play_say(p, " (%s)", p->seat[i].name);
    }
    play_say(p, "; level %d\n", p->level);
}

static void show_finish(const play *p, const game_terminal *m) {
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
    const game_terminal *m = play_terminal(p);
    play_who who;
    if (p->resigned >= 0) {
        play_say(p, "The game is over: %s %s", play_name(p, p->resigned, &who),
                 p->forfeit ? "forfeits" : "resigns");
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
    char buf[384];
    text out = text_over(buf, sizeof buf);
    char *names[GAME_MAX_PLAYERS];
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        names[i] = p->seat[i].name[0] ? (char *)p->seat[i].name : NULL;
    r->game->returns(r, s, utility, points);
    table_text_result(r, s, names, &out);
    play_say(p, "The game is over: %s.\n", buf);
    if (!(r->traits & GAME_POINTS)) return;
    play_say(p, "points:");
    for (int i = 0; i < r->players; i++)
        play_say(p, "%s %s %d", i ? "," : "", play_name(p, i, &who), (int)points[i]);
    play_say(p, "\n");
}

/* --- the game's own words --- */

void play_spell(const play *p, const void *s, const token *tok, const char *defaults, text *out) {
    spelling how = play_spelling(p);
    position *at = NULL;
    if (how == SPELLING_OWN) {
        spelling_write_own(position_rules(p->pos), s, tok, defaults, out);
    } else if (how == SPELLING_SAN && position_with_state(&at, p->pos, s, NULL) == ST_OK) {
        spelling_write(how, at, defaults, out);
        position_destroy(at);
    } else {
        text_put(out, defaults);
    }
}

/* Tokens are spelled as long as they can be read and played. */
void play_spell_line(const play *p, const position *root, const char *line, text *out) {
    spelling_write_line(play_spelling(p), root, line, out);
}

/* In a hidden game a deal that fits what the person knows is asked. Chess notation is read whatever
 * is shown. */
status play_read_own(const play *p, const char *line, text *out, error *err) {
    const game_terminal *m = position_rules(p->pos)->terminal;
    spelling how = spelling_for(position_rules(p->pos));
    if (how == SPELLING_SAN && play_actor(p) >= 0) {
        status st = spelling_read(how, p->pos, line, out, err);
        /* Who wants tokens is told why a token is none. */
        return st == ST_OK || !p->c.tokens ? st : ST_NOT_FOUND;
    }
    position *own = NULL;
    const position *view = NULL;
    if (!m->typed || play_actor(p) < 0) return ST_NOT_FOUND;
    void *world = mem_alloc(position_rules(p->pos)->state_size);
    status st =
        world ? play_view(p, &own, &view, err) : error_set(err, ST_NOMEM, "no memory to read this");
    if (st == ST_OK) {
        rng deal = {.s = 1};
        position_world(view, &deal, world);
        st = m->typed(position_rules(p->pos), world, line, out, err);
    }
    position_destroy(own);
    mem_free(world);
    return st;
}

/* --- events --- */

/* What the seats are called in sentences: "Ann", or "seat 2". */
typedef struct seat_names {
    play_who buf[GAME_MAX_PLAYERS];
    char *at[GAME_MAX_PLAYERS];
} seat_names;

static void name_seats(const play *p, seat_names *out) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        text copy = text_over(out->buf[i].buf, sizeof out->buf[i].buf);
        play_who who;
        text_put(&copy, play_name(p, i, &who));
        out->at[i] = out->buf[i].buf;
    }
}

/* One event of the table, as `viewer` sees it: the token, and what it did in words. */
typedef struct shown_event {
    int actor;
    char token[GAME_TOKEN_SIZE]; /* empty: nothing of it shows */
    seat_names names;
    happened_list did;
} shown_event;

static status look_at(const play *p, const position_moment *m, int viewer, shown_event *out,
                      error *err) {
    const rules *r = position_rules(p->pos);
    const trail *t = position_trail(p->pos) ? &m->trail : NULL;
    token tok;
    name_seats(p, &out->names);
    happened_init(&out->did, out->names.at);
    out->actor = r->game->actor(r, m->data);
    text seen = text_over(out->token, sizeof out->token);
    status st = token_read_exact((state_ref){r, m->data, t}, m->event, &tok, err);
    if (st != ST_OK) return st;
    if (viewer == SEAT_ALL || !(r->traits & GAME_HIDDEN)) {
        char defaults[GAME_TOKEN_SIZE];
        text full = text_over(defaults, sizeof defaults);
        token_write(r, m->data, &tok, &full);
        play_spell(p, m->data, &tok, defaults, &seen);
    } else {
        r->views->seen_text(r, m->data, tok.steps, tok.count, viewer, &seen);
    }
    happened_in_state(r, m->data, tok.steps, tok.count, viewer, &out->did);
    return out->did.cut || out->did.words.cut
               ? error_set(err, ST_NOMEM, "no memory for what happened")
               : ST_OK;
}

/* The words for the event itself; empty where they say no more than the token. */
static const char *own_words(const play *p, const shown_event *e) {
    const game_terminal *m = play_terminal(p);
    const char *said = e->did.count ? happened_words(&e->did, 0) : "";
    bool spelled = m && m->spell && p->own && e->actor == ACTOR_CHANCE;
    return spelled || strcmp(said, e->token) == 0 ? "" : said;
}

/* The words for the event after its token, with the players' names. */
static void put_own_words(const play *p, const char *said, text *out) {
    if (*said) {
        text_put(out, " (");
        play_put_named(p, said, false, out);
        text_char(out, ')');
    }
    text_char(out, '\n');
}

static void put_event(const play *p, const shown_event *e, text *out) {
    play_who who;
    const char *said = own_words(p, e);
    if (position_rules(p->pos)->terminal->names_seats && *said) {
        text_format(out, "%s [%s]\n", said, e->token); /* a complete sentence */
        return;
    }
    if (e->actor == ACTOR_CHANCE)
        text_format(out, "chance: %s", e->token);
    else
        text_format(out, "%s plays %s", play_name(p, e->actor, &who), e->token);
    put_own_words(p, said, out);
}

static void put_what_followed(const shown_event *e, size_t from, int indent, text *out) {
    for (size_t i = from; i < e->did.count; i++) {
        text_repeat(out, ' ', indent);
        text_format(out, "%s\n", happened_words(&e->did, i));
    }
}

int play_event_viewer(const play *p) {
    /* With several people at one screen only what all players see is said. */
    return play_hidden(p) && play_humans(p) > 1 ? SEAT_PUBLIC : play_viewer(p);
}

/* In a hidden game chance with one outcome may still be news: who reacted, what was shown. */
void play_show_events(const play *p, unsigned from, int viewer, bool own) {
    enum { INDENT = 2 };
    error e;
    status st = ST_OK;
    position_moment m;
    text out = text_growing();
    for (unsigned ply = from; st == ST_OK && ply < position_ply(p->pos); ply++)
        for (unsigned k = 0; st == ST_OK && position_moment_at(p->pos, ply, k, &m); k++) {
            shown_event event;
            if (k && !play_hidden(p)) break;
            st = look_at(p, &m, viewer, &event, &e);
            bool typed = own && ply == from && k == 0;
            if (st == ST_OK && event.token[0] && !typed) put_event(p, &event, &out);
            if (st == ST_OK) put_what_followed(&event, 1, INDENT, &out);
            happened_done(&event.did);
        }
    play_say_text(p, &out);
    if (st != ST_OK) play_say_error(p, &e);
    text_done(&out);
}

/* One line of the list of moves, and what followed below it. *number counts the events that show:
 * how many others there were is not to be seen. */
static status put_move(const play *p, unsigned ply, int viewer, unsigned *number, text *out,
                       error *err) {
    enum { INDENT = 8 };
    play_who who;
    position_moment m;
    status st = ST_OK;
    bool sentences = position_rules(p->pos)->terminal->names_seats && !p->c.tokens;
    for (unsigned k = 0; st == ST_OK && position_moment_at(p->pos, ply, k, &m); k++) {
        shown_event event;
        if (k && !play_hidden(p)) break;
        st = look_at(p, &m, viewer, &event, err);
        bool shows = st == ST_OK && event.token[0];
        if (shows && k == 0) {
            const char *said = own_words(p, &event);
            const char *name =
                event.actor == ACTOR_CHANCE ? "chance" : play_name(p, event.actor, &who);
            /* A complete sentence says all that there is to read, in one line of a terminal. */
            bool sentence = sentences && *said;
            if (sentence)
                text_format(out, "%4u  %s\n", ++*number, said);
            else
                text_format(out, "%4u  %s  %s", ++*number, name, event.token);
            if (!sentence) put_own_words(p, said, out);
        }
        if (shows) put_what_followed(&event, k == 0, INDENT, out);
        happened_done(&event.did);
    }
    return st;
}

void play_show_opening(play *p, bool reached) {
    opening_name name;
    if (!play_opening(p, p->pos, &name)) return;
    if (!reached || name.ply == position_ply(p->pos) - position_first_ply(p->pos))
        play_say(p, "Opening: %s %s\n", name.eco, name.name);
}

void play_show_moves(const play *p, unsigned from, int viewer, const char *head) {
    error e;
    status st = ST_OK;
    text out = text_growing();
    unsigned number = position_first_ply(p->pos);
    for (unsigned ply = number; st == ST_OK && ply < position_ply(p->pos); ply++) {
        st = put_move(p, ply, viewer, &number, &out, &e);
        if (ply < from) text_clear(&out);
    }
    if (st != ST_OK)
        play_say_error(p, &e);
    else if (out.len || out.cut)
        play_say(p, "%s\n", head);
    if (st == ST_OK) play_say_text(p, &out);
    text_done(&out);
}
