#include "cli/play/play_walk.h"

#include <string.h>

#include "engine/base/memory.h"

/* --- steps --- */

static status list_next(play_walk *w, error *err) {
    const char *path[PICK_MAX_PARTS];
    for (int i = 0; i < w->count; i++) path[i] = w->part[i];
    pick_list_clear(&w->next);
    bool some =
        w->count < PICK_MAX_PARTS && pick_next(w->at, (pick_path){path, w->count}, &w->next);
    if (w->next.no_memory) return error_set(err, ST_NOMEM, "no memory to choose");
    return some ? ST_OK : error_set(err, ST_NOT_FOUND, "nothing can be chosen here");
}

status play_walk_init(play_walk *w, const play *p, const position *pos, error *err) {
    const rules *r = position_rules(pos);
    rng deal = {.s = 1};
    *w = (play_walk){.p = p, .view = pos};
    pick_list_init(&w->next);
    status st = play_view_of(pos, &w->own, &w->view, err);
    if (st != ST_OK) return st;
    w->world = mem_alloc(r->state_size);
    if (!w->world) return error_set(err, ST_NOMEM, "no memory to choose");
    position_world(w->view, &deal, w->world);
    w->at = (state_ref){r, w->world, position_trail(w->view)};
    return list_next(w, err);
}

void play_walk_done(play_walk *w) {
    for (int i = 0; i < w->count; i++) mem_free(w->part[i]);
    mem_free(w->token);
    mem_free(w->world);
    pick_list_done(&w->next);
    position_destroy(w->own);
}

status play_walk_take(play_walk *w, size_t i, error *err) {
    const pick_part *p = &w->next.at[i];
    char *part = mem_string(p->part);
    char *complete = p->token ? mem_string(p->token) : NULL;
    if (!part || (p->token && !complete)) {
        mem_free(part);
        mem_free(complete);
        return error_set(err, ST_NOMEM, "no memory to choose");
    }
    w->part[w->count++] = part;
    w->token = complete;
    if (!complete) return list_next(w, err);
    pick_list_clear(&w->next);
    return ST_OK;
}

status play_walk_follow(play_walk *w, char *const *part, int n, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < n; i++) {
        size_t k = 0;
        while (k < w->next.count && strcmp(w->next.at[k].part, part[i]) != 0) k++;
        st = k < w->next.count
                 ? play_walk_take(w, k, err)
                 : error_set(err, ST_NOT_FOUND, "%.40s cannot be chosen here", part[i]);
    }
    return st;
}

/* --- what need not be asked --- */

/* Who plays alone against engines cannot give anything away by being asked less. */
bool play_walk_silent(const play_walk *w) {
    return w->next.count == 1 && !w->p->c.ask_all &&
           (!w->next.at[0].loud || play_humans(w->p) == 1);
}

status play_walk_only(play_walk *w, bool complete, error *err) {
    status st = ST_OK;
    while (st == ST_OK && play_walk_silent(w) && (complete || !w->next.at[0].token))
        st = play_walk_take(w, 0, err);
    return st;
}

/* --- words --- */

static char plain(char c) {
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == ' ' || c == '_' ? '-' : c;
}

/* Equal up to case, and a dash is a space; of `name` only the first n bytes. */
static bool same_name(const char *word, const char *name, size_t n) {
    size_t i = 0;
    while (i < n && word[i] && plain(word[i]) == plain(name[i])) i++;
    return i == n && !word[i];
}

/* How many of each letter "RRWW", "W2R2" or "w r r w" has; false where it is something else. */
static bool count_letters(const char *word, int count[26]) {
    int total = 0;
    memset(count, 0, 26 * sizeof *count);
    for (const char *c = word; *c; c++) {
        char letter = plain(*c);
        if (letter == '-') continue;
        if (letter < 'a' || letter > 'z') return false;
        int n = c[1] >= '1' && c[1] <= '9' ? *++c - '0' : 1;
        count[letter - 'a'] += n;
        total += n;
    }
    return total > 1;
}

/* The same things in another order, as they lie on a real table. */
static bool same_things(const char *word, const char *name) {
    int said[26];
    int listed[26];
    return count_letters(word, said) && count_letters(name, listed) &&
           memcmp(said, listed, sizeof said) == 0;
}

enum { BY_NAME, BY_END, BY_WORDS, BY_MEANING, WAYS };

static bool is_meant(const pick_part *p, const char *word, int way) {
    const char *dot = strrchr(p->part, '.');
    switch (way) {
    case BY_NAME:
        return same_name(word, p->part, strlen(p->part));
    case BY_END:
        return dot && same_name(word, dot + 1, strlen(dot + 1));
    case BY_WORDS:
        return p->words && same_name(word, p->words, strcspn(p->words, ":,"));
    default:
        return token_declines(word) && token_declines(p->part);
    }
}

int play_walk_find(const play_walk *w, const char *word) {
    for (size_t i = 0; i < w->next.count; i++)
        if (strcmp(w->next.at[i].part, word) == 0) return (int)i;
    for (int way = 0; way < WAYS; way++) {
        int found = -1;
        int hits = 0;
        for (size_t i = 0; i < w->next.count; i++) {
            if (!is_meant(&w->next.at[i], word, way)) continue;
            found = (int)i;
            hits++;
        }
        if (hits) return hits == 1 ? found : -1;
    }
    if (w->at.rules->game->actor(w->at.rules, w->at.state) != ACTOR_CHANCE) return -1;
    for (size_t i = 0; i < w->next.count; i++)
        if (w->next.at[i].kind == PICK_CHOICE && same_things(word, w->next.at[i].part))
            return (int)i;
    return -1;
}
