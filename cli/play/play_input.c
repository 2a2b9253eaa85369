#include "cli/play/play_input.h"

#include <string.h>

#include "cli/play/play_choose.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_events.h"
#include "cli/play/play_log.h"
#include "cli/play/play_replay.h"
#include "cli/play/play_show.h"

/* --- a game that is looked at --- */

/* What can be asked about a position that is only looked at. */
static bool is_among(const char *const *known, const char *word) {
    while (*known && !text_same(*known, word)) known++;
    return *known != NULL;
}

/* A line while a game is looked at: a step, or a command that changes nothing. */
static void input_in_replay(play *p, const char *line) {
    static const char *const of_all_players[] = {"help",    "about",  "rules", "board",
                                                 "moves",   "screen", "fen",   "card",
                                                 "explain", "quit",   NULL};
    static const char *const of_one[] = {"legal", "why", "hint", "eval", NULL};
    char word[PLAY_NAME_SIZE];
    if (play_replay_line(p, line)) return;
    if (line[0] == '/') line++;
    text first = text_over(word, sizeof word);
    text_putn(&first, line, strcspn(line, " "));
    if (text_same(word, "help"))
        play_say(p, "  next [N], back [N], first, last, go N; an empty line is next\n"
                    "  play               continue from here\n"
                    "  end                back to your game\n");
    if (is_among(of_all_players, word) || (is_among(of_one, word) && play_may_ask(p)))
        (void)play_command(p, line);
    else if (is_among(of_one, word))
        play_say(p, "it is not your turn there\n");
    else
        play_say(p, "this game is a replay: play continues from here, end returns to "
                    "yours\n");
}

/* --- the game on the table --- */

/* Reads the line as an event and plays it; what is wrong with it is in *err. In a hidden game the
 * view is asked first, so that no answer tells more than the person may know. */
static status try_event(play *p, const char *line, error *err) {
    int actor = play_actor(p);
    if (actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    text event = text_growing();
    if (actor == ACTOR_CHANCE && line[0] != '!') text_char(&event, '!');
    text_put(&event, line);
    position *own = NULL;
    const position *view = NULL;
    status st = event.cut ? error_set(err, ST_NOMEM, "no memory") : play_view(p, &own, &view, err);
    if (st == ST_OK && own) st = position_verify(own, text_string(&event), NULL, err);
    if (st == ST_OK) st = play_event(p, text_string(&event), true, err);
    if (st == ST_OK && actor >= 0) p->looked[actor] = position_ply(p->pos);
    position_destroy(own);
    text_done(&event);
    return st;
}

/* Whether a word begins an action of this game at other times. */
static bool is_verb(const play *p, const char *word) {
    for (const action_syntax *a = position_rules(p->pos)->game->syntax; a && a->kind; a++)
        if (*word && text_starts(a->pattern, word)) return true;
    return false;
}

static void refuse(play *p, const char *line, const error *why) {
    char word[PLAY_NAME_SIZE];
    text first = text_over(word, sizeof word);
    text_putn(&first, line, strcspn(line, " \t"));
    /* What is written like an action was not meant as a command. */
    bool move = (why && why->reason[0] && !text_starts(why->reason, "bad-action") &&
                 play_spelling(p) == SPELLING_SAN) ||
                is_verb(p, word);
    const char *near = move ? NULL : play_nearest_command(word[0] == '/' ? word + 1 : word);
    if (why)
        play_say_error(p, why);
    else
        play_say(p, "there is no command %s\n", word);
    if (near)
        play_say(p, "did you mean %s?\n", near);
    else if (!why)
        play_say(p, "help lists the commands\n");
    uint64_t number;
    bool own = play_terminal(p) != NULL; /* in its own words a number may mean anything */
    if (!own && !p->choice.listed && play_actor(p) >= 0 && text_u64(line, UINT64_MAX, &number))
        play_say(p, "legal lists what can be chosen by a number\n");
}

/* What was meant for the game and is no part of it. */
static void miss(play *p, const char *line, const error *why) {
    if (play_actor(p) != ACTOR_NONE) play_log_missed(p, line);
    refuse(p, line, why);
}

/* The line as parts of an action; true where that answers it. */
static bool choose(play *p, const char *line, play_chose *done, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    *done = play_choose(p, line, &event, err);
    bool no_memory = *done == PLAY_CHOSE_WRONG && err->code == ST_NOMEM;
    if (no_memory) play_say_error(p, err);
    if (*done == PLAY_CHOSE_ACTION && try_event(p, buf, err) != ST_OK) miss(p, buf, err);
    return no_memory || *done == PLAY_CHOSE_PART || *done == PLAY_CHOSE_ACTION;
}

static void input_at_table(play *p, const char *line) {
    error e = {0};
    error part = {0};
    play_chose chose;
    char buf[GAME_TOKEN_SIZE];
    text own = text_over(buf, sizeof buf);
    if (line[0] == '/') {
        if (!play_command(p, line + 1)) refuse(p, line, NULL);
        return;
    }
    if (play_choose_back(p, line) || !line[0]) return;
    bool open = p->choice.count > 0 || p->choice.typed;
    status st = play_read_own(p, line, &own, &e);
    if (st == ST_OK) {
        st = try_event(p, buf, &e);
        if (st == ST_NOMEM)
            play_say_error(p, &e);
        else if (st != ST_OK && !choose(p, line, &chose, &part))
            miss(p, buf, &e);
        return;
    }
    if (st == ST_NOMEM) {
        play_say_error(p, &e);
        return;
    }
    error wrong = e; /* what its own words have to say about it comes first */
    bool known = st != ST_NOT_FOUND;
    st = try_event(p, line, &e);
    if (st == ST_NOMEM) play_say_error(p, &e);
    if (st == ST_OK || st == ST_NOMEM || choose(p, line, &chose, &part) || play_command(p, line))
        return;
    /* A rule that forbids the action says more than the parts that there are instead. */
    bool vague = !e.reason[0] || text_starts(e.reason, "bad-") || play_actor(p) == ACTOR_CHANCE;
    bool parts = chose == PLAY_CHOSE_WRONG && vague && (open || play_spelling(p) != SPELLING_SAN);
    miss(p, line, parts ? &part : known ? &wrong : &e);
}

void play_input(play *p, const char *line) {
    if (play_replays(p))
        input_in_replay(p, line);
    else
        input_at_table(p, line);
}
