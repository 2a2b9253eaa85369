#include "cli/play/play_replay.h"

#include <assert.h>
#include <string.h>

#include "cli/play/play_engines.h"
#include "cli/play/play_events.h"
#include "cli/play/play_files.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"

/* Looking at a game: forwards, backwards, anywhere. The position on the table is then the one that
 * is looked at, so that all questions are about it; the game that was played waits. */

/* --- where --- */

static void go(play *p, unsigned ply) {
    error e;
    position *made;
    assert(play_replays(p));
    unsigned first = position_first_ply(p->replayed.full);
    unsigned last = position_ply(p->replayed.full);
    if (ply < first) ply = first;
    if (ply > last) ply = last;
    if (position_clone(&made, p->replayed.full, &e) != ST_OK) {
        play_say_error(p, &e);
        return;
    }
    position_cut(made, ply);
    position_destroy(p->pos);
    p->pos = made;
    p->stale = true;
}

/* Events on the way are shown. */
static void go_on(play *p, unsigned to) {
    const char *event;
    unsigned at;
    while ((at = position_ply(p->pos)) < to && (event = position_event(p->replayed.full, at))) {
        error e;
        int viewer = play_event_viewer(p);
        if (position_play(p->pos, event, &e) != ST_OK) {
            play_say_error(p, &e);
            return;
        }
        play_show_events(p, at, viewer, false);
        play_show_opening(p, true);
        p->stale = true;
    }
}

void play_replay_prompt(const play *p, text *out) {
    unsigned first = position_first_ply(p->replayed.full);
    text_format(out, "replay %u/%u> ", position_ply(p->pos) - first,
                position_ply(p->replayed.full) - first);
}

/* --- in and out --- */

static void begin(play *p, position *full) {
    play_replayed *t = &p->replayed;
    assert(!t->full && !t->waiting && p->pos);
    t->full = full;
    t->waiting = p->pos;
    t->resigned = p->resigned;
    t->open = play_ended(full);
    memcpy(t->seat, p->seat, sizeof t->seat);
    p->pos = NULL;
    p->resigned = -1;
    p->stale = true;
}

void play_replay(play *p, const char *path) {
    error e;
    position *full;
    position *start = NULL;
    char *names;
    uint64_t seed;
    status st = play_read_game(p, path, &full, &names, &seed, &e);
    if (st == ST_OK) st = position_clone(&start, full, &e);
    if (st != ST_OK) {
        position_destroy(full);
        mem_free(names);
        play_say_error(p, &e);
        return;
    }
    begin(p, full);
    position_cut(start, position_first_ply(start));
    p->pos = start;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) p->seat[i].name[0] = '\0';
    if (names && play_take_names(p, position_rules(full), names, &e) != ST_OK)
        play_say_error(p, &e);
    mem_free(names);
    play_say(p, "%s, %u events: next, back, first, last, go N; play to continue from there, end\n",
             position_rules(full)->game->title, position_ply(full) - position_first_ply(full));
}

void play_replay_end(play *p) {
    play_replayed *t = &p->replayed;
    if (!t->full) return;
    position_destroy(p->pos);
    position_destroy(t->full);
    p->pos = t->waiting;
    p->resigned = t->resigned;
    memcpy(p->seat, t->seat, sizeof p->seat);
    p->stale = true;
    p->reported = false;
    t->full = t->waiting = NULL;
}

/* The game that is looked at comes to the table as it is; the people and engines stay. */
static void play_from_here(play *p) {
    error e;
    position *here;
    status st = play_check_seats(p, position_rules(p->pos), &e);
    if (st == ST_OK) st = position_clone(&here, p->pos, &e);
    if (st != ST_OK) {
        play_say_error(p, &e);
        return;
    }
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        memcpy(p->replayed.seat[i].name, p->seat[i].name, PLAY_PERSON_SIZE);
    play_replay_end(p);
    play_put_new(p, here);
    play_show_seats(p);
}

/* --- words --- */

enum { NEXT, BACK, FIRST, LAST, GO, PLAY, END, WORDS };
static const char *const words_here[] = {"next", "back", "first", "last", "go", "play", "end"};

const char *play_replay_word(size_t i) {
    return i < WORDS ? words_here[i] : NULL;
}

static void do_word(play *p, int word, uint64_t n) {
    unsigned at = position_ply(p->pos);
    unsigned first = position_first_ply(p->replayed.full);
    unsigned last = position_ply(p->replayed.full);
    if ((word == NEXT && at == last) || (word == BACK && at == first)) {
        play_say(p, word == NEXT ? "this is the end\n" : "this is the start\n");
        return;
    }
    if (word == NEXT) go_on(p, n > last - at ? last : at + (unsigned)n);
    if (word == BACK) go(p, n > at - first ? first : at - (unsigned)n);
    if (word == FIRST) go(p, first);
    if (word == LAST) go(p, last);
    if (word == GO) go(p, n > last - first ? last : first + (unsigned)n);
    if (word == PLAY) play_from_here(p);
    if (word == END) play_replay_end(p);
    if (word < PLAY && play_ended(p->pos)) play_show_result(p);
}

bool play_replay_line(play *p, const char *line) {
    char word[PLAY_NAME_SIZE];
    uint64_t n = 1;
    if (line[0] == '/') line++;
    text copy = text_over(word, sizeof word);
    text_putn(&copy, line, strcspn(line, " "));
    const char *rest = line + strcspn(line, " ");
    rest += strspn(rest, " ");
    int k = 0;
    while (k < WORDS && !text_same(words_here[k], *word ? word : "next")) k++;
    if (k == WORDS) return false;
    if ((*rest || k == GO) && !text_u64(rest, UINT32_MAX, &n))
        play_say(p, "%s takes a number of events\n", words_here[k]);
    else
        do_word(p, k, n);
    return true;
}
