#include "web/think/report_json.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/happened.h"
#include "engine/game/scene_parts.h"
#include "search/score.h"

/* --- words --- */

/* A state that fits the position; NULL where there is no memory. To be freed. */
static void *world_of(const position *p) {
    void *world = mem_alloc(position_rules(p)->state_size);
    rng g = {.s = 1};
    if (world) position_world(p, &g, world);
    return world;
}

static void describe(const position *p, const char *event, text *out) {
    const rules *r = position_rules(p);
    void *world = r->terminal->describe ? world_of(p) : NULL;
    token tok;
    if (world && token_read((state_ref){r, world, position_trail(p)}, event, &tok, NULL) == ST_OK)
        r->terminal->describe(r, world, tok.steps, tok.count, out);
    mem_free(world);
}

void report_json_words(const position *p, const char *event, text *out) {
    size_t mark = out->len;
    spelling how = spelling_for(position_rules(p));
    if (how != SPELLING_TOKENS)
        spelling_write(how, p, event, out);
    else
        describe(p, event, out);
    if (out->len == mark) text_put(out, event);
}

static void put_words(json_writer *w, const char *key, const position *p, const char *event) {
    text said = text_growing();
    report_json_words(p, event, &said);
    if (key) json_key(w, key);
    json_ascii(w, text_string(&said));
    w->out->cut |= said.cut;
    text_done(&said);
}

/* Calls `each` for every word of a line; it returns false to stop. */
typedef bool (*word_visit)(void *ctx, const char *event);
static void each_word(const char *line, word_visit each, void *ctx) {
    char event[GAME_TOKEN_SIZE];
    while (*(line += strspn(line, " "))) {
        size_t n = strcspn(line, " ");
        text t = text_over(event, sizeof event);
        text_putn(&t, line, n);
        if (!each(ctx, event)) return;
        line += n;
    }
}

static bool put_token(void *ctx, const char *event) {
    json_ascii(ctx, event);
    return true;
}

typedef struct said_line {
    json_writer *w;
    position *at; /* NULL: from here on tokens are all that is known */
} said_line;

static bool put_said(void *ctx, const char *event) {
    said_line *l = ctx;
    if (l->at)
        put_words(l->w, NULL, l->at, event);
    else
        json_ascii(l->w, event);
    if (l->at && position_play(l->at, event, NULL) != ST_OK) {
        position_destroy(l->at);
        l->at = NULL;
    }
    return true;
}

/* A line of play as tokens and as words. */
static void put_line(json_writer *w, const position *from, const char *line, const char *key,
                     const char *words_key) {
    json_key(w, key);
    json_open(w, '[');
    each_word(line, put_token, w);
    json_close(w, ']');
    said_line said = {.w = w};
    if (position_clone(&said.at, from, NULL) != ST_OK) said.at = NULL;
    json_key(w, words_key);
    json_open(w, '[');
    each_word(line, put_said, &said);
    json_close(w, ']');
    position_destroy(said.at);
}

/* --- arrows --- */

/* Where the event begins and where it leads, as the scene calls these places. */
static void put_arrow(json_writer *w, const position *p, int seat, const token *tok) {
    happened_list l;
    void *world = world_of(p);
    happened_init(&l, NULL);
    if (world) happened_in_state(position_rules(p), world, tok->steps, tok->count, seat, &l);
    const char *from = l.count ? happened_from(&l, 0) : NULL;
    const char *to = l.count ? happened_to(&l, 0) : NULL;
    const char *thing = l.count ? happened_thing(&l, 0) : NULL;
    json_key(w, "arrow");
    if (from || to) {
        json_open(w, '[');
        if (from) json_ascii(w, from);
        if (to) json_ascii(w, to);
        json_close(w, ']');
    } else {
        json_raw(w, "null");
    }
    json_key(w, "things");
    json_open(w, '[');
    if (thing) json_ascii(w, thing);
    json_close(w, ']');
    happened_done(&l);
    mem_free(world);
}

/* --- lines --- */

static void put_reals(json_writer *w, const char *key, const double *x, int n, int digits) {
    json_key(w, key);
    json_open(w, '[');
    for (int i = 0; i < n; i++) json_real(w, x[i], digits);
    json_close(w, ']');
}

static void put_count(json_writer *w, const char *key, uint64_t n) {
    json_key(w, key);
    json_int(w, n > INT64_MAX ? INT64_MAX : (int64_t)n);
}

static void put_score(json_writer *w, const line_score *s) {
    json_key(w, "cp");
    if (s->mate)
        json_raw(w, "null");
    else
        json_int(w, s->cp);
    json_key(w, "mate");
    if (s->mate)
        json_int(w, s->mate);
    else
        json_raw(w, "null");
}

/* The first action in the spelling of the line, or as the search has it where there is no line. */
static void first_token(const position *root, const search_line *l, text *out) {
    text_putn(out, l->pv, strcspn(l->pv, " "));
    if (out->len) return;
    void *world = world_of(root);
    if (world) token_write(position_rules(root), world, &l->first, out);
    mem_free(world);
}

static void put_search_line(json_writer *w, const position *root, int seat, const search_report *r,
                            size_t i, line_score *before) {
    static const char *const proofs[] = {NULL, "win", "loss", "draw", "exact"};
    const rules *own = position_rules(root);
    const search_line *l = &r->lines[i];
    char buf[GAME_TOKEN_SIZE];
    text first = text_over(buf, sizeof buf);
    first_token(root, l, &first);
    *before = i ? score_of_next(root, l, seat, false, before) : score_of_line(root, l, seat, false);
    json_open(w, '{');
    json_key(w, "rank");
    json_int(w, (int64_t)i + 1);
    json_key(w, "token");
    json_ascii(w, buf);
    put_words(w, "words", root, buf);
    put_arrow(w, root, seat, &l->first);
    put_reals(w, "values", l->values, own->players, 4);
    json_key(w, "points");
    if (score_has_points(own, l)) {
        json_open(w, '[');
        for (int k = 0; k < own->players; k++) json_real(w, l->points[k], 2);
        json_close(w, ']');
    } else {
        json_raw(w, "null");
    }
    put_score(w, before);
    put_count(w, "visits", l->visits);
    put_count(w, "depth", r->depth);
    json_key(w, "few");
    json_bool(w, l->visits && search_few_visits(r, l));
    if (l->proof != PROOF_NONE) {
        json_key(w, "proof");
        json_string(w, proofs[l->proof]);
    }
    put_line(w, root, l->pv, "pv", "pv_words");
    json_close(w, '}');
}

void report_json_lines(json_writer *w, const position *root, int seat, const search_report *r,
                       int lines) {
    line_score before = {0};
    json_key(w, "lines");
    json_open(w, '[');
    for (size_t i = 0; i < r->count && i < (size_t)lines; i++)
        put_search_line(w, root, seat, r, i, &before);
    json_close(w, ']');
    put_count(w, "nodes", r->nodes);
    put_count(w, "visits", r->visits);
    put_count(w, "time_ms", (uint64_t)(r->time_ms > 0 ? r->time_ms : 0));
    put_count(w, "depth", r->depth);
    put_count(w, "seldepth", r->seldepth);
    json_key(w, "note");
    if (r->note)
        json_ascii(w, r->note);
    else
        json_raw(w, "null");
}

/* --- reviews --- */

static void put_better_arrow(json_writer *w, const position *at, const review_event *e) {
    token tok;
    if (token_read(position_ref(at), e->better, &tok, NULL) == ST_OK)
        put_arrow(w, at, e->actor, &tok);
}

static void put_decision(json_writer *w, const position *at, const review *r,
                         const review_event *e) {
    json_key(w, "loss");
    json_real(w, e->loss, 4);
    json_key(w, "mark");
    json_string(w, review_mark_text(e->mark));
    json_key(w, "forced");
    json_bool(w, e->forced);
    put_reals(w, "best", e->best, r->players, 4);
    json_key(w, "better");
    if (e->better[0]) {
        json_ascii(w, e->better);
        put_words(w, "better_words", at, e->better);
        put_better_arrow(w, at, e);
    } else {
        json_raw(w, "null");
    }
    put_line(w, at, e->line, "line", "line_words");
}

/* What the seats have then, where the game shows points. */
static void put_points(json_writer *w, const position *after) {
    scene *s = NULL;
    bool any = false;
    int players = position_rules(after)->players;
    if (scene_build(&s, after, SEAT_ALL, NULL) != ST_OK) return;
    for (int i = 0; i < players; i++) any |= s->at_seat[i].has_points;
    if (any) {
        json_key(w, "points");
        json_open(w, '[');
        for (int i = 0; i < players; i++) json_int(w, s->at_seat[i].points);
        json_close(w, ']');
    }
    scene_destroy(s);
}

void report_json_event(json_writer *w, const position *at, const position *after, const review *r,
                       const review_event *e) {
    bool chance = e->actor == ACTOR_CHANCE;
    json_open(w, '{');
    json_key(w, "ply");
    json_int(w, (int64_t)(position_ply(at) - position_first_ply(at)) + 1);
    json_key(w, "seat");
    json_int(w, chance ? 0 : e->actor + 1);
    json_key(w, "token");
    json_ascii(w, e->token);
    put_words(w, "words", at, e->token);
    if (e->valued) put_reals(w, "values", e->values, r->players, 4);
    if (!chance && e->valued) put_decision(w, at, r, e);
    if (chance && e->luck_kind != LUCK_UNKNOWN) {
        put_reals(w, "best", e->best, r->players, 4);
        put_reals(w, "luck", e->luck, r->players, 4);
        json_key(w, "outcomes");
        json_int(w, e->outcomes);
    }
    if (after) put_points(w, after);
    json_close(w, '}');
}

void report_json_seats(json_writer *w, const review *r, const char *const *names) {
    json_open(w, '[');
    for (int i = 0; i < r->players; i++) {
        const review_seat *s = &r->seat[i];
        json_open(w, '{');
        json_key(w, "name");
        json_string(w, names[i] ? names[i] : "");
        json_key(w, "decisions");
        json_int(w, s->decisions);
        json_key(w, "forced");
        json_int(w, s->forced);
        json_key(w, "accuracy");
        if (s->decisions)
            json_real(w, review_accuracy(s), 4);
        else
            json_raw(w, "null");
        json_key(w, "average_loss");
        json_real(w, review_average_loss(s), 4);
        json_key(w, "marks");
        json_open(w, '[');
        for (int k = 0; k < REVIEW_MARKS; k++) json_int(w, s->marks[k]);
        json_close(w, ']');
        json_key(w, "luck");
        json_real(w, s->luck, 4);
        json_close(w, '}');
    }
    json_close(w, ']');
}
