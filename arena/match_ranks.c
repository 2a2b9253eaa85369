#include <string.h>

#include "arena/match_state.h"
#include "engine/base/memory.h"

/* A match on a rank: without files, made from the settings of rank 0. */

void match_describe(void *ctx, text *out) {
    const match *m = ctx;
    const rules *own = position_rules(m->start);
    text lines = text_growing();
    settings_write(m->settings, &lines);
    crew_put_bytes(out, text_string(&lines), lines.len);
    crew_put_u64(out, m->keep_notes);
    crew_put_u64(out, own->text_hash);
    crew_put_u64(out, (uint64_t)own->files);
    for (int i = 0; i < own->files; i++) crew_put_u64(out, own->file[i].hash);
    out->cut |= lines.cut;
    text_done(&lines);
}

typedef struct rank_match {
    match_settings settings;
    match *match;
} rank_match;

static status read_settings(match_settings *out, crew_bytes lines, game_list games, error *err) {
    record r;
    status st = record_read(&r, lines.at, lines.len, err);
    if (st == ST_OK) st = settings_read(out, &r, games, err);
    record_done(&r);
    for (int i = 0; i < out->engines; i++) out->engine[i].log = NULL; /* files are for rank 0 */
    return st;
}

/* The rules must be those of rank 0. */
static status compare_rules(const rules *own, crew_reader *in, error *err) {
    bool same = crew_get_u64(in) == own->text_hash;
    same &= crew_get_u64(in) == (uint64_t)own->files;
    for (int i = 0; same && i < own->files; i++) same = crew_get_u64(in) == own->file[i].hash;
    if (same && crew_read_all(in)) return ST_OK;
    return error_set(err, ST_IO, "its rules of %.40s are not those of rank 0", own->game->name);
}

static void close_rank(void *ctx) {
    rank_match *r = ctx;
    if (r->match) match_clear_tables(r->match);
    match_destroy(r->match);
    settings_done(&r->settings);
    mem_free(r);
}

static status open_rank(void **ctx, const crew_opening *o, error *err) {
    rank_match *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the match");
    settings_init(&r->settings);
    crew_reader in = crew_read(o->setup);
    crew_bytes lines = crew_get_bytes(&in);
    bool notes = crew_get_upto(&in, 1);
    status st = read_settings(&r->settings, lines, o->world->games(), err);
    match_config config = {.settings = &r->settings,
                           .games = o->world->games(),
                           .book = o->world->book,
                           .page = o->world->page,
                           .plain_page = o->world->plain_page};
    if (st == ST_OK) st = match_create(&r->match, &config, err);
    if (st == ST_OK) st = compare_rules(position_rules(r->match->start), &in, err);
    if (st == ST_OK) st = match_lay_tables(r->match, o->slots, err);
    if (st == ST_OK) {
        r->match->keep_notes = notes;
        *ctx = r;
    } else {
        close_rank(r);
    }
    return st;
}

static status work_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_match *r = ctx;
    if (job->number >= r->settings.games)
        return error_set(err, ST_INTERNAL, "the match has no such game");
    return match_play_job(r->match, job, result, err);
}

static void stop_rank(void *ctx) {
    match_stop_players(((rank_match *)ctx)->match);
}

const crew_task match_task = {"match", open_rank, work_for_rank_0, stop_rank, close_rank};
