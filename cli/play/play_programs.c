#define _POSIX_C_SOURCE 200809L
#include "cli/play/play_programs.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/dialogue.h"
#include "cli/play/play_engines.h"
#include "cli/play/play_events.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "cli/play/play_thoughts.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "lib/game_page.h"

/* How often a program may fail in one decision, and how long it has to start at least. */
enum { MAX_STARTS = 3, START_MS = 10000 };

/* --- starting and ending --- */

static status create(const play *p, const play_engine *e, const rules *r, player **out,
                     error *err) {
    player_setup setup = {.spec = &e->spec,
                          .games = p->c.games,
                          .book = p->c.book,
                          .rules = r,
                          .patience_ms = p->c.patience_ms > START_MS ? p->c.patience_ms : START_MS,
                          .log_file = e->log,
                          .page = game_page_rules};
    return player_create(out, &setup, err);
}

static void forget_program(play_engine *e) {
    player_destroy(e->program);
    rules_close(e->rules);
    e->program = NULL;
    e->rules = NULL;
    text_clear(&e->told);
}

static status make_program(const play *p, play_engine *e, const rules *r, error *err) {
    forget_program(e);
    e->rules = rules_share(r);
    return create(p, e, e->rules, &e->program, err);
}

status play_program_open(const play *p, play_engine *e, const rules *r, error *err) {
    e->told = text_growing();
    bool keeps_log = e->spec.proto != PROTO_TEXT;
    status st = keeps_log ? dialogue_open_log(e->spec.log, &e->log, err) : ST_OK;
    if (st == ST_OK) st = make_program(p, e, r, err);
    return st == ST_OK ? player_try(e->program, err) : st;
}

void play_program_close(play_engine *e) {
    forget_program(e);
    text_done(&e->told);
    if (e->log > 0) (void)close(e->log);
    e->log = 0;
}

status play_program_check(const play *p, const play_engine *e, const rules *r, error *err) {
    player *other = NULL;
    status st = create(p, e, r, &other, err);
    if (st == ST_OK) st = player_try(other, err);
    player_destroy(other);
    return st;
}

/* --- a decision --- */

static player_turn turn_of(const play *p, const play_engine *e, int seat) {
    player_turn t = {.now = p->pos,
                     .seat = seat,
                     .patience_ms = p->c.patience_ms,
                     .scored = true,
                     .hurry = &p->hurry};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        const play_engine *of = &p->engine[p->seat[i].number];
        bool clocked = of->spec.clocked && !p->seat[i].human;
        t.clock_ms[i] = !clocked ? -1 : of->clock_ms > 0 ? of->clock_ms : 1;
        t.inc_ms[i] = clocked ? of->spec.inc_ms : 0;
    }
    if (e->spec.clocked && e->spec.moves) t.movestogo = e->spec.moves - e->moves % e->spec.moves;
    return t;
}

/* "seat 2 (my-player)" */
static void put_who(const play *p, int seat, text *out) {
    play_who who;
    text_format(out, "%s (%s)", play_name(p, seat, &who), p->seat[seat].engine);
}

/* An answer may tell what its player holds: people see it where nothing is hidden. */
static bool may_show_answer(const play *p) {
    return !play_hidden(p) || p->open || !play_humans(p);
}

static void say_illegal(const play *p, int seat, const char *said, const error *why) {
    text out = text_growing();
    put_who(p, seat, &out);
    if (may_show_answer(p) && *said)
        text_format(&out, " answers %s, which is no legal action: %s\n", said, why->text);
    else
        text_put(&out, " answers with what is no legal action\n");
    play_say_text(p, &out);
    text_done(&out);
}

static void say_of(const play *p, int seat, const char *what) {
    text out = text_growing();
    put_who(p, seat, &out);
    text_format(&out, " %s\n", what);
    play_say_text(p, &out);
    text_done(&out);
}

static status play_answer(play *p, int seat, const char *event, error *err) {
    const play_engine *e = &p->engine[p->seat[seat].number];
    line_score score = e->program->score;
    bool scored = e->program->scored;
    unsigned depth = e->program->depth;
    status st = play_event(p, event, false, err);
    if (st == ST_OK && scored) play_thoughts_note(p, seat, &score, depth);
    return st;
}

/* An answer that is no legal action: the policy decides. */
static status take_illegal(play *p, int seat, const char *said, const error *why, error *err) {
    char event[GAME_TOKEN_SIZE];
    char line[160];
    text instead = text_over(event, sizeof event);
    const play_engine *e = &p->engine[p->seat[seat].number];
    p->illegal[seat]++;
    say_illegal(p, seat, said, why);
    if (illegal_instead(p->c.illegal, p->pos, p->seed, &instead)) {
        say_of(p, seat,
               p->c.illegal == ILLEGAL_SKIP ? "gives up the turn instead"
                                            : "plays a random action instead");
        return play_event(p, event, false, err);
    }
    bool asks = p->c.illegal == ILLEGAL_ASK && e->spec.proto != PROTO_TEXT;
    if (asks && p->tries.illegal < ILLEGAL_MAX_ASKED) {
        (void)snprintf(line, sizeof line, "is asked again (%u of %d); log %d shows what was said",
                       ++p->tries.illegal, ILLEGAL_MAX_ASKED, seat + 1);
        say_of(p, seat, line);
        return ST_OK;
    }
    if (p->c.illegal == ILLEGAL_SKIP)
        play_say(p, "no legal action gives up the turn here, so the game is lost\n");
    play_give_up(p, seat, true);
    return ST_OK;
}

/* No answer: the program is started again by the next question. */
static void take_failure(play *p, int seat, const char *what) {
    char line[200];
    bool again = ++p->tries.failed < MAX_STARTS;
    (void)snprintf(line, sizeof line, "%s%s (%u of %d); log %d shows what was said", what,
                   again ? ", and is started again" : "", p->tries.failed, MAX_STARTS, seat + 1);
    say_of(p, seat, line);
    if (!again) play_give_up(p, seat, true);
}

static status take_reply(play *p, int seat, player_reply reply, text *answer, error *err) {
    play_engine *e = &p->engine[p->seat[seat].number];
    error why;
    switch (reply) {
    case PLAYER_REPLY_MOVE:
        if (illegal_check(p->pos, answer, &why))
            return play_answer(p, seat, text_string(answer), err);
        player_refuse(e->program, text_string(answer), &why);
        return take_illegal(p, seat, text_string(answer), &why, err);
    case PLAYER_REPLY_ILLEGAL:
        (void)error_set(&why, ST_ILLEGAL_ACTION, "the program says so itself, or said nothing");
        return take_illegal(p, seat, "", &why, err);
    case PLAYER_REPLY_RESIGN:
        play_give_up(p, seat, false);
        return ST_OK;
    case PLAYER_REPLY_HANG:
    case PLAYER_REPLY_TIME:
        take_failure(p, seat, "does not answer in time");
        return ST_OK;
    case PLAYER_REPLY_CRASH:
    case PLAYER_REPLY_STOPPED:
        break;
    }
    take_failure(p, seat, "ended without an answer");
    return ST_OK;
}

status play_program_decide(play *p, int seat, error *err) {
    char said[GAME_TOKEN_SIZE];
    text answer = text_over(said, sizeof said);
    play_engine *e = &p->engine[p->seat[seat].number];
    status st = ST_OK;
    if (e->rules != position_rules(p->pos)) st = make_program(p, e, position_rules(p->pos), err);
    if (st == ST_OK) st = player_follow(e->program, p->pos, seat, &e->told, err);
    if (st != ST_OK) return st;
    int64_t start = clock_now_ms();
    player_turn turn = turn_of(p, e, seat);
    e->program->scored = false;
    player_reply reply = player_decide(e->program, &turn, &answer);
    play_engine_used(p, seat, clock_now_ms() - start);
    return take_reply(p, seat, reply, &answer, err);
}

/* --- the log --- */

/* The start of the last n lines of a text. */
static const char *last_lines(const char *from, const char *end, uint64_t n) {
    const char *at = end;
    while (at > from) {
        if (at[-1] == '\n' && at != end && n-- == 1) break;
        at--;
    }
    return at;
}

static status read_end(int file, text *out, error *err) {
    enum { TAIL = 65536 };
    char block[4096];
    struct stat info;
    if (fstat(file, &info) != 0) return error_set(err, ST_IO, "the log cannot be read");
    off_t at = info.st_size > TAIL ? info.st_size - TAIL : 0;
    for (ssize_t n; (n = pread(file, block, sizeof block, at)) > 0; at += n)
        text_putn(out, block, (size_t)n);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the log") : ST_OK;
}

/* Bytes that would disturb a terminal are shown as question marks. */
static void say_lines(const play *p, const char *from, const char *end) {
    enum { WIDTH = 240 };
    text out = text_growing();
    while (from < end) {
        size_t n = strcspn(from, "\n");
        for (size_t i = 0; i < n && i < WIDTH; i++) {
            bool control = (unsigned char)from[i] < ' ' || from[i] == 127;
            text_putn(&out, control ? "?" : from + i, 1);
        }
        text_put(&out, n > WIDTH ? " ...\n" : "\n");
        from += n + 1;
    }
    play_say_text(p, &out);
    text_done(&out);
}

static void show_log(const play *p, int seat, uint64_t lines) {
    const play_engine *e = &p->engine[p->seat[seat].number];
    text all = text_growing();
    error err;
    status st = read_end(e->log, &all, &err);
    const char *from = text_string(&all);
    if (st != ST_OK)
        play_say_error(p, &err);
    else if (!all.len)
        play_say(p, "nothing was said yet\n");
    else
        say_lines(p, last_lines(from, from + all.len, lines), from + all.len);
    text_done(&all);
}

static bool has_log(const play *p, int seat) {
    return !p->seat[seat].human && p->engine[p->seat[seat].number].log > 0;
}

void play_program_log(play *p, const char *rest) {
    enum { LINES = 20 };
    int players = position_rules(p->pos)->players;
    uint64_t seat = 0;
    uint64_t lines = LINES;
    char first[24];
    text word = text_over(first, sizeof first);
    size_t n = strcspn(rest, " ");
    text_putn(&word, rest, n);
    const char *second = rest + n + strspn(rest + n, " ");
    bool good = (!n || (text_u64(first, (uint64_t)players, &seat) && seat > 0)) &&
                (!*second || (text_u64(second, UINT32_MAX, &lines) && lines > 0));
    int at = (int)seat - 1;
    for (int i = 0; at < 0 && i < players; i++)
        if (has_log(p, i)) at = i;
    if (!good)
        play_say(p, "log takes a seat from 1 to %d and a number of lines: log [SEAT] [N]\n",
                 players);
    else if (at < 0 || !has_log(p, at))
        play_say(p, at < 0 ? "no program with a log sits at this table\n"
                           : "no program with a log sits there\n");
    else if (!may_show_answer(p))
        play_say(p, "the log tells what the program holds: it is shown when the game is over\n");
    else
        show_log(p, at, lines);
}

void play_program_report(const play *p) {
    for (int i = 0; i < position_rules(p->pos)->players; i++) {
        char line[64];
        if (!p->illegal[i]) continue;
        (void)snprintf(line, sizeof line, "gave %u illegal answer%s", p->illegal[i],
                       p->illegal[i] == 1 ? "" : "s");
        say_of(p, i, line);
    }
}
