#include "web/review_page.h"

#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/notation/san/san.h"
#include "engine/notation/spelling.h"
#include "web/page_join.h"
#include "web/page_scenes.h"

/* Lowest first: each may use what came before it. */
static const char *const modules[] = {"tree.js",  "sprites.js", "grid.js", "scene.js",
                                      "graph.js", "review.js",  NULL};
static const char *const styles[] = {"tokens.css", "scene.css", "review.css", NULL};

/* The only line that belongs to none of them. */
static const char *const start_line = "reviewStart(document, window, { treeElement, spriteColour, "
                                      "spriteSize, spriteTree, "
                                      "sceneColours, sceneTree, graphPlyAt, graphTree });\n";

/* A text that the shell has near its beginning, and no other file of ours. */
static const char *const own_start = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
                                     "charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-";

bool review_page_ours(const char *head) {
    return text_starts(head, own_start);
}

/* What is known while events are written. */
typedef struct walk {
    const review_page *page;
    position *at; /* before the event at hand */
    page_scenes *scenes;
    bool san;
    json_writer *w;
} walk;

/* --- actions as people write them --- */

/* As many of the line's actions as can be played, else as they are. */
static status put_line(const walk *k, const char *line, text *out, error *err) {
    if (!k->san) {
        spelling_write_line(spelling_for(position_rules(k->at)), k->at, line, out);
        return ST_OK;
    }
    char *copy = mem_string(line);
    words split = {0};
    status st = copy ? words_split(&split, copy, err) : error_set(err, ST_NOMEM, "no memory");
    if (st == ST_OK)
        st = san_write_line(k->at, (const char *const *)split.at, split.count, out, err);
    if (st != ST_OK && st != ST_NOMEM) st = ST_OK; /* a line may lead beyond the end */
    if (st == ST_OK && !out->len) text_put(out, line);
    words_done(&split);
    mem_free(copy);
    return st;
}

static status json_line(const walk *k, const char *key, const char *line, error *err) {
    text shown = text_growing();
    status st = put_line(k, line, &shown, err);
    if (st == ST_OK && shown.cut) st = error_set(err, ST_NOMEM, "no memory for the page");
    if (st == ST_OK) {
        json_key(k->w, key);
        json_ascii(k->w, text_string(&shown));
    }
    text_done(&shown);
    return st;
}

/* --- events --- */

static void json_values(json_writer *w, const char *key, const double *x, int n) {
    json_key(w, key);
    json_open(w, '[');
    for (int i = 0; i < n; i++) json_real(w, x[i], 4);
    json_close(w, ']');
}

/* The scene after the better action, as chance brought it in the game where it can. */
static status json_other(const walk *k, const review_event *e, error *err) {
    position *p = NULL;
    size_t number = 0;
    status st = position_clone(&p, k->at, err);
    if (st == ST_OK) st = position_play(p, e->better, err);
    if (st == ST_OK) st = page_scenes_add(k->scenes, p, &number, err);
    if (st == ST_OK) {
        json_key(k->w, "other");
        page_scenes_write(k->scenes, number, k->w);
    }
    position_destroy(p);
    return st;
}

static status json_decision(const walk *k, const review_event *e, error *err) {
    json_writer *w = k->w;
    json_key(w, "loss");
    json_real(w, e->loss, 4);
    json_key(w, "forced");
    json_bool(w, e->forced);
    json_key(w, "mark");
    json_string(w, review_mark_text(e->mark));
    status st = json_line(k, "line", e->line, err);
    if (st != ST_OK || !e->better[0]) return st;
    st = json_line(k, "better", e->better, err);
    return st == ST_OK ? json_other(k, e, err) : st;
}

static status json_event(const walk *k, const review_event *e, error *err) {
    json_writer *w = k->w;
    int players = k->page->rev->players;
    bool chance = e->actor == ACTOR_CHANCE;
    json_open(w, '{');
    json_key(w, "seat");
    json_int(w, chance ? 0 : e->actor + 1);
    status st = json_line(k, "shown", e->token, err);
    if (e->valued) {
        json_values(w, "values", e->values, players);
        json_values(w, "best", e->best, players);
    }
    if (st == ST_OK && !chance && e->valued) st = json_decision(k, e, err);
    if (chance && e->luck_kind != LUCK_UNKNOWN) {
        json_values(w, "luck", e->luck, players);
        json_key(w, "outcomes");
        json_int(w, e->outcomes);
    }
    json_close(w, '}');
    return st;
}

/* What was not judged, since the review was stopped. */
static review_event unjudged(const walk *k, const char *event) {
    const rules *r = position_rules(k->at);
    review_event e = {.ply = position_ply(k->at)};
    e.actor = r->game->actor(r, position_data(k->at));
    text out = text_over(e.token, sizeof e.token);
    text_put(&out, event);
    return e;
}

/* Events with the scenes before, between and after them; *own are the numbers of those scenes. */
static status json_events(walk *k, size_t *own, error *err) {
    const position *entire = k->page->game;
    const review *rev = k->page->rev;
    const char *event;
    status st = page_scenes_add(k->scenes, k->at, &own[0], err);
    json_key(k->w, "events");
    json_open(k->w, '[');
    for (size_t i = 0; st == ST_OK && (event = position_event(entire, position_ply(k->at))); i++) {
        review_event e = i < rev->count ? rev->events[i] : unjudged(k, event);
        st = json_event(k, &e, err);
        if (st == ST_OK) st = position_play(k->at, event, err);
        if (st == ST_OK) st = page_scenes_add(k->scenes, k->at, &own[i + 1], err);
    }
    json_close(k->w, ']');
    return st;
}

/* --- the rest of the data --- */

static void json_seats(const review_page *page, json_writer *w) {
    bool luck = (position_rules(page->game)->traits & GAME_CHANCE) != 0;
    json_key(w, "seats");
    json_open(w, '[');
    for (int i = 0; i < page->rev->players; i++) {
        const review_seat *s = &page->rev->seat[i];
        const char *name = page->seat_names ? page->seat_names[i] : NULL;
        json_open(w, '{');
        if (name) {
            json_key(w, "name");
            json_ascii(w, name);
        }
        static const char *const keys[] = {"dubious", "mistakes", "blunders"};
        for (int m = MARK_DUBIOUS; m <= MARK_BLUNDER; m++) {
            json_key(w, keys[m - MARK_DUBIOUS]);
            json_int(w, s->marks[m]);
        }
        json_key(w, "accuracy");
        if (s->decisions)
            json_real(w, review_accuracy(s), 4);
        else
            json_raw(w, "null");
        if (luck) {
            json_key(w, "luck");
            json_real(w, s->luck, 4);
        }
        json_close(w, '}');
    }
    json_close(w, ']');
}

static status write_data(walk *k, size_t *own, error *err) {
    const review_page *page = k->page;
    json_writer *w = k->w;
    json_open(w, '{');
    json_key(w, "review");
    json_int(w, 1);
    json_key(w, "game");
    json_string(w, position_rules(page->game)->game->name);
    json_key(w, "judge");
    json_ascii(w, page->judge);
    json_key(w, "judged");
    json_int(w, (int64_t)page->rev->count);
    json_seats(page, w);
    status st = json_events(k, own, err);
    if (st != ST_OK) return st;
    json_key(w, "scenes");
    json_open(w, '[');
    size_t plies = position_ply(page->game) - position_first_ply(page->game);
    for (size_t i = 0; i <= plies; i++) page_scenes_write(k->scenes, own[i], w);
    json_close(w, ']');
    json_key(w, "chunks");
    page_scenes_write_pieces(k->scenes, w);
    json_close(w, '}');
    return ST_OK;
}

static status make_data(const review_page *page, text *out, error *err) {
    text plain = text_growing();
    json_writer w = json_writer_on(&plain);
    walk k = {.page = page, .w = &w};
    size_t plies = position_ply(page->game) - position_first_ply(page->game);
    size_t *own = mem_alloc((plies + 1) * sizeof *own);
    status st = san_check(position_rules(page->game), err);
    k.san = st == ST_OK;
    if (st != ST_NOMEM) st = position_clone(&k.at, page->game, err);
    if (st == ST_OK && (!own || page_scenes_create(&k.scenes) != ST_OK))
        st = error_set(err, ST_NOMEM, "no memory for the page");
    if (st == ST_OK) {
        position_allow(k.at, POSITION_OPEN_ENDS);
        position_cut(k.at, position_first_ply(page->game));
        st = write_data(&k, own, err);
    }
    page_put_json(out, text_string(&plain), plain.len);
    if (st == ST_OK && (plain.cut || out->cut))
        st = error_set(err, ST_NOMEM, "no memory for the page");
    page_scenes_destroy(k.scenes);
    position_destroy(k.at);
    mem_free(own);
    text_done(&plain);
    return st;
}

/* --- the page --- */

static void put_title(const review_page *page, text *out) {
    page_put_html(out, position_rules(page->game)->game->title);
    for (int i = 0; page->seat_names && i < page->rev->players; i++) {
        if (!page->seat_names[i]) continue;
        text_put(out, i ? " – " : ": ");
        page_put_html(out, page->seat_names[i]);
    }
}

enum { POLICY, MADE, TITLE, STYLE, HEAD, DATA, SCRIPT, SLOTS };

status review_page_write(const review_page *page, text *out, error *err) {
    static const char *const names[SLOTS] = {"POLICY", "MADE", "TITLE", "STYLE",
                                             "HEAD",   "DATA", "SCRIPT"};
    text value[SLOTS];
    page_slot slots[SLOTS + 1] = {{0}};
    for (int i = 0; i < SLOTS; i++) {
        value[i] = text_growing();
        slots[i] = (page_slot){names[i], &value[i]};
    }
    page_put_html(&value[MADE], page->made);
    put_title(page, &value[TITLE]);
    page_put_html(&value[HEAD], page->head ? page->head : "");
    status st = page_join_styles(styles, &value[STYLE], err);
    if (st == ST_OK) st = page_join_scripts(modules, &value[SCRIPT], err);
    text_put(&value[SCRIPT], start_line);
    page_put_policy(&value[POLICY], &value[SCRIPT], &value[STYLE]);
    if (st == ST_OK) st = make_data(page, &value[DATA], err);
    for (int i = 0; st == ST_OK && i < SLOTS; i++)
        if (value[i].cut) st = error_set(err, ST_NOMEM, "no memory for the page");
    if (st == ST_OK) st = page_fill("review.html", slots, out, err);
    for (int i = 0; i < SLOTS; i++) text_done(&value[i]);
    return st;
}
