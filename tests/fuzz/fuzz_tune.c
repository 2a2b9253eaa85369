#define _POSIX_C_SOURCE 200809L
#include "tests/fuzz/fuzz.h"

#include <unistd.h>

#include "tune/data/data.h"
#include "tune/evolution/evolve.h"
#include "tune/fits/fit.h"
#include "tune/tune_settings.h"

/* What the tuner reads: the words of a run, the numbers of a checkpoint, and files of games. The
 * first letter says which. */

static void read_settings(const char *body, size_t size) {
    static tune_settings s;
    static tune_settings again;
    record r;
    error err = {0};
    status st = record_read(&r, body, size, &err);
    if (st == ST_OK) st = tune_settings_read(&s, &r, catalogue_games(), &err);
    record_done(&r);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st != ST_OK) return;
    text one = text_growing();
    text two = text_growing();
    tune_settings_write(&s, &one);
    FUZZ_HOLDS(record_read(&r, text_string(&one), one.len, &err) == ST_OK);
    FUZZ_HOLDS(tune_settings_read(&again, &r, catalogue_games(), &err) == ST_OK);
    tune_settings_write(&again, &two);
    FUZZ_HOLDS(strcmp(text_string(&one), text_string(&two)) == 0);
    record_done(&r);
    text_done(&one);
    text_done(&two);
}

/* A checkpoint that is accepted is written and read again to the same numbers. */
static void read_fit(const char *body) {
    static const feature list[2] = {{"a", 1, -1, 1, 0.1F}, {"b", 1, -1, 1, 0.1F}};
    fit_options o = fit_default();
    fit f;
    error err = {0};
    FUZZ_HOLDS(fit_init(&f, &o, list, NULL, 2) == ST_OK);
    const char *s = body;
    status st = fit_read(&f, &s, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st == ST_OK) {
        text out = text_growing();
        fit_write(&f, &out);
        s = text_string(&out);
        FUZZ_HOLDS(fit_read(&f, &s, &err) == ST_OK);
        text_done(&out);
    }
    fit_done(&f);
}

static void read_evolve(const char *body, evolve_method method) {
    static const evolve_param range[2] = {{0, -10, 10, 0.1}, {0, -10, 10, 0.1}};
    evolve_options o = {.method = method, .rounds = 50, .population = 4, .seed = 1};
    evolve *e;
    error err = {0};
    FUZZ_HOLDS(evolve_create(&e, &o, range, 2) == ST_OK);
    const char *s = body;
    status st = evolve_read(e, &s, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st == ST_OK && evolve_round(e) < o.rounds) {
        double value[256] = {0};
        (void)evolve_ask(e, 0);
        evolve_tell(e, value);
    }
    evolve_destroy(e);
}

/* A file without a name that holds the text; one for all inputs. */
static const char *file_of(const text *body) {
    static FILE *file;
    static char path[32];
    if (!file) file = tmpfile();
    FUZZ_HOLDS(file != NULL);
    rewind(file);
    FUZZ_HOLDS(fwrite(text_string(body), 1, body->len, file) == body->len && fflush(file) == 0);
    FUZZ_HOLDS(ftruncate(fileno(file), (off_t)body->len) == 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", fileno(file));
    return path;
}

/* Sections with "@@" lines between, so that inputs need no checksums. */
static void read_games(const char *body) {
    data_set d;
    data_options o = data_default();
    error err = {0};
    text file = text_growing();
    for (const char *s = body; *s;) {
        const char *stop = strstr(s, "@@\n");
        size_t n = stop ? (size_t)(stop - s) : strlen(s);
        size_t start = file.len;
        text_putn(&file, s, n);
        match_section_close(&file, start);
        s += n + (stop ? 3 : 0);
    }
    const char *path = file_of(&file);
    data_source from = {.games = catalogue_games(), .path = &path, .paths = 1};
    status st = data_load(&d, &from, &o, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    data_done(&d);
    text_done(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 8192) return 0;
    char *body = fuzz_string(data, size);
    switch (body[0]) {
    case 's':
        read_settings(body + 1, size - 1);
        break;
    case 'f':
        read_fit(body + 1);
        break;
    case 'p':
        read_evolve(body + 1, EVOLVE_SPSA);
        break;
    case 'c':
        read_evolve(body + 1, EVOLVE_CMAES);
        break;
    case 'g':
        read_evolve(body + 1, EVOLVE_GA);
        break;
    default:
        read_games(body + 1);
        break;
    }
    mem_free(body);
    return 0;
}
