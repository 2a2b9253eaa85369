#include "cli/play/play_core.h"

#include <assert.h>
#include <string.h>

#include "cli/play/play_choose.h"
#include "cli/play/play_engines.h"
#include "cli/play/play_events.h"
#include "cli/play/play_input.h"
#include "cli/play/play_log.h"
#include "cli/play/play_names.h"
#include "cli/play/play_programs.h"
#include "cli/play/play_replay.h"
#include "cli/play/play_setup.h"
#include "cli/play/play_show.h"
#include "cli/play/play_thoughts.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"

/* --- create and destroy --- */

static status take_seats(play *p, const rules *r, error *err) {
    status st = play_engines_create(p, r, err);
    for (int i = 0; st == ST_OK && i < GAME_MAX_PLAYERS; i++) {
        const char *word = p->c.seat[i];
        text copy = text_over(p->seat[i].engine, PLAY_NAME_SIZE);
        p->seat[i].human = word && text_same(word, "human");
        text_put(&copy, p->seat[i].human ? word : p->engine[i].spec.name);
        if (i >= r->players && word)
            st = error_set(err, ST_BAD_VALUE, "there is no seat %d: %s has %d seats here", i + 1,
                           r->game->name, r->players);
    }
    return st;
}

/* Whether the game's own screen comes first. */
static bool starts_classic(const play_config *c, const rules *r) {
    screen_look look;
    if (c->start != PLAY_SCREEN_ANY) return c->start == PLAY_SCREEN_CLASSIC;
    return !r->terminal->on_request && !(c->look && c->look(&look));
}

status play_create(play **out, const play_config *c, position *start, error *err) {
    *out = NULL;
    play *p = mem_alloc(sizeof *p);
    if (!p) {
        position_destroy(start);
        return error_set(err, ST_NOMEM, "no memory for the table");
    }
    p->c = *c;
    p->pos = start;
    p->level = c->level;
    p->seed = c->seed;
    p->resigned = p->facing = -1;
    p->stale = true;
    p->own = starts_classic(c, position_rules(start));
    p->log.body = text_growing();
    status st = take_seats(p, position_rules(start), err);
    if (st == ST_OK && c->names) st = play_take_names(p, position_rules(start), c->names, err);
    if (st == ST_OK && search_create(&p->search) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the search");
    if (st == ST_OK)
        *out = p;
    else
        play_destroy(p);
    return st;
}

void play_destroy(play *p) {
    if (!p) return;
    play_replay_end(p);
    play_choose_forget(p);
    play_log_done(p);
    play_thoughts_done(p);
    search_destroy(p->search);
    opening_names_destroy(p->openings);
    play_engines_done(p);
    position_destroy(p->draft);
    position_destroy(p->future);
    position_destroy(p->pos);
    mem_free(p);
}

bool play_was_left(const play *p) {
    return p->quit;
}

const char *play_prompt(const play *p) {
    return p->prompt;
}

/* --- what comes next --- */

/* There is a game on the table, and the marks of its seats are within it. */
static FOR_ASSERT bool play_check(const play *p) {
    if (!p->pos || (p->replayed.full == NULL) != (p->replayed.waiting == NULL)) return false;
    int n = position_rules(p->pos)->players;
    if (p->log.reported > p->log.body.len) return false;
    if (p->resigned >= n || p->facing >= n) return false;
    for (int i = 0; !play_replays(p) && i < n; i++)
        if (p->looked[i] > position_ply(p->pos)) return false;
    return play_replays(p) || !p->future || position_ply(p->future) >= position_ply(p->pos);
}

/* Rolls the dice as a position with this seed would, and tells all players what fell. */
static status roll(play *p, error *err) {
    const rules *r = position_rules(p->pos);
    chance_buffers chance;
    if (chance_buffers_init(&chance, r) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the dice");
    rng g = rng_stream(p->seed, position_ply(p->pos));
    token one = {.count = 1};
    one.steps[0] = game_draw_chance(r, position_data(p->pos), chance, &g, NULL);
    chance_buffers_done(&chance);
    char event[GAME_TOKEN_SIZE];
    text out = text_over(event, sizeof event);
    token_write(r, position_data(p->pos), &one, &out);
    return play_event(p, event, false, err);
}

/* Plays what needs no person: chance, and answers that there is only one of. Whether a game ends
 * that offers nothing else is for the people to see. */
static status play_what_is_clear(play *p, error *err) {
    enum { MAX_FORCED = 100 };
    status st = ST_OK;
    for (int forced = 0; st == ST_OK && forced < MAX_FORCED;) {
        char event[GAME_TOKEN_SIZE];
        text answer = text_over(event, sizeof event);
        if (play_actor(p) == ACTOR_CHANCE && !p->c.dice) {
            st = roll(p, err);
        } else if (p->resigned < 0 && play_choose_forced(p, p->pos, &answer)) {
            int actor = play_actor(p);
            int viewer = play_event_viewer(p);
            if (viewer == SEAT_ALL || viewer == actor) play_say(p, "only one answer: ");
            st = play_event(p, event, false, err);
            if (st == ST_OK) p->looked[actor] = position_ply(p->pos);
            forced++;
        } else {
            break;
        }
    }
    return st;
}

/* Whether another person must come to the keyboard before the board may be shown. */
static bool must_hand_over(const play *p, int actor) {
    return play_hidden(p) && play_humans(p) > 1 && p->facing != actor;
}

static void wipe(const play *p) {
    if (p->c.screen) play_say(p, "\033[H\033[2J\033[3J");
}

/* A person takes over: what happened since this seat last looked, then the board. */
static void take_keyboard(play *p, int actor) {
    assert(actor >= 0 && p->seat[actor].human);
    p->handing = false;
    p->facing = actor;
    p->stale = true;
    play_choose_forget(p);
    wipe(p);
    bool first = p->looked[actor] <= position_first_ply(p->pos);
    play_show_moves(p, p->looked[actor], actor, first ? "so far:" : "since your last turn:");
}

static play_want ask_for(play *p, const char *prompt) {
    text copy = text_over(p->prompt, sizeof p->prompt);
    text_put(&copy, prompt);
    return PLAY_LINE;
}

static play_want ask_by_name(play *p, int actor) {
    play_who who;
    text out = text_over(p->prompt, sizeof p->prompt);
    const game_terminal *m = play_terminal(p);
    if (m && m->prompt && p->own) {
        play_names names;
        play_fill_names(p, &names);
        m->prompt(position_rules(p->pos), position_data(p->pos), names.at, &out);
    } else {
        text_format(&out, "%s> ", play_name(p, actor, &who));
    }
    return PLAY_LINE;
}

static play_want ask_person(play *p, int actor) {
    play_who who;
    if (must_hand_over(p, actor)) {
        if (!p->handing) wipe(p);
        if (!p->handing)
            play_say(p, "pass the keyboard to %s%s\n", play_name(p, actor, &who),
                     p->c.screen ? ", who presses enter" : "");
        p->handing = p->c.screen;
        if (p->handing) return PLAY_ENTER;
        take_keyboard(p, actor);
    }
    if (p->stale) play_show_board(p);
    if (p->stale && play_may_claim(p)) {
        char buf[128];
        text draw = text_over(buf, sizeof buf);
        game_tell_result(position_rules(p->pos), position_data(p->pos), "a draw", &draw);
        play_say(p, "You may claim %s: type claim, or play on.\n", buf);
    }
    p->stale = false;
    return ask_by_name(p, actor);
}

/* A game that is looked at moves on when a person says so. */
static play_want ask_in_replay(play *p) {
    text out = text_over(p->prompt, sizeof p->prompt);
    if (p->stale) play_show_board(p);
    p->stale = false;
    play_replay_prompt(p, &out);
    return PLAY_LINE;
}

/* What fell on a real table: it is asked for once. */
static play_want ask_dice(play *p) {
    if (p->stale) play_choose_question(p);
    p->stale = false;
    return ask_for(p, "dice> ");
}

/* Whether dice, deals or engines have used it. */
static bool seed_matters(const play *p) {
    const rules *r = position_rules(p->pos);
    return r->traits & (GAME_CHANCE | GAME_HIDDEN) || play_humans(p) < r->players;
}

static play_want ask_after_the_end(play *p) {
    if (!p->reported) {
        if (p->own && play_terminal(p)) play_say(p, "\n");
        play_show_board(p);
        play_show_result(p);
        play_program_report(p);
        if (seed_matters(p)) play_say(p, "seed %llu\n", (unsigned long long)p->seed);
    }
    p->reported = p->open = true;
    p->stale = false;
    return ask_for(p, "over> ");
}

status play_next(play *p, play_want *want, error *err) {
    assert(play_check(p));
    *want = PLAY_QUIT;
    if (p->quit) return ST_OK;
    if (!p->introduced && p->c.purpose != PLAY_TO_PLAY) {
        p->introduced = true;
        if (p->c.purpose == PLAY_TO_SET_UP) play_setup_start(p);
    }
    if (!p->introduced) {
        play_show_seats(p);
        play_say(p, "Type an action, or help for the commands.\n");
        p->introduced = true;
        play_log_again(p);
    }
    if (p->draft || play_replays(p)) {
        *want = p->draft ? ask_for(p, "setup> ") : ask_in_replay(p);
        return ST_OK;
    }
    status st = play_what_is_clear(p, err);
    if (st != ST_OK) return st;
    int actor = play_actor(p);
    if (p->c.purpose != PLAY_TO_PLAY && actor != ACTOR_CHANCE) return ST_OK;
    if (actor == ACTOR_NONE)
        *want = ask_after_the_end(p);
    else if (actor == ACTOR_CHANCE)
        *want = ask_dice(p);
    else
        *want = p->seat[actor].human ? ask_person(p, actor) : PLAY_THINK;
    return ST_OK;
}

/* --- engines --- */

static status play_token(play *p, const token *tok, error *err) {
    char event[GAME_TOKEN_SIZE];
    text out = text_over(event, sizeof event);
    token_write(position_rules(p->pos), position_data(p->pos), tok, &out);
    return play_event(p, event, false, err);
}

status play_think(play *p, error *err) {
    int actor = play_actor(p);
    if (actor < 0 || p->seat[actor].human)
        return error_set(err, ST_INTERNAL, "no engine is to act");
    if (play_may_claim(p)) return play_claim(p, err); /* its searches see it as over */
    atomic_store(&p->hurry, false);
    if (p->engine[p->seat[actor].number].program) return play_program_decide(p, actor, err);
    search_question q;
    search_answer a;
    position *own = NULL;
    status st = play_question(p, false, &q, err);
    if (st == ST_OK) st = play_view(p, &own, &q.root, err);
    if (st == ST_OK) {
        search_prepare(p->search, false);
        st = search_run(p->search, &q, p->c.listen, p->c.listen_ctx, &a, err);
    }
    if (st == ST_OK && !a.report.count)
        st = error_set(err, ST_INTERNAL, "the search found nothing");
    if (st == ST_OK) {
        const search_line *best = &a.report.lines[a.best];
        bool searched = a.report.nodes > 0;
        line_score score = searched ? score_of_line(q.root, best, actor, false) : (line_score){0};
        play_engine_used(p, actor, a.report.time_ms);
        st = play_token(p, &best->first, err);
        if (st == ST_OK && searched) play_thoughts_note(p, actor, &score, a.report.depth);
    }
    position_destroy(own);
    return st;
}

void play_stop(play *p) {
    atomic_store(&p->hurry, true);
    search_stop(p->search);
}

/* --- people --- */

/* Bytes that no keyboard sends as part of a word would only disturb a terminal. */
static char *clean_copy(const char *line) {
    char *copy = mem_string(line + strspn(line, " \t"));
    if (!copy) return NULL;
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
    size_t n = strlen(copy);
    while (n && copy[n - 1] == ' ') copy[--n] = '\0';
    return copy;
}

void play_line(play *p, const char *line) {
    char *copy = clean_copy(line);
    if (!copy) {
        play_say(p, "no memory for this line\n");
        return;
    }
    if (p->handing) {
        if (text_same(copy, "quit") || text_same(copy, "/quit"))
            p->quit = true;
        else
            take_keyboard(p, play_actor(p));
    } else if (p->draft) {
        play_setup_line(p, copy);
    } else {
        play_input(p, copy);
    }
    assert(play_check(p));
    mem_free(copy);
}
