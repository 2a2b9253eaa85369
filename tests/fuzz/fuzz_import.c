#include "engine/notation/record_tree.h"
#include "tests/fuzz/fuzz.h"
#include "web/api/library_game.h"
#include "web/api/library_import.h"
#include "web/api/match_table.h"
#include "web/api/review_read.h"

/* What people bring to the server as texts: games of any form, match files, reviews as they are
 * stored. By the first byte. No file is ever opened; what was taken can be shown. */

static web_world world;
static const web_person who = {.id = 1, .kind = PERSON_MEMBER};

/* A record that was taken is read again, shown and written in every form that takes it. */
static void check_saved(const char *stored) {
    saved_game s = {0};
    error e = {0};
    text out = text_growing();
    if (saved_game_read(&s, &world, &who, stored, NULL, &e) == ST_OK) {
        json_writer w = json_writer_on(&out);
        json_open(&w, '{');
        (void)library_game_put(&w, &s, &e);
        json_close(&w, '}');
        static const char *const forms[] = {"record", "pgn", "sgf", "pdn", "ggf"};
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
            text_clear(&out);
            (void)library_game_write(&s, stored, forms[i], &out, &e);
        }
    }
    saved_game_done(&s);
    text_done(&out);
}

static void import_games(const char *data, size_t len, const game *g) {
    library_import i;
    error e = {0};
    asked_game of = {.game = g, .list = catalogue_games(), .source = text_growing()};
    library_request r = {.g = &of, .data = data, .len = len, .account = 1};
    library_import_init(&i);
    status st = library_import_text(&i, &r, &e);
    FUZZ_HOLDS(st == ST_OK ? i.added > 0 : e.text[0] != '\0');
    library_import_done(&i);
    text_done(&of.source);
}

static void read_match(const char *data, size_t len) {
    error e = {0};
    text out = text_growing();
    json_writer w = json_writer_on(&out);
    status st = match_table_put(&w, catalogue_games(), data, len, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    text_done(&out);
}

static void read_review(const char *data) {
    error e = {0};
    review r;
    json_t *j = json_loads(data, 0, NULL);
    status st = review_read(&r, j, 3, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    review_done(&r);
    json_decref(j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST = 20000 };
    if (size < 2 || size > MOST) return 0;
    world.library = catalogue_library();
    world.limits = web_limits_defaults();
    char *body = fuzz_string(data + 1, size - 1);
    size_t len = strlen(body);
    switch (data[0] % 5) {
    case 0:
        import_games(body, len, NULL);
        break;
    case 1:
        import_games(body, len, fuzz_game((uint8_t)(data[0] / 5)));
        break;
    case 2:
        read_match(body, len);
        break;
    case 3:
        read_review(body);
        break;
    default:
        check_saved(body);
    }
    mem_free(body);
    return 0;
}
