#include <stdatomic.h>
#include <string.h>

#include "arena/child_run.h"
#include "arena/disguise.h"
#include "arena/player.h"
#include "engine/base/memory.h"
#include "engine/game/table_text.h"
#include "engine/notation/spelling.h"

/* A program that answers with text: a language model behind a script. It is started for each attempt, reads
 * the prompt to the end of its standard input, and the last line of its answer that is not empty names an
 * action. The prompt is made from what its seat sees: the rules, the table, what happened, and the legal
 * actions where they are shown. After an answer that is no action the next attempt gets it back with the
 * reason. */

enum { LISTED = 400, SAID_BACK = 4000 };

typedef struct text_player {
    player base;
    const engine_spec *spec;
    table_text_page page;
    const disguise *mask; /* NULL: none */
    text since;           /* what the seat saw since its last decision */
    atomic_bool stopped;
} text_player;

static void text_new_game(player *p, const position *start, int seat, uint64_t seed) {
    text_player *o = (text_player *)p;
    (void)start;
    (void)seat;
    (void)seed;
    text_clear(&o->since);
    p->answers = (text_answers){0};
}

static void text_see(player *p, const char *event) {
    text_player *o = (text_player *)p;
    text_format(&o->since, "%s\n", event);
}

/* --- the prompt --- */

/* What went wrong the last time. */
typedef struct failure {
    text answer;
    char sentence[240];
    bool any;
} failure;

static void put_since(const text_player *o, text *out) {
    if (!o->since.len) return;
    text_put(out, "\nSince your last action:\n");
    if (o->mask)
        disguise_events(o->mask, text_string(&o->since), out);
    else
        text_put(out, text_string(&o->since));
}

static void put_turn(const text_player *o, const table_text *t, text *out) {
    text turn = text_growing();
    table_text_turn(t, &turn);
    if (o->mask)
        disguise_text(o->mask, text_string(&turn), out);
    else
        text_put(out, text_string(&turn));
    text_done(&turn);
}

static status put_table(const text_player *o, const table_text *t, text *out, error *err) {
    status st = ST_OK;
    text_format(out, "\n--- the table, as seat %d sees it ---\n", t->seat + 1);
    if (o->mask)
        st = disguise_board(o->mask, t, out, err);
    else
        table_text_board(t, out);
    put_since(o, out);
    text_char(out, '\n');
    put_turn(o, t, out);
    return st;
}

static status put_list(const text_player *o, const table_text *t, text *out, error *err) {
    text_put(out, "\nLegal actions (answer with one of them, or with its number):\n");
    return o->mask ? disguise_legal(o->mask, t, LISTED, out, err)
                   : table_text_legal(t, LISTED, out, err);
}

static status put_rules(const text_player *o, const rules *r, text *out, error *err) {
    if (o->mask) disguise_page(o->mask, out);
    return o->mask || !o->page ? ST_OK : o->page(r, out, err);
}

static bool shows_list(const text_player *o, const failure *last) {
    return o->spec->legal == ENGINE_LEGAL_SHOWN ||
           (o->spec->legal == ENGINE_LEGAL_AFTER_ERROR && last->any);
}

static status make_prompt(const text_player *o, const table_text *t, const failure *last, text *out,
                          error *err) {
    text_put(out, "You play a game. These are its rules.\n\n");
    status st = put_rules(o, position_rules(t->seen), out, err);
    if (st == ST_OK) st = put_table(o, t, out, err);
    if (st == ST_OK && shows_list(o, last)) st = put_list(o, t, out, err);
    if (last->any) {
        text_put(out, "\nYour last answer was:\n");
        text_putn(out, text_string(&last->answer),
                  last->answer.len < SAID_BACK ? last->answer.len : SAID_BACK);
        text_format(out, "\nIt was not taken: %s\n", last->sentence);
    }
    text_put(out, "\nAnswer with text. Its last line must be one action and nothing else.\n");
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the prompt") : st;
}

/* --- the answer --- */

/* The last line that is not empty, without the spaces around it; empty where there is none. */
static void last_line(const text *said, text *out) {
    const char *s = text_string(said);
    size_t end = said->len;
    while (end && (unsigned char)s[end - 1] <= ' ') end--;
    size_t from = end;
    while (from && s[from - 1] != '\n') from--;
    while (from < end && (unsigned char)s[from] <= ' ') from++;
    text_putn(out, s + from, end - from);
}

static status read_answer(const text_player *o, const table_text *t, const char *line, bool listed,
                          text *event, error *err) {
    uint64_t number;
    bool plain = line[0] != '!' && line[0] != '?';
    if (!plain) return error_set(err, ST_ILLEGAL_ACTION, "chance is not yours to announce");
    if (listed && text_u64(line, UINT32_MAX, &number) &&
        table_text_find(t, number, event, err) == ST_OK)
        return ST_OK;
    text_clear(event);
    if (o->mask) return disguise_read(o->mask, t, line, event, err);
    spelling how = spelling_for(position_rules(t->seen));
    if (how != SPELLING_TOKENS && position_seat(t->seen) == SEAT_ALL &&
        spelling_read(how, t->seen, line, event, err) == ST_OK && event->len)
        return ST_OK;
    text_clear(event);
    text_put(event, line);
    return position_verify(t->seen, line, NULL, err);
}

/* Judges what came of an attempt; ST_OK: *event is the action. */
static status judge(text_player *o, const table_text *t, child_result how, failure *last,
                    text *event) {
    text_answers *a = &o->base.answers;
    char buf[GAME_TOKEN_SIZE];
    text line = text_over(buf, sizeof buf);
    error e = {0};
    bool listed = shows_list(o, last);
    status st = ST_IO;
    last_line(&last->answer, &line);
    a->late += how == CHILD_OVERDUE;
    a->killed += how == CHILD_KILLED;
    a->failed += how == CHILD_FAILED;
    bool silent = how == CHILD_DONE && !line.len;
    a->silent += silent;
    if (how == CHILD_OVERDUE)
        (void)error_set(&e, ST_IO, "it did not come in time");
    else if (how != CHILD_DONE)
        (void)error_set(&e, ST_IO, "the program ended with a failure");
    else if (silent)
        (void)error_set(&e, ST_IO, "it was empty");
    else
        st = read_answer(o, t, buf, listed, event, &e);
    if (how == CHILD_DONE && !silent && st != ST_OK) {
        a->illegal++;
        st = ST_ILLEGAL_ACTION;
    }
    text said = text_over(last->sentence, sizeof last->sentence);
    text_put(&said, e.text);
    last->any = true;
    return st;
}

static player_reply reply_of(child_result how, status st) {
    if (st == ST_OK) return PLAYER_REPLY_MOVE;
    if (how == CHILD_OVERDUE) return PLAYER_REPLY_HANG;
    return st == ST_ILLEGAL_ACTION ? PLAYER_REPLY_ILLEGAL : PLAYER_REPLY_CRASH;
}

static player_reply attempt(text_player *o, const table_text *t, failure *last, text *event) {
    error e;
    text prompt = text_growing();
    child_result how = CHILD_STOPPED;
    status st = make_prompt(o, t, last, &prompt, &e);
    o->base.answers.attempts++;
    text_clear(&last->answer);
    if (st == ST_OK && !atomic_load(&o->stopped)) {
        child_request q = {.command = o->spec->command,
                           .input = text_string(&prompt),
                           .len = prompt.len,
                           .wait_ms = o->spec->timeout_ms,
                           .stop = &o->stopped};
        how = child_run(&q, &last->answer);
    }
    text_done(&prompt);
    if (st != ST_OK) return PLAYER_REPLY_CRASH;
    if (how == CHILD_STOPPED) return PLAYER_REPLY_STOPPED;
    return reply_of(how, judge(o, t, how, last, event));
}

static player_reply text_decide(player *p, const player_turn *turn, text *answer) {
    text_player *o = (text_player *)p;
    table_text t;
    error e;
    failure last = {.answer = text_growing()};
    player_reply reply = PLAYER_REPLY_CRASH;
    p->valued = false;
    p->answers.decisions++;
    p->answers.kinds[game_kind(position_rules(turn->now), position_data(turn->now))]++;
    if (table_text_init(&t, turn->now, turn->seat, &e) == ST_OK)
        for (unsigned i = 0; i < o->spec->attempts; i++) {
            text_clear(answer);
            reply = attempt(o, &t, &last, answer);
            if (reply == PLAYER_REPLY_MOVE || reply == PLAYER_REPLY_STOPPED) break;
        }
    p->answers.forfeits += reply != PLAYER_REPLY_MOVE && reply != PLAYER_REPLY_STOPPED;
    table_text_done(&t);
    text_done(&last.answer);
    text_clear(&o->since);
    return reply;
}

static void text_stop(player *p) {
    atomic_store(&((text_player *)p)->stopped, true);
}

static void text_destroy(player *p) {
    text_player *o = (text_player *)p;
    text_done(&o->since);
    mem_free(o);
}

static const player_kind text_kind = {.new_game = text_new_game,
                                      .see = text_see,
                                      .decide = text_decide,
                                      .stop = text_stop,
                                      .destroy = text_destroy};

status player_create_text(player **out, const player_setup *setup, error *err) {
    text_player *o = mem_alloc(sizeof *o);
    *out = NULL;
    if (!o) return error_set(err, ST_NOMEM, "no memory for an engine");
    o->base.kind = &text_kind;
    o->spec = setup->spec;
    o->page = setup->page;
    o->mask = setup->mask;
    o->since = text_growing();
    *out = &o->base;
    return ST_OK;
}
