#include "cli/play/play_files.h"

#include <string.h>

#include "cli/play/play_log.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "cli/play/play_thoughts.h"
#include "engine/base/clock.h"
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

static status set_players(const play *p, game_tree *t, int players, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < 2 && i < players; i++) {
        const char *name = p->seat[i].name[0] ? p->seat[i].name : p->seat[i].engine;
        st = game_tree_set_tag(t, formats_player_tag(t->game, i), name, err);
    }
    return st;
}

/* "2026.01.31" */
static status set_date(game_tree *t, error *err) {
    char now[32];
    clock_stamp(now);
    now[10] = '\0';
    for (char *c = now; *c; c++)
        if (*c == '-' || *c == '/') *c = '.';
    return game_tree_set_tag(t, "Date", now, err);
}

/* In a form of others: all is shown there, so nothing may be hidden. */
static status put_form(play *p, const play *own, const format *form, text *out, error *err) {
    const rules *r = position_rules(own->pos);
    game_tree *t = NULL;
    opening_name opening;
    if (!formats_takes(form, r->game))
        return error_set(err, ST_UNSUPPORTED, "%s is not written in %s, which is for %s",
                         r->game->title, form->name, form->games);
    status st = game_tree_from(&t, own->pos, err);
    if (st == ST_OK) st = play_thoughts_add(own, own->pos, t, err);
    if (st == ST_OK && own->resigned >= 0) t->result = 1 - own->resigned;
    if (st == ST_OK) st = game_tree_set_tag(t, "Event", "kibitz play", err);
    if (st == ST_OK) st = set_date(t, err);
    if (st == ST_OK) st = set_players(own, t, r->players, err);
    if (st == ST_OK && play_opening(p, own->pos, &opening)) {
        st = game_tree_set_tag(t, "ECO", opening.eco, err);
        if (st == ST_OK) st = game_tree_set_tag(t, "Opening", opening.name, err);
    }
    if (st == ST_OK) st = form->write(t, out, err);
    game_tree_destroy(t);
    return st;
}

status play_save(play *p, const char *path, bool force, error *err) {
    const play own = saved_table(p);
    const position *pos = own.pos;
    const format *form = formats_find(path, NULL);
    const game_terminal *m = position_rules(pos)->terminal;
    text out = text_growing();
    status st = ST_OK;
    if (form) {
        st = put_form(p, &own, form, &out, err);
    } else if (m && m->log_head && m->log_attempt && !p->log.lost) {
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

/* "FILE N": the N-th game of it. *out gets the path alone, to be freed. */
static status split_number(const char *line, char **out, size_t *number, error *err) {
    uint64_t n = 1;
    const char *space = strrchr(line, ' ');
    *out = mem_string(line);
    *number = 1;
    if (!*out) return error_set(err, ST_NOMEM, "no memory for the name of a file");
    if (!space || file_exists(line) || !text_u64(space + 1, SIZE_MAX, &n)) return ST_OK;
    (*out)[space - line] = '\0';
    *number = (size_t)n;
    return ST_OK;
}

/* Which of several games this is. */
static void say_which(const play *p, const game_file *f) {
    size_t count = game_file_count(f);
    if (f->broken)
        play_say(p, "%zu game%s could not be read: %s\n", f->broken, f->broken == 1 ? "" : "s",
                 f->why.text);
    if (count > 1)
        play_say(p, "game %zu of %zu (a number after the name of the file chooses another)\n",
                 f->chosen + 1, count);
}

status play_read_game(play *p, const char *line, position **out, char **names, uint64_t *seed,
                      error *err) {
    game_file f = {0};
    char *path = NULL;
    size_t number;
    error odd;
    const rules *r = position_rules(p->pos);
    *out = NULL;
    *names = NULL;
    bool force = text_starts(line, "--force ");
    if (force) line += strspn(line + 8, " ") + 8;
    status st = split_number(line, &path, &number, err);
    if (st == ST_OK) st = game_file_read(&f, path, p->c.games, r->game, &r->options, err);
    if (st == ST_OK) st = game_file_agrees(&f, path, NULL, p->c.games, err);
    if (st == ST_OK) st = game_file_choose(&f, number, err);
    mem_free(path);
    f.rec.force = force;
    bool dealt = game_file_is_view(&f);
    if (st == ST_OK) st = game_file_deal(out, &f, p->c.games, r->game, p->seed, err);
    if (st == ST_OK) st = copy_fields(&f.rec, names, seed, err);
    if (st == ST_OK) say_which(p, &f);
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
