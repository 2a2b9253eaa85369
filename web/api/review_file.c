#include "web/api/review_file.h"

#include "web/api/review_read.h"
#include "web/review_page.h"

/* The names as the page takes them; they point into `list`. */
static void take_names(const json_t *list, int players, const char **name) {
    for (int i = 0; i < players; i++) {
        const char *n = json_string_value(json_array_get(list, (size_t)i));
        name[i] = n && *n ? n : NULL;
    }
}

status review_file_write(const review_file *f, text *out, error *err) {
    const int players = position_rules(f->game)->players;
    const char *name[GAME_MAX_PLAYERS] = {NULL};
    review rev = {.players = players, .searcher = ""};
    json_t *body = f->body ? json_loads(f->body, 0, NULL) : NULL;
    json_t *names = json_loads(f->names, 0, NULL);
    take_names(names, players, name);
    status st = f->body ? review_read(&rev, body, players, err) : ST_OK;
    if (st == ST_OK) {
        unsigned first = position_first_ply(f->game);
        for (size_t i = 0; i < rev.count; i++) rev.events[i].ply += first;
        review_page page = {
            .game = f->game, .rev = &rev, .judge = f->judge, .made = "kibitz", .seat_names = name};
        st = review_page_write(&page, out, err);
    }
    review_done(&rev);
    json_decref(body);
    json_decref(names);
    return st;
}
