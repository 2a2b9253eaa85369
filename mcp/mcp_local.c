#include "mcp/mcp_local.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/table_text.h"
#include "engine/notation/record.h"
#include "mcp/mcp_back.h"
#include "mcp/mcp_random.h"
#include "search/search_registry.h"

/* Those who may look: the seats, and after them a spectator. */
enum { VIEWERS = GAME_MAX_PLAYERS + 1, SLICE_MS = 100 };

typedef struct local_table {
    position *pos; /* everything */
    bool caller[GAME_MAX_PLAYERS];
    int level[GAME_MAX_PLAYERS];
    char handle[VIEWERS][MCP_HANDLE_SIZE]; /* empty: none was given */
    int64_t passed[VIEWERS];               /* what `at` is ahead of the events that were seen */
    unsigned acted[VIEWERS];               /* the ply after the viewer's last action */
    int64_t move_ms;
    uint64_t seed;    /* of the engines */
    unsigned version; /* changes with every event */
    bool open, closed;
    bool busy;      /* an engine thinks */
    unsigned users; /* calls that hold it while the lock is open */
} local_table;

struct mcp_local {
    const search_registry *book;
    mtx_t lock; /* guards everything below, and the tables */
    cnd_t changed;
    local_table *table[MCP_MAX_TABLES];
};

/* --- create and destroy --- */

static void destroy_table(local_table *t) {
    if (t) position_destroy(t->pos);
    mem_free(t);
}

status mcp_local_create(mcp_local **out, const search_registry *book, error *err) {
    mcp_local *l = mem_alloc(sizeof *l);
    *out = NULL;
    if (l && mtx_init(&l->lock, mtx_plain) == thrd_success) {
        l->book = book;
        if (cnd_init(&l->changed) == thrd_success) {
            *out = l;
            return ST_OK;
        }
        mtx_destroy(&l->lock);
    }
    mem_free(l);
    return error_set(err, ST_NOMEM, "no memory for the tables");
}

void mcp_local_destroy(mcp_local *l) {
    if (!l) return;
    for (int i = 0; i < MCP_MAX_TABLES; i++) destroy_table(l->table[i]);
    cnd_destroy(&l->changed);
    mtx_destroy(&l->lock);
    mem_free(l);
}

/* --- handles --- */

static bool make_handle(char out[MCP_HANDLE_SIZE]) {
    unsigned char byte[(MCP_HANDLE_SIZE - 1) / 2];
    if (!mcp_random(byte, sizeof byte)) return false;
    for (size_t i = 0; i < sizeof byte; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", (unsigned)byte[i]);
    return true;
}

static status unknown_handle(error *err) {
    return error_set(err, ST_NOT_FOUND,
                     "no table has this handle: new_table gives one for each seat, and close_table "
                     "ends it");
}

/* The table and the viewer of a handle; under the lock. All are compared in full. */
static local_table *find(mcp_local *l, const char *handle, int *viewer) {
    local_table *found = NULL;
    if (strlen(handle) != MCP_HANDLE_SIZE - 1) return NULL;
    for (int i = 0; i < MCP_MAX_TABLES; i++) {
        local_table *t = l->table[i];
        for (int k = 0; t && k < VIEWERS; k++) {
            unsigned differs = 0;
            for (int c = 0; c < MCP_HANDLE_SIZE - 1; c++)
                differs |= (unsigned char)t->handle[k][c] ^ (unsigned char)handle[c];
            if (differs) continue;
            found = t;
            *viewer = k;
        }
    }
    return found;
}

static local_table *hold(mcp_local *l, const char *handle, int *viewer) {
    (void)mtx_lock(&l->lock);
    local_table *t = find(l, handle, viewer);
    if (t) t->users++;
    return t;
}

/* Ends what hold() began. */
static void release(mcp_local *l, local_table *t) {
    if (t && --t->users == 0 && t->closed) destroy_table(t);
    (void)mtx_unlock(&l->lock);
}

/* --- facts; under the lock --- */

static bool hides(const local_table *t) {
    return (position_rules(t->pos)->traits & GAME_HIDDEN) && !t->open;
}

static int seat_of(int viewer) {
    return viewer < GAME_MAX_PLAYERS ? viewer : SEAT_PUBLIC;
}

static int eyes_of(const local_table *t, int viewer) {
    return hides(t) ? seat_of(viewer) : SEAT_ALL;
}

static int actor_of(const local_table *t) {
    const rules *r = position_rules(t->pos);
    return r->game->actor(r, position_data(t->pos));
}

static bool is_over(const local_table *t) {
    return actor_of(t) == ACTOR_NONE;
}

static int64_t at_of(const local_table *t, int viewer) {
    unsigned seen = hides(t) ? position_seen(t->pos, seat_of(viewer)) : position_ply(t->pos);
    return t->passed[viewer] + (int64_t)seen;
}

/* --- opening --- */

static status no_guests(const mcp_opening *o, error *err) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (o->guest[i])
            return error_set(err, ST_UNSUPPORTED,
                             "no one can be invited here: tables of kibitz serve have a link");
    return ST_OK;
}

static status seed_chance(local_table *t, const mcp_opening *o, error *err) {
    uint64_t dice = o->seed;
    if (!o->seeded && !mcp_random(&dice, sizeof dice))
        return error_set(err, ST_IO, "the system gives no random numbers");
    t->seed = hash_mix(dice);
    position_set_seed(t->pos, dice);
    return position_resolve(t->pos, err);
}

static status give_handles(local_table *t, const mcp_opening *o, mcp_tickets *out, error *err) {
    int players = position_rules(t->pos)->players;
    out->count = 0;
    for (int i = 0; i < players; i++)
        if (o->caller[i]) out->at[out->count++].seat = i;
    if (!out->count) out->at[out->count++].seat = SEAT_PUBLIC;
    for (int i = 0; i < out->count; i++) {
        mcp_ticket *k = &out->at[i];
        if (!make_handle(k->handle))
            return error_set(err, ST_IO, "the system gives no random numbers");
        memcpy(t->handle[k->seat >= 0 ? k->seat : GAME_MAX_PLAYERS], k->handle, sizeof k->handle);
    }
    return ST_OK;
}

static status open_table(void *self, mcp_opening *o, mcp_tickets *out, error *err) {
    mcp_local *l = self;
    local_table *t = mem_alloc(sizeof *t);
    status st = t ? no_guests(o, err) : error_set(err, ST_NOMEM, "no memory for a table");
    if (t) {
        t->pos = o->start;
        t->open = o->open;
        t->move_ms = o->move_ms;
        memcpy(t->caller, o->caller, sizeof t->caller);
        memcpy(t->level, o->level, sizeof t->level);
        for (int i = 0; i < VIEWERS; i++) t->acted[i] = position_ply(t->pos);
    } else {
        position_destroy(o->start);
    }
    if (st == ST_OK) st = seed_chance(t, o, err);
    if (st == ST_OK) st = give_handles(t, o, out, err);
    (void)mtx_lock(&l->lock);
    int i = 0;
    while (i < MCP_MAX_TABLES && l->table[i]) i++;
    if (st == ST_OK && i == MCP_MAX_TABLES)
        st = error_set(err, ST_BUSY, "there are %d tables already: close_table ends one",
                       MCP_MAX_TABLES);
    if (st == ST_OK) l->table[i] = t;
    (void)mtx_unlock(&l->lock);
    if (st != ST_OK) destroy_table(t);
    return st;
}

/* --- looking --- */

void mcp_seen_done(mcp_seen *s) {
    position_destroy(s->now);
    happened_done(&s->since);
    s->now = NULL;
}

static status see_table(const local_table *t, int viewer, mcp_seen *out, error *err) {
    *out = (mcp_seen){.seat = seat_of(viewer),
                      .eyes = eyes_of(t, viewer),
                      .at = at_of(t, viewer),
                      .open = t->open,
                      .hidden = (position_rules(t->pos)->traits & GAME_HIDDEN) != 0,
                      .over = is_over(t)};
    happened_init(&out->since, NULL);
    /* After the end nothing is hidden any more. */
    if (out->over) out->eyes = SEAT_ALL;
    status st = out->eyes == SEAT_ALL ? position_clone(&out->now, t->pos, err)
                                      : position_observe(&out->now, t->pos, out->eyes, err);
    unsigned from = t->acted[viewer];
    for (unsigned i = from; st == ST_OK && i < position_ply(t->pos); i++)
        st = happened_at_ply(t->pos, i, eyes_of(t, viewer), &out->since, err);
    if (st == ST_OK && out->since.cut) st = error_set(err, ST_NOMEM, "no memory for the table");
    return st;
}

static status see(void *self, const char *handle, mcp_seen *out, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    *out = (mcp_seen){0};
    local_table *t = hold(l, handle, &viewer);
    status st = t ? see_table(t, viewer, out, err) : unknown_handle(err);
    release(l, t);
    if (st != ST_OK) mcp_seen_done(out);
    return st;
}

/* --- engines --- */

/* Who has to be waited for: an engine, where there is still time. */
static bool engine_acts(const local_table *t) {
    int actor = actor_of(t);
    return !t->closed && actor >= 0 && !t->caller[actor];
}

static status write_answer(const position *root, const search_answer *found, text *out,
                           error *err) {
    table_text t;
    status st = table_text_init(&t, root, position_seat(root), err);
    if (st == ST_OK)
        token_write(position_rules(root), t.world, &found->report.lines[found->best].first, out);
    table_text_done(&t);
    return st;
}

/* What an engine is asked, without the lock. */
typedef struct engine_task {
    const search_registry *book;
    const position *root; /* its seat's view */
    int actor, level;
    int64_t move_ms;
    uint64_t seed;
} engine_task;

static status decide(const engine_task *k, mcp_call *call, text *event, error *err) {
    search_question q = {.root = k->root, .seat = k->actor, .options = search_default_options()};
    search_answer found;
    q.limits = limits_none();
    q.limits.movetime_ms = k->move_ms;
    q.options.level = k->level;
    /* Another number for every event that the seat knows of. */
    q.options.seed = hash_mix(k->seed ^ hash_mix(position_ply(k->root) + 1));
    status st = search_choose(k->book, "auto", position_rules(k->root), &q, err);
    if (st == ST_OK) st = mcp_call_search(call, &q, NULL, NULL, &found, err);
    if (st == ST_OK && !found.report.count)
        st = error_set(err, ST_INTERNAL, "the engine of seat %d found nothing", k->actor + 1);
    return st == ST_OK ? write_answer(k->root, &found, event, err) : st;
}

static void note_event(mcp_local *l, local_table *t) {
    t->version++;
    (void)cnd_broadcast(&l->changed);
}

/* The decision of the engine that is to act. Called with the lock, which is open while it thinks. */
static status engine_turn(mcp_local *l, local_table *t, const mcp_wait *w, error *err) {
    position *root = NULL;
    search *unused;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    int actor = actor_of(t);
    unsigned version = t->version;
    bool hidden = (position_rules(t->pos)->traits & GAME_HIDDEN) != 0;
    status st =
        hidden ? position_observe(&root, t->pos, actor, err) : position_clone(&root, t->pos, err);
    engine_task task = {l->book, root, actor, t->level[actor], t->move_ms, t->seed};
    t->busy = true;
    (void)mtx_unlock(&l->lock);
    if (st == ST_OK) st = mcp_call_take(w->call, w->until_ms, &unused, err);
    if (st == ST_OK) st = decide(&task, w->call, &event, err);
    mcp_call_give(w->call);
    position_destroy(root);
    (void)mtx_lock(&l->lock);
    t->busy = false;
    /* What was undone or closed meanwhile is not answered. */
    if (st == ST_OK && t->version == version && !t->closed) {
        st = position_play(t->pos, buf, err);
        if (st == ST_OK) st = position_resolve(t->pos, err);
        note_event(l, t);
    }
    (void)cnd_broadcast(&l->changed);
    return st;
}

/* Lets engines answer until one of the caller's seats is asked, the game is over, or time is up. */
static status drive(mcp_local *l, local_table *t, const mcp_wait *w, error *err) {
    status st = ST_OK;
    while (st == ST_OK && engine_acts(t)) {
        if (mcp_call_stopped(w->call)) return error_set(err, ST_STOPPED, "the call was cancelled");
        if (clock_now_ms() >= w->until_ms) return ST_OK;
        if (t->busy)
            thread_wait_ms(&l->changed, &l->lock, SLICE_MS);
        else
            st = engine_turn(l, t, w, err);
        if (st == ST_BUSY) return ST_OK; /* both searches were in use all the time */
    }
    return st;
}

static status wait_table(void *self, const char *handle, const mcp_wait *w, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    local_table *t = hold(l, handle, &viewer);
    status st = t ? drive(l, t, w, err) : unknown_handle(err);
    release(l, t);
    return st;
}

/* --- acting --- */

static status check_at(const local_table *t, int viewer, int64_t at, error *err) {
    int64_t now = at_of(t, viewer);
    return at == now ? ST_OK
                     : error_set(err, ST_BUSY,
                                 "stale: `at` is %lld, but the table is at %lld now; look says "
                                 "what has happened, nothing was done",
                                 (long long)at, (long long)now);
}

/* Plays what the caller chose; `at` was checked before it was chosen and is checked once more. */
static status play_chosen(mcp_local *l, local_table *t, int viewer, const mcp_act *a, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    mcp_seen seen;
    status st = check_at(t, viewer, a->at, err);
    if (st == ST_OK) st = see_table(t, viewer, &seen, err);
    if (st != ST_OK) return st;
    (void)mtx_unlock(&l->lock);
    st = a->choose(a->ctx, &seen, &event, err);
    mcp_seen_done(&seen);
    (void)mtx_lock(&l->lock);
    if (st == ST_OK && event.cut) st = error_set(err, ST_BAD_VALUE, "the action is too long");
    if (st == ST_OK && t->closed) st = unknown_handle(err);
    if (st == ST_OK) st = check_at(t, viewer, a->at, err);
    if (st == ST_OK && actor_of(t) != viewer)
        st = error_set(err, ST_WRONG_SEAT, "it is not your turn: look says who is to act");
    if (st == ST_OK) st = position_play(t->pos, buf, err);
    if (st != ST_OK) return st;
    t->acted[viewer] = position_ply(t->pos);
    st = position_resolve(t->pos, err);
    note_event(l, t);
    return st;
}

static status act(void *self, const mcp_act *a, const mcp_wait *w, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    local_table *t = hold(l, a->handle, &viewer);
    status st = t ? ST_OK : unknown_handle(err);
    if (st == ST_OK && viewer >= GAME_MAX_PLAYERS)
        st = error_set(err, ST_WRONG_SEAT, "this handle only watches: it has no seat");
    if (st == ST_OK) st = check_at(t, viewer, a->at, err);
    /* Others may have been asked first, of which the seat knows nothing: it was asked all the same. */
    if (st == ST_OK) st = drive(l, t, w, err);
    if (st == ST_OK) st = play_chosen(l, t, viewer, a, err);
    if (st == ST_OK) st = drive(l, t, w, err);
    release(l, t);
    return st;
}

/* --- taking back --- */

static status take_back(mcp_local *l, local_table *t, int viewer, error *err) {
    unsigned ply;
    int64_t at[VIEWERS];
    if (viewer >= GAME_MAX_PLAYERS)
        return error_set(err, ST_WRONG_SEAT, "this handle only watches: it has no seat");
    if (!mcp_last_action(t->pos, viewer, &ply))
        return error_set(err, ST_BAD_VALUE, "there is no action of yours to take back");
    bool revealed = false;
    status st = hides(t) ? mcp_reveals(t->pos, viewer, ply, &revealed, err) : ST_OK;
    if (st != ST_OK) return st;
    if (revealed)
        return error_set(err, ST_UNSUPPORTED,
                         "something was revealed after your last action, so it stays");
    for (int i = 0; i < VIEWERS; i++) at[i] = at_of(t, i);
    position_cut(t->pos, ply);
    for (int i = 0; i < VIEWERS; i++) {
        t->passed[i] += at[i] + 1 - at_of(t, i);
        if (t->acted[i] > ply) t->acted[i] = ply;
    }
    note_event(l, t);
    return ST_OK;
}

static status undo(void *self, const char *handle, int64_t at, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    local_table *t = hold(l, handle, &viewer);
    status st = t ? check_at(t, viewer, at, err) : unknown_handle(err);
    if (st == ST_OK) st = take_back(l, t, viewer, err);
    release(l, t);
    return st;
}

/* --- records --- */

static status write_record(void *self, const char *handle, text *out, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    status st = ST_OK;
    local_table *t = hold(l, handle, &viewer);
    if (!t)
        st = unknown_handle(err);
    else if (hides(t) && !is_over(t))
        st = record_write_seen(t->pos, seat_of(viewer), out, err);
    else
        record_write(t->pos, out);
    release(l, t);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the record") : st;
}

static status copy_game(void *self, const char *handle, position **out, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    status st;
    *out = NULL;
    local_table *t = hold(l, handle, &viewer);
    if (!t)
        st = unknown_handle(err);
    else if (hides(t) && !is_over(t))
        st = error_set(err, ST_LEAK, "hands are hidden here: a review comes after the end");
    else
        st = position_clone(out, t->pos, err);
    release(l, t);
    return st;
}

static status close_table(void *self, const char *handle, error *err) {
    mcp_local *l = self;
    int viewer = 0;
    local_table *t = hold(l, handle, &viewer);
    status st = t ? ST_OK : unknown_handle(err);
    for (int i = 0; t && i < MCP_MAX_TABLES; i++)
        if (l->table[i] == t) l->table[i] = NULL;
    if (t) t->closed = true;
    (void)cnd_broadcast(&l->changed);
    release(l, t);
    return st;
}

mcp_tables mcp_local_tables(mcp_local *l) {
    static const mcp_tables_kind kind = {.open = open_table,
                                         .see = see,
                                         .wait = wait_table,
                                         .act = act,
                                         .undo = undo,
                                         .record = write_record,
                                         .game = copy_game,
                                         .close = close_table};
    return (mcp_tables){&kind, l};
}
