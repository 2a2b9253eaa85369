#include "cli/play/play_files.h"

#include <string.h>

#include "cli/play/play_log.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/game_file.h"

/* --- saving --- */

static status put_position(const play *p, text *out, error *err) {
    position *view = NULL;
    status st = ST_OK;
    if (play_file_seat(p) != SEAT_ALL) st = position_observe(&view, p->pos, play_file_seat(p), err);
    if (st == ST_OK) position_write(view ? view : p->pos, out);
    position_destroy(view);
    return st;
}

static status put_saved_record(const play *p, text *out, error *err) {
    const position *pos = p->pos;
    text plain = text_growing();
    status st = play_record(p, pos, &plain, err);
    const char *body = text_string(&plain);
    size_t first = strcspn(body, "\n");
    text_putn(out, body, first);
    if (p->resigned >= 0) text_format(out, "\nresigned: %d", p->resigned);
    text_put(out, "\nposition: ");
    if (st == ST_OK) st = put_position(p, out, err);
    text_put(out, body + first);
    out->cut = out->cut || plain.cut;
    text_done(&plain);
    return st;
}

/* What is looked at is saved already: the game that waits is meant, with those who play it. */
static play saved_table(const play *p) {
    play own = *p;
    if (!play_replays(p)) return own;
    own.pos = p->replayed.waiting;
    own.resigned = p->replayed.resigned;
    memcpy(own.seat, p->replayed.seat, sizeof own.seat);
    return own;
}

status play_save(const play *p, const char *path, bool force, error *err) {
    const play own = saved_table(p);
    const position *pos = own.pos;
    const game_terminal *m = position_rules(pos)->terminal;
    text out = text_growing();
    status st = ST_OK;
    if (m && m->log_head && m->log_attempt && !p->log.lost) {
        position_write(pos, &out);
        text_char(&out, '\n');
        text_put(&out, text_string(&p->log.body));
    } else {
        st = put_saved_record(&own, &out, err);
    }
    if (st == ST_OK && out.cut) st = error_set(err, ST_NOMEM, "no memory for the record");
    if (st == ST_OK) st = file_claim(path, game_file_ours, force, err);
    if (st == ST_OK) st = file_write(path, text_string(&out), out.len, err);
    text_done(&out);
    return st;
}

/* --- reading --- */

static status copy_fields(const record *rec, char **names, uint64_t *seed, error *err) {
    const char *reported = record_get(rec, "names");
    const char *number = record_get(rec, "seed");
    if (number) (void)text_u64(number, UINT64_MAX, seed);
    *names = reported ? mem_string(reported) : NULL;
    return reported && !*names ? error_set(err, ST_NOMEM, "no memory for the names") : ST_OK;
}

status play_read_game(play *p, const char *path, position **out, char **names, uint64_t *seed,
                      error *err) {
    game_file f;
    error odd;
    const rules *r = position_rules(p->pos);
    *out = NULL;
    *names = NULL;
    bool force = text_starts(path, "--force ");
    if (force) path += strspn(path + 8, " ") + 8;
    status st = game_file_read(&f, path, p->c.games, r->game, &r->options, err);
    if (st == ST_OK) st = game_file_agrees(&f, path, NULL, p->c.games, err);
    f.rec.force = force;
    bool dealt = game_file_is_view(&f);
    if (st == ST_OK) st = game_file_deal(out, &f, p->c.games, r->game, p->seed, err);
    if (st == ST_OK) st = copy_fields(&f.rec, names, seed, err);
    if (st == ST_OK && dealt) play_say(p, "what the record does not show was dealt again\n");
    if (st == ST_OK && f.cut) play_say(p, "the last line of the log is incomplete: left out\n");
    if (st == ST_OK && !dealt && game_file_check(&f, *out, &odd) != ST_OK) play_say_error(p, &odd);
    game_file_done(&f);
    if (st == ST_OK) position_allow(*out, POSITION_OPEN_ENDS);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}
