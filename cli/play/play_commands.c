#include "cli/play/play_commands.h"

#include <stdio.h>
#include <string.h>

#include "cli/play/play_answer.h"
#include "cli/play/play_choose.h"
#include "cli/play/play_engines.h"
#include "cli/play/play_events.h"
#include "cli/play/play_files.h"
#include "cli/play/play_log.h"
#include "cli/play/play_names.h"
#include "cli/play/play_programs.h"
#include "cli/play/play_replay.h"
#include "cli/play/play_setup.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "lib/game_page.h"
#include "search/skill.h"

enum { NEAR = 2 };

/* One command; `rest` is what follows its name, without spaces around it. */
typedef struct play_word {
    const char *name, *syntax, *what;
    void (*run)(play *p, const char *rest);
} play_word;

/* --- looking --- */

static void do_board(play *p, const char *rest) {
    (void)rest;
    play_show_board(p);
}

static void do_legal(play *p, const char *rest) {
    play_show_legal(p, rest);
}

static void do_moves(play *p, const char *rest) {
    (void)rest;
    if (position_ply(p->pos) == position_first_ply(p->pos))
        play_say(p, "nothing has happened yet\n");
    else
        play_show_moves(p, 0, play_viewer(p), "moves:");
    play_show_opening(p, false);
}

static void do_why(play *p, const char *rest) {
    if (*rest)
        play_show_why(p, rest);
    else
        play_say(p, "why takes an action: why ACTION\n");
}

static void do_hint(play *p, const char *rest) {
    (void)rest;
    play_show_hint(p);
}

static void do_eval(play *p, const char *rest) {
    (void)rest;
    play_show_table(p);
}

/* The position in one line, as the person at the keyboard knows it; or another one. */
static void do_fen(play *p, const char *rest) {
    error e;
    position *made = NULL;
    status st = ST_OK;
    if (!*rest) {
        int viewer = play_viewer(p);
        text out = text_growing();
        if (viewer != SEAT_ALL) st = position_observe(&made, p->pos, viewer, &e);
        if (st == ST_OK) position_write(made ? made : p->pos, &out);
        text_char(&out, '\n');
        if (st == ST_OK) play_say_text(p, &out);
        position_destroy(made);
        text_done(&out);
    } else if (play_replays(p)) {
        play_say(p, "this game is a replay: end returns to yours\n");
    } else {
        st = play_setup_enter(p, rest, &e);
    }
    if (st != ST_OK) play_say_error(p, &e);
}

static void do_explain(play *p, const char *rest) {
    if (*rest)
        play_explain(p, rest);
    else
        play_say(p, "card takes a name, of a card or another thing of the game: card NAME\n");
}

static void do_setup(play *p, const char *rest) {
    (void)rest;
    play_setup_start(p);
}

/* --- taking back, starting again --- */

/* A decision: where only one answer was possible there was none. */
static bool person_to_act(const play *p, const position *pos) {
    const rules *r = position_rules(pos);
    int actor = r->game->actor(r, position_data(pos));
    return actor >= 0 && p->seat[actor].human && !play_choose_forced(p, pos, NULL);
}

/* Back to the n-th last decision of a person. */
static status take_back(const play *p, position *pos, uint64_t n, error *err) {
    for (uint64_t i = 0; i < n; i++) {
        do {
            if (position_undo(pos, 1, NULL) != ST_OK)
                return error_set(err, ST_NOT_FOUND, "there is no such decision to take back");
        } while (!person_to_act(p, pos));
    }
    return ST_OK;
}

static void do_undo(play *p, const char *rest) {
    error e;
    uint64_t n = 1;
    position *back = NULL;
    if (*rest && (!text_u64(rest, UINT32_MAX, &n) || n == 0)) {
        play_say(p, "undo takes a number of decisions: undo [N]\n");
        return;
    }
    if (p->resigned >= 0) {
        p->resigned = -1;
        p->reported = false;
        p->stale = true;
        n--;
    } else if (game_end(position_rules(p->pos), position_data(p->pos)) == END_CLAIM &&
               play_actor(p) == ACTOR_NONE) {
        position_allow(p->pos, POSITION_OPEN_ENDS); /* the claim is taken back */
        p->stale = true;
        n--;
    }
    status st = position_clone(&back, p->pos, &e);
    if (st == ST_OK) st = take_back(p, back, n, &e);
    if (st != ST_OK) {
        position_destroy(back);
        play_say_error(p, &e);
        return;
    }
    /* What is taken back stays at hand for redo: the longest line that was there. */
    if (!p->future && position_ply(back) < position_ply(p->pos)) {
        p->future = p->pos;
        p->pos = NULL;
    }
    play_put(p, back);
    play_log_forget(p, position_ply(back) + 1);
    play_log_again(p);
}

/* On to the next decision of a person that was taken back, or to the end of what was. */
static void do_redo(play *p, const char *rest) {
    error e;
    position *made;
    (void)rest;
    if (!p->future) {
        play_say(p, "nothing was taken back\n");
        return;
    }
    unsigned end = position_ply(p->future);
    for (unsigned at = position_ply(p->pos) + 1;; at++) {
        if (position_clone(&made, p->future, &e) != ST_OK) {
            play_say_error(p, &e);
            return;
        }
        position_cut(made, at);
        if (at >= end || person_to_act(p, made)) break;
        position_destroy(made);
    }
    if (position_ply(made) >= end) {
        position_destroy(p->future);
        p->future = NULL;
    }
    play_put(p, made);
    play_log_again(p);
}

static void do_new(play *p, const char *rest) {
    error e;
    position *made;
    (void)rest;
    if (position_clone(&made, p->pos, &e) != ST_OK) {
        play_say_error(p, &e);
        return;
    }
    position_cut(made, position_first_ply(made));
    p->seed++;
    if (!p->c.dice) position_set_seed(made, p->seed);
    play_put_new(p, made);
    play_show_seats(p);
}

static void do_resign(play *p, const char *rest) {
    int actor = play_actor(p);
    (void)rest;
    if (actor < 0 || !p->seat[actor].human) {
        play_say(p, actor == ACTOR_NONE ? "the game is over\n" : "chance decides here\n");
        return;
    }
    play_give_up(p, actor, false);
}

static void do_claim(play *p, const char *rest) {
    error e;
    int actor = play_actor(p);
    (void)rest;
    if (actor < 0 || !p->seat[actor].human || !play_may_claim(p))
        play_say(p, actor == ACTOR_NONE ? "the game is over\n" : "nothing can be claimed here\n");
    else if (play_claim(p, &e) != ST_OK)
        play_say_error(p, &e);
}

/* --- files --- */

static bool may_use_files(play *p, const char *rest, const char *syntax) {
    if (!*rest)
        play_say(p, "%s takes a file name\n", syntax);
    else if (!p->c.files)
        play_say(p, "%s is not allowed here\n", syntax);
    return *rest && p->c.files;
}

static void do_save(play *p, const char *rest) {
    static const char flag[] = "--force ";
    error e;
    bool force = text_starts(rest, flag);
    if (force) rest += strlen(flag);
    if (!may_use_files(p, rest, "save")) return;
    if (play_save(p, rest, force, &e) == ST_OK)
        play_say(p, "saved as %.400s\n", rest);
    else
        play_say_error(p, &e);
}

static status load(play *p, const char *path, error *err) {
    position *pos;
    char *names;
    uint64_t seed = p->seed;
    status st = play_read_game(p, path, &pos, &names, &seed, err);
    if (st == ST_OK) st = play_check_seats(p, position_rules(pos), err);
    if (st == ST_OK && names) st = play_take_names(p, position_rules(pos), names, err);
    if (st == ST_OK) {
        p->seed = seed;
        play_put_new(p, pos);
    } else {
        position_destroy(pos);
    }
    mem_free(names);
    return st;
}

/* Standard input is where the commands come from. */
static bool may_read_file(play *p, const char *rest, const char *syntax) {
    if (!may_use_files(p, rest, syntax)) return false;
    bool named = strcmp(rest, "-") != 0;
    if (!named) play_say(p, "%s takes the name of a file\n", syntax);
    return named;
}

static void do_load(play *p, const char *rest) {
    error e;
    if (!may_read_file(p, rest, "load")) return;
    if (load(p, rest, &e) != ST_OK)
        play_say_error(p, &e);
    else
        play_show_seats(p);
}

static void do_replay(play *p, const char *rest) {
    if (may_read_file(p, rest, "replay")) play_replay(p, rest);
}

/* --- the table --- */

/* The seat of the person who asks: the one to act, else the first person's. */
static int own_seat(const play *p) {
    int actor = play_actor(p);
    if (actor >= 0 && p->seat[actor].human) return actor;
    for (int i = 0; i < position_rules(p->pos)->players; i++)
        if (p->seat[i].human) return i;
    return -1;
}

static int next_engine(const play *p, int from) {
    int players = position_rules(p->pos)->players;
    for (int k = 1; k < players; k++)
        if (!p->seat[(from + k) % players].human) return (from + k) % players;
    return -1;
}

static void do_swap(play *p, const char *rest) {
    int players = position_rules(p->pos)->players;
    int own = own_seat(p);
    uint64_t seat = 0;
    if (own < 0) {
        play_say(p, "no person sits at this table\n");
        return;
    }
    if (*rest && (!text_u64(rest, (uint64_t)players, &seat) || seat == 0)) {
        play_say(p, "swap takes a seat from 1 to %d: swap [SEAT]\n", players);
        return;
    }
    if (play_hidden(p) && !p->open && play_actor(p) != ACTOR_NONE) {
        play_say(p, "another seat's cards are hidden: seats are changed when the game is over\n");
        return;
    }
    int other = seat ? (int)seat - 1 : next_engine(p, own);
    if (other < 0 || other == own || p->seat[other].human) {
        play_say(p, "there is no engine to change seats with\n");
        return;
    }
    play_seat mine = p->seat[own];
    p->seat[own] = p->seat[other];
    p->seat[other] = mine;
    p->stale = true;
    play_show_seats(p);
}

static void do_names(play *p, const char *rest) {
    error e;
    if (*rest && play_take_names(p, position_rules(p->pos), rest, &e) != ST_OK) {
        play_say_error(p, &e);
        return;
    }
    if (*rest) play_log_again(p);
    play_show_seats(p);
}

static void do_screen(play *p, const char *rest) {
    bool own = text_same(rest, "classic") || text_same(rest, "own");
    bool known = own || text_same(rest, "usual") || text_same(rest, "standard");
    if (!play_terminal(p)) {
        play_say(p, "%s has no screen of its own\n", position_rules(p->pos)->game->name);
    } else if (*rest && !known) {
        play_say(p, "screen takes classic or standard\n");
    } else {
        p->own = *rest ? own : !p->own;
        p->stale = true;
    }
}

static void do_level(play *p, const char *rest) {
    uint64_t n;
    if (!*rest) {
        play_say(p, "the engines play at level %d of %d\n", p->level, SKILL_LEVELS);
    } else if (text_u64(rest, SKILL_LEVELS, &n) && n > 0) {
        p->level = (int)n;
        p->same_level = true;
        play_say(p, "the engines play at level %d now\n", p->level);
    } else {
        play_say(p, "a level is a number from 1 to %d\n", SKILL_LEVELS);
    }
}

static void do_log(play *p, const char *rest) {
    play_program_log(p, rest);
}

static void do_quit(play *p, const char *rest) {
    (void)rest;
    p->quit = true;
}

/* What the game is; of a game that says nothing of itself, what is known of all. */
static void do_about(play *p, const char *rest) {
    const rules *r = position_rules(p->pos);
    const game_terminal *m = play_terminal(p);
    text out = text_growing();
    (void)rest;
    if (m && m->about) {
        m->about(r, &out);
    } else {
        const game *g = r->game;
        text_format(&out, "%s, for %d", g->title, g->min_players);
        if (g->max_players > g->min_players) text_format(&out, " to %d", g->max_players);
        text_format(&out, " player%s", g->max_players > 1 ? "s" : "");
        text_format(&out, "%s%s\n", r->traits & GAME_CHANCE ? ", with chance" : "",
                    r->traits & GAME_HIDDEN ? ", with hidden cards" : "");
        for (const action_syntax *a = g->syntax; a && a->kind; a++)
            text_format(&out, "  %-18s %s\n", a->pattern, a->kind);
        text_put(&out, "legal lists what can be played now and what it does.\n");
    }
    play_say_text(p, &out);
    text_done(&out);
}

static void do_rules(play *p, const char *rest) {
    error e;
    text out = text_growing();
    (void)rest;
    if (game_page_rules(position_rules(p->pos), &out, &e) == ST_OK)
        play_say_text(p, &out);
    else
        play_say(p, "%s\n", e.text);
    text_done(&out);
}

static void do_help(play *p, const char *rest);

static const play_word play_words[] = {
    {"help", "help", "this list", do_help},
    {"about", "about", "what this game is, and how it is played", do_about},
    {"rules", "rules", "the rules of this game, on a page", do_rules},
    {"board", "board", "draw the board again", do_board},
    {"legal", "legal [PREFIX]", "what can be played, and what it does, with numbers", do_legal},
    {"why", "why ACTION", "what an action does, or why it is not legal", do_why},
    {"card", "card NAME", "what a card does, or what another thing of the game is", do_explain},
    {"explain", "explain NAME", "the same", do_explain},
    {"hint", "hint", "what the engine would play, its value, and why", do_hint},
    {"eval", "eval", "the terms of the evaluation for every seat", do_eval},
    {"moves", "moves", "what has happened so far", do_moves},
    {"fen", "fen [TEXT]", "the position in one line; with TEXT play from that one", do_fen},
    {"setup", "setup", "set up a position piece by piece, and play from it", do_setup},
    {"undo", "undo [N]", "back to your last decision, or the N-th last", do_undo},
    {"redo", "redo", "forth again, as far as your next decision", do_redo},
    {"save", "save FILE",
     "write the game to a file (.pgn, .sgf: in that form); save --force FILE replaces any",
     do_save},
    {"load", "load FILE [N]",
     "continue from a saved game (also PGN, SGF, ...), a log or a position", do_load},
    {"replay", "replay FILE [N]", "look at a saved game or a log, step by step", do_replay},
    {"names", "names [A,B,...]", "who sits where, and what they are called", do_names},
    {"screen", "screen [NAME]", "classic: the game's own screen; standard: that of every game",
     do_screen},
    {"swap", "swap [SEAT]", "change seats with an engine", do_swap},
    {"level", "level [N]", "how well the engines play, from 1 to 10", do_level},
    {"log", "log [SEAT] [N]", "the last lines said with the program in a seat", do_log},
    {"resign", "resign", "give up", do_resign},
    {"claim", "claim", "end the game by a draw that the rules let you claim", do_claim},
    {"new", "new", "the same game from its start, with other dice", do_new},
    {"quit", "quit", "leave", do_quit},
};

enum { PLAY_WORDS = sizeof play_words / sizeof *play_words };

/* The form of a word: letters, numbers and signs in their order, "e2e4" and "a10b9" equally. */
static void form_of(const char *word, char *out, size_t size) {
    size_t n = 0;
    for (; *word && *word != ',' && n + 1 < size; word++) {
        char c = *word;
        if (text_is_digit(c))
            c = '9';
        else if (c >= 'a' && c <= 'z')
            c = 'a';
        else if (c >= 'A' && c <= 'Z')
            c = 'A';
        if (!n || out[n - 1] != c) out[n++] = c;
    }
    out[n] = '\0';
}

typedef struct example {
    const play *p;
    const char *pattern;
    size_t verb; /* how many letters of the pattern are a word of its own, "place" */
    char form[32];
    char word[GAME_TOKEN_SIZE];
} example;

static bool take_example(void *ctx, const token *tok, const char *name) {
    example *x = ctx;
    char form[sizeof x->form];
    form_of(name, form, sizeof form);
    if (strcmp(form, x->form) != 0 || strncmp(name, x->pattern, x->verb) != 0) return true;
    text word = text_over(x->word, sizeof x->word);
    play_spell(x->p, position_data(x->p->pos), tok, name, &word);
    return false;
}

/* How actions of a kind are written: one that can be played now, where there is one of that
 * form. */
static void show_syntax(play *p, const action_syntax *a) {
    const rules *r = position_rules(p->pos);
    enum { SHORTEST_VERB = 3 };
    example x = {.p = p, .pattern = a->pattern};
    while (text_is_alpha(a->pattern[x.verb])) x.verb++;
    if (x.verb < SHORTEST_VERB) x.verb = 0;
    form_of(a->pattern, x.form, sizeof x.form);
    bool seen = position_seat(p->pos) == SEAT_ALL && !(r->traits & GAME_HIDDEN);
    if (seen && !strpbrk(a->pattern, ".<[("))
        (void)token_spell((state_ref){r, position_data(p->pos), position_trail(p->pos)},
                          take_example, &x);
    play_say(p, "  %-18s %s\n", *x.word ? x.word : a->pattern, a->kind);
}

static void do_help(play *p, const char *rest) {
    const rules *r = position_rules(p->pos);
    const game_terminal *m = play_terminal(p);
    text own = text_growing();
    (void)rest;
    if (m && m->help && p->own) m->help(r, &own);
    play_say_text(p, &own);
    for (const action_syntax *a = r->game->syntax; !own.len && a && a->kind; a++) show_syntax(p, a);
    text_done(&own);
    for (size_t i = 0; i < PLAY_WORDS; i++)
        play_say(p, "  %-18s %s\n", play_words[i].syntax, play_words[i].what);
    play_say(p, "An action can be chosen part by part: type its first part (place), or the number\n"
                "that legal shows for it, then the next one of the list. An empty line or .. goes\n"
                "back one part, cancel drops the choice. no, pass, none and skip all decline.\n");
    play_say(p, "A word that is also an action is the action; /word is always the command.\n");
}

bool play_command(play *p, const char *line) {
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < PLAY_WORDS; i++) {
        const play_word *w = &play_words[i];
        char name[PLAY_NAME_SIZE];
        text copy = text_over(name, sizeof name);
        text_putn(&copy, line, n);
        if (copy.cut || !text_same(name, w->name)) continue;
        w->run(p, line + n + strspn(line + n, " "));
        return true;
    }
    return false;
}

const char *play_command_name(size_t i) {
    return i < PLAY_WORDS ? play_words[i].name : NULL;
}

const char *play_nearest_command(const char *word) {
    const char *best = NULL;
    int min = NEAR + 1;
    if (strlen(word) < 3) return NULL; /* a short word is near to everything */
    for (size_t i = 0; i < PLAY_WORDS; i++) {
        int d = text_distance(play_words[i].name, word);
        if (d >= min) continue;
        min = d;
        best = play_words[i].name;
    }
    return best;
}
