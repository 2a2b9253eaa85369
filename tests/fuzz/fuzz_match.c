#include "arena/match_file.h"
#include "arena/openings.h"
#include "arena/standings.h"
#include "tests/fuzz/fuzz.h"

/* What people write for a match: the words of an engine and of a test, lines of openings, and the
 * match file with its header and its games. The first letter says which. */

static void read_engine(const char *line) {
    engine_spec e;
    engine_spec again;
    error err = {0};
    if (engine_spec_read(&e, line, &err) != ST_OK) {
        FUZZ_HOLDS(err.text[0]);
        return;
    }
    text one = text_growing();
    text two = text_growing();
    engine_spec_write(&e, &one);
    FUZZ_HOLDS(engine_spec_read(&again, text_string(&one), &err) == ST_OK);
    engine_spec_write(&again, &two);
    FUZZ_HOLDS(strcmp(text_string(&one), text_string(&two)) == 0);
    text_done(&one);
    text_done(&two);
    engine_spec_done(&e);
    engine_spec_done(&again);
}

static void read_test(const char *line) {
    sprt s = stats_sprt_default();
    error err = {0};
    status st = stats_sprt_read(&s, line, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    FUZZ_HOLDS(s.elo0 < s.elo1 && stats_sprt_lower(&s) < 0 && stats_sprt_upper(&s) > 0);
}

static void read_openings(const char *body, size_t size) {
    opening_book book;
    error err = {0};
    params setup = params_default();
    status st = openings_read(&book, body, size, fuzz_game((uint8_t)body[0]), &setup, &err);
    FUZZ_HOLDS(st == ST_OK ? book.count > 0 : err.text[0] != '\0');
    openings_done(&book);
}

/* A header that is accepted is written, read and written to the same lines. */
static void read_header(const char *body, size_t size) {
    static match_settings s;
    static match_settings again;
    record r;
    error err = {0};
    status st = record_read(&r, body, size, &err);
    settings_init(&s);
    if (st == ST_OK) st = settings_read(&s, &r, catalogue_games(), &err);
    record_done(&r);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st == ST_OK) {
        text one = text_growing();
        text two = text_growing();
        settings_write(&s, &one);
        FUZZ_HOLDS(record_read(&r, text_string(&one), one.len, &err) == ST_OK);
        FUZZ_HOLDS(settings_read(&again, &r, catalogue_games(), &err) == ST_OK);
        settings_write(&again, &two);
        FUZZ_HOLDS(strcmp(text_string(&one), text_string(&two)) == 0);
        record_done(&r);
        text_done(&one);
        text_done(&two);
        settings_done(&again);
    }
    settings_done(&s);
}

/* A game that is accepted fits the plan and can be counted. */
static void read_game(const char *body, size_t size) {
    static match_settings s;
    match_game g;
    standings now;
    error err = {0};
    settings_init(&s);
    s.game = catalogue_games()[0];
    FUZZ_HOLDS(settings_add_engine(&s, "name=a", &err) == ST_OK);
    FUZZ_HOLDS(settings_add_engine(&s, "name=b", &err) == ST_OK);
    FUZZ_HOLDS(settings_check(&s, &err) == ST_OK);
    section sec = {body, size};
    block_plan plan = settings_plan(&s);
    FUZZ_HOLDS(standings_init(&now, &plan, &err) == ST_OK);
    if (match_game_read(&g, &sec, &s, NULL, &err) == ST_OK) {
        bool entire;
        FUZZ_HOLDS(g.number < s.games && g.offender >= -1 && g.offender < 2);
        now.games = g.number;
        FUZZ_HOLDS(standings_add(&now, &g, &entire, &err) == ST_OK);
    } else {
        FUZZ_HOLDS(err.text[0]);
    }
    standings_done(&now);
    settings_done(&s);
}

/* Sections are found in order, inside the data, and only complete ones. */
static void read_sections(const char *body, size_t size) {
    section sec;
    size_t at = 0;
    size_t before = 0;
    while (match_section_next(body, size, &at, &sec)) {
        FUZZ_HOLDS(at > before && at <= size && sec.at == body + before);
        before = at;
    }
    text closed = text_growing();
    text_putn(&closed, body, size);
    if (size && body[size - 1] != '\n') text_char(&closed, '\n');
    match_section_close(&closed, 0);
    at = 0;
    /* Closed it is complete, unless a line inside looks like its end. */
    if (!strstr(body, "# end ") && !memchr(body, '\0', size))
        FUZZ_HOLDS(match_section_next(closed.at, closed.len, &at, &sec) && at == closed.len);
    text_done(&closed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 8192) return 0;
    char *body = fuzz_string(data, size);
    switch (body[0]) {
    case 'e':
        read_engine(body + 1);
        break;
    case 's':
        read_test(body + 1);
        break;
    case 'o':
        read_openings(body + 1, size - 1);
        break;
    case 'h':
        read_header(body + 1, size - 1);
        break;
    case 'g':
        read_game(body + 1, size - 1);
        break;
    default:
        read_sections(body, size);
        break;
    }
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
