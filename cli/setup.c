#include "cli/setup.h"

#include <stdio.h>
#include <string.h>

#include "arena/crew/crew.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"

void setup_init(cli_setup *s) {
    *s = (cli_setup){.params = params_default(), .seed = 1};
}

bool setup_is_rules_file(const char *word) {
    size_t n = strlen(word);
    return (n > 5 && strcmp(word + n - 5, ".game") == 0) || game_library_is_object(word);
}

static file_names loaded;

const file_names *setup_loaded(void) {
    return &loaded;
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
    if (st == ST_OK && crew_uses_ranks()) st = file_names_add(&loaded, path, err);
    return st;
}

status setup_find_game(const char *name, const game **out, error *err) {
    if (setup_is_rules_file(name)) return setup_load(name, out, err);
    *out = game_find(catalogue_games(), name);
    if (*out) return ST_OK;
    const char *near = game_nearest(catalogue_games(), name);
    return error_set(err, ST_BAD_VALUE, "there is no game %.60s%s%s%s", name,
                     near ? "; did you mean " : "; kibitz games lists them", near ? near : "",
                     near ? "?" : "");
}

/* "takes 2 to 4 for azul" */
static status bad_count(const game *g, const char *option, const char *value, error *err) {
    bool players = strcmp(option, "--players") == 0;
    int from = players ? g->min_players : 1;
    bool one = players && from == g->max_players;
    char range[32];
    (void)snprintf(range, sizeof range, one ? "%d" : "%d to %d", from, g->max_players);
    return error_set(err, ST_BAD_VALUE, "%s takes %s%s for %s, not %.40s", option, range,
                     !players && g->traits & GAME_FIRST_EVENT ? ", or random," : "", g->name,
                     value);
}

/* --players, --rules, --set and --first are the setup words of the protocol with dashes. What is
 * wrong is said in words of the command line. */
static status apply_param(cli_setup *s, const game *g, const char *option, const char *value,
                          error *err) {
    bool players = strcmp(option, "--players") == 0;
    bool counts = players || strcmp(option, "--first") == 0;
    uint64_t n = 0;
    if (counts && text_u64(value, UINT64_MAX, &n) &&
        (n < (players ? g->min_players : 1) || n > g->max_players))
        return bad_count(g, option, value, err);
    if (strcmp(option, "--set") == 0 && (!strchr(value, '=') || *value == '='))
        return error_set(err, ST_BAD_SYNTAX, "--set takes NAME=VALUE, not %.60s", value);
    char *pair[2] = {mem_string(option + 2), mem_string(value)};
    size_t at = 0;
    status st = pair[0] && pair[1] ? params_read(&s->params, g, pair, 2, &at, err)
                                   : error_set(err, ST_NOMEM, "no memory");
    mem_free(pair[0]);
    mem_free(pair[1]);
    if (st == ST_BAD_VALUE && counts) return bad_count(g, option, value, err);
    if (st == ST_BAD_VALUE && strcmp(option, "--rules") == 0)
        return error_set(err, st, "--rules takes official or reference, not %.40s", value);
    return st;
}

status setup_finish(cli_setup *s, error *err) {
    const game *g = s->game ? s->game : catalogue_games()[0];
    status st = ST_OK;
    for (int i = 0; i < s->earlies && st == ST_OK; i++)
        st = apply_param(s, g, s->early[i].option, s->early[i].value, err);
    s->earlies = 0;
    return st;
}

status setup_take_game(cli_setup *s, const char *word, bool *taken, error *err) {
    *taken = !s->game && word[0] != '-';
    status st = *taken ? setup_find_game(word, &s->game, err) : ST_OK;
    return *taken && st == ST_OK ? setup_finish(s, err) : st;
}

status setup_no_position(void *to, arg_line *line, error *err) {
    (void)to;
    return error_set(err, ST_BAD_SYNTAX, "%s cannot be used here: games start from their beginning",
                     line->being->name);
}

static status take_param(void *to, arg_line *line, error *err) {
    cli_setup *s = to;
    const char *option = line->being->name;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    if (s->game) return apply_param(s, s->game, option, value, err);
    if (s->earlies == SETUP_MAX_EARLY)
        return error_set(err, ST_BAD_SYNTAX, "%s: too many options before the game", option);
    s->early[s->earlies].option = option;
    s->early[s->earlies++].value = value;
    return ST_OK;
}

static status take_seed(void *to, arg_line *line, error *err) {
    cli_setup *s = to;
    s->seeded = true;
    return args_number(line, 0, UINT64_MAX, &s->seed, err);
}

/* "3", or "all" */
static status take_number(void *to, arg_line *line, error *err) {
    cli_setup *s = to;
    const char *value = NULL;
    int64_t n = 0;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    bool all = text_same(value, "all");
    if (!all && !text_i64(value, 1, 10000000, &n))
        return error_set(err, ST_BAD_VALUE, "--game takes the number of a game, or all, not %.40s",
                         value);
    s->number = all ? SETUP_ALL_GAMES : (int)n;
    return ST_OK;
}

const arg setup_position_args[] = {
    ARGS_WORD("GAME", "one of `kibitz games` (default chess), or FILE.game: the first "
                      "game of that rules text; or FILE.so: a game on the kit, which runs as a "
                      "part of the program: only with --allow-native"),
    ARGS_TEXT("--fen", "TEXT", cli_setup, fen, "the position in one line"),
    ARGS_TEXT("--moves", "\"a b c\"", cli_setup, moves,
              "actions from there on, chance as !x; chess also as in 1. e4 e5 2. Nf3, Project L as "
              "in take W1, place W1 I2 b2"),
    ARGS_TEXT(
        "--record", "FILE", cli_setup, record,
        "the position at the end of a game record (- is standard input); refused if its rules "
        "text, or a file that its options name, has changed (such files are expected next "
        "to the record); also PGN, SGF, PDN, GGF and AZN, by the ending or the first bytes"),
    ARGS_TEXT("--load", "FILE", cli_setup, record, NULL),
    ARGS_CALL("--game", "N|all", take_number,
              "which game of a file with several (default 1; all: for reviews)"),
    ARGS_FLAG("--force", cli_setup, force,
              "read such a record nevertheless, and follow the paths in it; replace files that "
              "kibitz did not write (its own are always replaced, and saved as FILE~)"),
    ARGS_CALL("--seed", "N", take_seed,
              "for dice and deals that were not announced (default 1; play draws one and prints "
              "it after the end)"),
    ARGS_END};

const arg setup_rules_args[] = {
    ARGS_CALL("--players", "N", take_param, "how many play"),
    ARGS_CALL("--rules", "official|reference", take_param,
              "the rules as published, or as the reference program of the game has them"),
    ARGS_CALL(
        "--set", "NAME=VALUE", take_param,
        "an option of the game (`kibitz games GAME` lists them); may be given more than once"),
    ARGS_CALL("--first", "SEAT", take_param, "the seat that starts, if the game allows a choice"),
    ARGS_END};

static status take_notation(void *to, arg_line *line, error *err) {
    cli_setup *s = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    s->tokens = text_same(value, "uci") || text_same(value, "token") || text_same(value, "tokens");
    return s->tokens || text_same(value, "san")
               ? ST_OK
               : error_set(err, ST_BAD_VALUE, "--notation takes san or uci, not %.40s", value);
}

const arg setup_notation_args[] = {
    ARGS_CALL(
        "--notation", "san|uci", take_notation,
        "how actions are shown: san, as people write them (default: Nf3 in chess, place W29 I2 "
        "b2 in Project L), or uci, tokens as in the protocol (g1f3); both are always read"),
    ARGS_FLAG("--ascii", cli_setup, ascii,
              "draw boards in plain ASCII, as in a pipe, also where the terminal shows UTF-8 and "
              "colours"),
    ARGS_END};

spelling setup_spelling(const cli_setup *s, const rules *r) {
    return s->tokens ? SPELLING_TOKENS : spelling_for(r);
}

void setup_say_broken(const game_file *f, const char *path) {
    if (f->broken)
        (void)fprintf(stderr, "%zu game%s of %.120s could not be read: %.200s\n", f->broken,
                      f->broken == 1 ? "" : "s", path, f->why.text);
}

/* Makes what a seat knows of the position. */
static status observe(position **p, int seat, error *err) {
    position *own = NULL;
    const rules *r = position_rules(*p);
    if (!(r->traits & GAME_HIDDEN)) return ST_OK;
    if (seat >= r->players)
        return error_set(err, ST_BAD_VALUE, "there is no seat %d: %d play", seat + 1, r->players);
    status st = position_observe(&own, *p, seat, err);
    if (st != ST_OK) return st;
    position_destroy(*p);
    *p = own;
    return ST_OK;
}

static status from_record(const cli_setup *s, position **out, error *err) {
    game_file f;
    const game *g = s->game ? s->game : catalogue_games()[0];
    status st = game_file_read(&f, s->record, catalogue_games(), g, &s->params, err);
    if (st == ST_OK) st = game_file_agrees(&f, s->record, s->game, catalogue_games(), err);
    if (st == ST_OK) setup_say_broken(&f, s->record);
    if (st == ST_OK && s->number == SETUP_ALL_GAMES)
        st = error_set(err, ST_BAD_VALUE, "--game all is for reviews: which one?");
    if (st == ST_OK && s->number) st = game_file_choose(&f, (size_t)s->number, err);
    bool view = st == ST_OK && s->view && game_file_is_view(&f);
    bool dealt = st == ST_OK && s->deal && game_file_is_view(&f);
    f.rec.force = s->force;
    if (st == ST_OK && s->deal)
        st = game_file_deal(out, &f, catalogue_games(), g, s->seed, err);
    else if (view)
        st = record_replay_view(out, &f.rec, catalogue_games(), g, err);
    else if (st == ST_OK)
        st = game_file_position(out, &f, catalogue_games(), g, err);
    if (st == ST_OK && s->view && !view) st = observe(out, s->view - 1, err);
    if (dealt) (void)fprintf(stderr, "what the record does not show was dealt again\n");
    const char *names = st == ST_OK ? record_get(&f.rec, "names") : NULL;
    if (s->names && names) text_put(s->names, names);
    if (st == ST_OK && f.cut)
        (void)fprintf(stderr, "the last line of %.200s is incomplete: left out\n", s->record);
    game_file_done(&f);
    return st;
}

status setup_position(const cli_setup *s, position **out, error *err) {
    const game *g = s->game ? s->game : catalogue_games()[0];
    status st;
    int seat = s->view && g->traits & GAME_HIDDEN ? s->view - 1 : SEAT_ALL;
    *out = NULL;
    if (s->record)
        st = from_record(s, out, err);
    else if (s->fen)
        st = position_read(out, g, &s->params, seat, s->fen, err);
    else
        st = position_start(out, g, &s->params, seat, err);
    if (st != ST_OK) return st;
    bool full = position_seat(*out) == SEAT_ALL;
    position_allow(*out, POSITION_OPEN_ENDS);
    if (!s->dice && full) position_set_seed(*out, s->seed);
    if (s->moves) st = spelling_play(spelling_for(position_rules(*out)), *out, s->moves, err);
    if (st == ST_OK && full && !s->dice && !s->open) st = position_resolve(*out, err);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}
