#include "cli/play/play_log.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"
#include "engine/notation/record.h"

/* The log: one line an attempt, in the game's own form, or else as a record with what was missed in
 * its comments. Before a game with hidden things is over it holds what the people here have seen.
 * It is a function of the position's events, of the names and of what was missed; playing adds to
 * it, and whatever else happens (undo, another name) writes it again. The owner is told where the
 * new text leaves the old one, so that a file grows line by line. */

/* The form of the log, NULL where it is a record. */
static const game_terminal *log_terminal(const play *p) {
    const game_terminal *m = play_terminal(p);
    return m && m->log_head && m->log_attempt ? m : NULL;
}

/* --- one line --- */

static void put_own_attempt(const play *p, const position *at, const char *line, bool success,
                            text *out) {
    play_names names;
    play_fill_names(p, &names);
    play_terminal(p)->log_attempt(position_rules(at), position_data(at), names.at, line, success,
                                  out);
}

static void put_event(const play *p, const position *at, const char *event, text *out) {
    if (log_terminal(p)) {
        put_own_attempt(p, at, event, true, out);
        return;
    }
    /* One word an event: a log is read as a list of them. */
    spelling how = play_spelling(p) == SPELLING_SAN ? SPELLING_SAN : SPELLING_TOKENS;
    spelling_write(how, at, event, out);
    text_char(out, '\n');
}

static void put_miss(const play *p, const position *at, const play_miss *m, text *out) {
    play_who who;
    if (log_terminal(p))
        put_own_attempt(p, at, m->line, false, out);
    else
        text_format(out, "# %s tried %s\n", m->actor >= 0 ? play_name(p, m->actor, &who) : "chance",
                    m->line);
}

static status put_head(const play *p, const position *start, text *out, error *err) {
    const game_terminal *m = log_terminal(p);
    if (!m) return play_record(p, start, out, err);
    play_names names;
    play_fill_names(p, &names);
    m->log_head(position_rules(start), position_data(start), names.at, out);
    return ST_OK;
}

static void put_end(const play *p, text *out) {
    const game_terminal *m = log_terminal(p);
    const rules *r = position_rules(p->pos);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (m && m->log_end) {
        play_names names;
        play_fill_names(p, &names);
        m->log_end(r, position_data(p->pos), names.at, out);
    }
    if (m) return;
    r->game->returns(r, position_data(p->pos), utility, points);
    text_put(out, "# result:");
    for (int i = 0; i < r->players; i++) text_format(out, " %.6g", (double)utility[i]);
    text_char(out, '\n');
}

/* --- all of it --- */

static void put_misses(const play *p, const position *at, text *out) {
    for (size_t i = 0; i < p->log.miss_count; i++)
        if (p->log.miss[i].ply == position_ply(at)) put_miss(p, at, &p->log.miss[i], out);
}

/* Everything, from the start on. */
static status write_open(const play *p, text *out, error *err) {
    position *at;
    const char *event;
    status st = position_clone(&at, p->pos, err);
    if (st != ST_OK) return st;
    position_cut(at, position_first_ply(p->pos));
    st = put_head(p, at, out, err);
    for (unsigned i = position_ply(at); st == ST_OK && (event = position_event(p->pos, i)); i++) {
        put_misses(p, at, out);
        put_event(p, at, event, out);
        st = position_play(at, event, err);
    }
    if (st == ST_OK) put_misses(p, at, out);
    position_destroy(at);
    return st;
}

/* Who hears what the people here have seen. */
typedef struct hearing {
    const play *p;
    size_t missed; /* of the misses this many are written */
    text *out;
} hearing;

/* What was tried before the event of this number. What one of several people tried is left out, as
 * the others did not see it. */
static void hear_misses(hearing *h, unsigned ply) {
    const play_log *l = &h->p->log;
    for (; h->missed < l->miss_count && l->miss[h->missed].ply <= ply; h->missed++)
        if (play_humans(h->p) == 1) put_miss(h->p, h->p->pos, &l->miss[h->missed], h->out);
}

static void hear_seen(void *ctx, unsigned ply, const char *event) {
    hearing *h = ctx;
    hear_misses(h, ply);
    text_format(h->out, "%s\n", event);
}

static status write_seen(const play *p, int seat, text *out, error *err) {
    hearing h = {.p = p, .out = out};
    text head = text_growing();
    status st = play_record(p, p->pos, &head, err);
    /* The header alone: the events come with what was tried between them. */
    const char *end = strstr(text_string(&head), "\n\n");
    if (st == ST_OK && end) text_putn(out, head.at, (size_t)(end + 2 - head.at));
    if (st == ST_OK) st = position_report(p->pos, seat, hear_seen, &h, err);
    if (st == ST_OK) hear_misses(&h, UINT_MAX);
    text_done(&head);
    return st;
}

/* A game that has a form of its own for logs hides nothing. */
static bool logs_a_view(const play *p) {
    return !log_terminal(p) && play_file_seat(p) != SEAT_ALL;
}

static status write_all(const play *p, text *out, error *err) {
    status st =
        logs_a_view(p) ? write_seen(p, play_file_seat(p), out, err) : write_open(p, out, err);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the log") : st;
}

/* Said once; the game continues. */
static void give_up(play *p, const error *e) {
    if (!p->log.broken) play_say(p, "the log ends here: %s\n", e->text);
    p->log.broken = true;
    p->log.lost = p->log.lost || e->code == ST_NOMEM;
}

/* Hands on what the owner does not have yet. */
static void hand_on(play *p) {
    play_log *l = &p->log;
    error e;
    if (!l->wanted || l->lost) return;
    if (play_ended(p->pos) && !l->ended) {
        put_end(p, &l->body);
        l->ended = true;
    }
    status st = l->body.cut ? error_set(&e, ST_NOMEM, "no memory for the log") : ST_OK;
    if (st == ST_OK && p->c.log && !l->broken)
        st = p->c.log(p->c.log_ctx, l->restarted ? PLAY_LOG_RESTARTED : l->reported,
                      text_string(&l->body) + l->reported, &e);
    l->reported = l->body.len;
    l->restarted = false;
    if (st != ST_OK) give_up(p, &e);
}

void play_log_again(play *p) {
    play_log *l = &p->log;
    error e;
    text made = text_growing();
    l->wanted = p->c.log || log_terminal(p);
    if (!l->wanted || l->lost) return;
    status st = write_all(p, &made, &e);
    size_t same = 0;
    while (same < l->reported && same < made.len && made.at[same] == l->body.at[same]) same++;
    text_done(&l->body);
    l->body = made;
    l->reported = same;
    l->ended = false;
    if (st == ST_OK)
        hand_on(p);
    else
        give_up(p, &e);
}

/* What was hidden may show now, or an event may show only in part: then all is written again. */
void play_log_report(play *p) {
    if (play_hidden(p) && !log_terminal(p))
        play_log_again(p);
    else
        hand_on(p);
}

void play_log_new(play *p) {
    play_log *l = &p->log;
    play_log_forget(p, 0);
    l->restarted = l->used;
    if (l->used) l->reported = 0;
    l->used = false;
    play_log_again(p);
}

size_t play_log_event(play *p, const char *event) {
    size_t mark = p->log.body.len;
    if (p->log.wanted && !p->log.lost && !play_hidden(p)) put_event(p, p->pos, event, &p->log.body);
    return mark;
}

void play_log_cut(play *p, size_t mark) {
    assert(mark <= p->log.body.len && p->log.reported <= p->log.body.len);
    text_truncate(&p->log.body, mark);
}

void play_log_missed(play *p, const char *line) {
    play_log *l = &p->log;
    if (!l->wanted || l->lost) return;
    char *copy = mem_string(line);
    if (!copy || MEM_GROW(l->miss, l->miss_cap, l->miss_count + 1) != ST_OK) {
        error e;
        (void)error_set(&e, ST_NOMEM, "no memory for the log");
        mem_free(copy);
        give_up(p, &e);
        return;
    }
    l->used = true;
    l->miss[l->miss_count++] = (play_miss){position_ply(p->pos), play_actor(p), copy};
    if (!play_hidden(p)) put_miss(p, p->pos, &l->miss[l->miss_count - 1], &l->body);
    play_log_report(p);
}

void play_log_forget(play *p, unsigned ply) {
    play_log *l = &p->log;
    size_t kept = 0;
    for (size_t i = 0; i < l->miss_count; i++) {
        if (l->miss[i].ply < ply)
            l->miss[kept++] = l->miss[i];
        else
            mem_free(l->miss[i].line);
    }
    l->miss_count = kept;
}

void play_log_done(play *p) {
    play_log_forget(p, 0);
    mem_free(p->log.miss);
    text_done(&p->log.body);
}

/* --- files --- */

/* Whether the seed would tell what chance is going to bring. */
static bool seed_is_secret(const play *p) {
    bool over = p->open || play_actor(p) == ACTOR_NONE;
    return !over && position_rules(p->pos)->traits & (GAME_CHANCE | GAME_HIDDEN);
}

status play_record(const play *p, const position *pos, text *out, error *err) {
    text plain = text_growing();
    status st = ST_OK;
    if (play_file_seat(p) == SEAT_ALL)
        record_write(pos, &plain);
    else
        st = record_write_seen(pos, play_file_seat(p), &plain, err);
    const char *body = text_string(&plain);
    size_t first = strcspn(body, "\n"); /* the line that names the game */
    text_putn(out, body, first);
    text_put(out, "\nseats:");
    for (int i = 0; i < position_rules(pos)->players; i++)
        text_format(out, " %s", p->seat[i].engine);
    size_t mark = out->len;
    text_put(out, "\nnames: ");
    size_t names = out->len;
    play_write_names(p, position_rules(pos), out);
    if (out->len == names) text_truncate(out, mark);
    if (!seed_is_secret(p)) text_format(out, "\nseed: %llu", (unsigned long long)p->seed);
    text_put(out, body + first);
    out->cut = out->cut || plain.cut;
    text_done(&plain);
    return st;
}
