#include "cli/setup.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/game_file.h"
#include "lib/catalogue.h"

void setup_init(cli_setup *s) {
    *s = (cli_setup){.params = params_default(), .seed = 1};
}

status setup_value(int argc, char **argv, int *i, const char **out, error *err) {
    if (*i + 1 >= argc) return error_set(err, ST_BAD_SYNTAX, "%s needs a value", argv[*i]);
    *out = argv[*i + 1];
    *i += 2;
    return ST_OK;
}

status setup_number(int argc, char **argv, int *i, uint64_t min, uint64_t max, uint64_t *out,
                    error *err) {
    const char *name = argv[*i];
    const char *value = NULL;
    status st = setup_value(argc, argv, i, &value, err);
    if (st != ST_OK) return st;
    if (text_u64(value, max, out) && *out >= min) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "%s takes a whole number from %llu to %llu, not %.40s",
                     name, (unsigned long long)min, (unsigned long long)max, value);
}

bool setup_is_rules_file(const char *word) {
    size_t n = strlen(word);
    return (n > 5 && strcmp(word + n - 5, ".game") == 0) || game_library_is_object(word);
}

status setup_load(const char *path, const game **first, error *err) {
    game_library *l = catalogue_library();
    diags *d = mem_alloc(sizeof *d);
    status st = l && d ? game_library_read_file(l, path, first, d, err)
                       : error_set(err, ST_NOMEM, "no memory for %.120s", path);
    if (st == ST_BAD_SYNTAX) {
        text problems = text_growing();
        diags_write(d, &problems);
        (void)fputs(text_string(&problems), stderr);
        text_done(&problems);
    }
    mem_free(d);
    return st;
}

static status take_game(cli_setup *s, const char *name, error *err) {
    if (setup_is_rules_file(name)) return setup_load(name, &s->game, err);
    s->game = game_find(catalogue_games(), name);
    if (s->game) return ST_OK;
    const char *near = game_nearest(catalogue_games(), name);
    return error_set(err, ST_BAD_VALUE, "there is no game %.60s%s%s", name,
                     near ? "; did you mean " : "; kibitz games lists them", near ? near : "");
}

/* --players, --rules, --set and --first are the setup words of the protocol with dashes. */
static status take_param(cli_setup *s, int argc, char **argv, int *i, error *err) {
    const game *g = s->game ? s->game : catalogue_games()[0];
    char *pair[2] = {argv[*i] + 2, NULL};
    const char *value = NULL;
    status st = setup_value(argc, argv, i, &value, err);
    if (st != ST_OK) return st;
    pair[1] = mem_string(value);
    if (!pair[1]) return error_set(err, ST_NOMEM, "no memory");
    size_t at = 0;
    st = params_read(&s->params, g, pair, 2, &at, err);
    mem_free(pair[1]);
    return st;
}

status setup_take(cli_setup *s, int argc, char **argv, int *i, bool *taken, error *err) {
    const char *w = argv[*i];
    *taken = true;
    if (w[0] != '-' && !s->game) {
        ++*i;
        return take_game(s, w, err);
    }
    if (strcmp(w, "--fen") == 0) return setup_value(argc, argv, i, &s->fen, err);
    if (strcmp(w, "--moves") == 0) return setup_value(argc, argv, i, &s->moves, err);
    if (strcmp(w, "--record") == 0) return setup_value(argc, argv, i, &s->record, err);
    if (strcmp(w, "--force") == 0) {
        s->force = true;
        ++*i;
        return ST_OK;
    }
    if (strcmp(w, "--seed") == 0) {
        s->seeded = true;
        return setup_number(argc, argv, i, 0, UINT64_MAX, &s->seed, err);
    }
    if (strcmp(w, "--players") == 0 || strcmp(w, "--rules") == 0 || strcmp(w, "--set") == 0 ||
        strcmp(w, "--first") == 0)
        return take_param(s, argc, argv, i, err);
    *taken = false;
    return ST_OK;
}

static status play_moves(position *p, const char *moves, error *err) {
    char *copy = mem_string(moves);
    words w = {0};
    status st = copy ? words_split(&w, copy, err) : error_set(err, ST_NOMEM, "no memory");
    for (size_t i = 0; st == ST_OK && i < w.count; i++) {
        st = position_play(p, w.at[i], err);
        if (st != ST_OK) error_arg(err, w.at[i]);
    }
    words_done(&w);
    mem_free(copy);
    return st;
}

static status from_record(const cli_setup *s, position **out, error *err) {
    game_file f;
    const game *g = s->game ? s->game : catalogue_games()[0];
    status st = game_file_read(&f, s->record, catalogue_games(), g, &s->params, err);
    if (st == ST_OK) st = game_file_agrees(&f, s->record, s->game, catalogue_games(), err);
    bool dealt = false;
    f.rec.force = s->force;
    if (st == ST_OK && s->deal)
        st = game_file_deal(out, &f, catalogue_games(), g, s->seed, &dealt, err);
    else if (st == ST_OK)
        st = game_file_position(out, &f, catalogue_games(), g, err);
    if (dealt) (void)fprintf(stderr, "what the record does not show was dealt again\n");
    const char *names = st == ST_OK ? record_get(&f.rec, "names") : NULL;
    if (s->names && names) text_put(s->names, names);
    if (st == ST_OK && f.cut)
        (void)fprintf(stderr, "the last line of %.200s is not whole: left out\n", s->record);
    game_file_done(&f);
    return st;
}

status setup_position(const cli_setup *s, position **out, error *err) {
    const game *g = s->game ? s->game : catalogue_games()[0];
    status st;
    *out = NULL;
    if (s->record)
        st = from_record(s, out, err);
    else if (s->fen)
        st = position_read(out, g, &s->params, SEAT_ALL, s->fen, err);
    else
        st = position_start(out, g, &s->params, SEAT_ALL, err);
    if (st != ST_OK) return st;
    position_allow(*out, POSITION_OPEN_ENDS);
    if (!s->dice) position_set_seed(*out, s->seed);
    if (s->moves) st = play_moves(*out, s->moves, err);
    if (st == ST_OK && !s->dice && !s->open) st = position_settle(*out, err);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}
