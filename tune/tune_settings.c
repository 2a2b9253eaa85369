#include "tune/tune_settings.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* --- the words: one table for reading, writing and help --- */

typedef enum word_type {
    WORD_COUNT,
    WORD_REAL,
    WORD_TEXT,
    WORD_FLAG,
    WORD_CHOICE,
    WORD_FILE,
    WORD_NODES /* a short way to say an engine */
} word_type;

typedef struct word {
    const char *name;
    word_type type;
    size_t at;       /* in tune_settings */
    double min, max; /* of numbers; of texts max is the size */
    const char *choices;
    const char *what;
} word;

#define COUNT(name, field, min, max, what)                                                         \
    { name, WORD_COUNT, offsetof(tune_settings, field), min, max, NULL, what }
#define REAL(name, field, min, max, what)                                                          \
    { name, WORD_REAL, offsetof(tune_settings, field), min, max, NULL, what }
#define TEXT(name, field, buf, what)                                                               \
    { name, WORD_TEXT, offsetof(tune_settings, field), 0, buf, NULL, what }
#define FLAG(name, field, what)                                                                    \
    { name, WORD_FLAG, offsetof(tune_settings, field), 0, 1, NULL, what }

static const word list[] = {
    {"method", WORD_CHOICE, offsetof(tune_settings, method), 0, 0, "grad texel spsa cmaes ga net",
     "grad or texel: learn weights from data; net: learn a net from data; spsa, cmaes or ga: by "
     "playing (grad)"},
    {"data", WORD_FILE, 0, 0, 0, NULL, "a file of kibitz selfplay or match; may be given again"},
    TEXT("params", params, TUNE_NAMES,
         "names with commas between: only these are tuned; methods that play also take options of "
         "the searches (MctsExploration)"),
    TEXT("group", group, TUNE_NAMES,
         "only names that begin with this are tuned; a bot: its parameters, as the list of what "
         "can be tuned has them"),
    TEXT("weights", weights, TUNE_PATH, "a weights file to begin with (the game's own)"),
    COUNT("seed", seed, 0, 9e15, "of everything that is drawn (1)"),
    COUNT("epochs", epochs, 1, 10000000, "or rounds, of methods that play (100; net 20)"),
    COUNT("batch", batch, 1, 1e9, "grad, net: positions a step (16384; net 2048)"),
    REAL("rate", rate, 0, 100,
         "grad, net: how far a step goes (0.02; net 0.002); spsa: r at the end (0.002)"),
    REAL("l2", l2, 0, 1e6, "pull back to the first weights (0.000001)"),
    REAL("prior", prior, 0, 1e6,
         "grad: the same in units of the weights, so that rare terms move little (0)"),
    REAL("valid", valid, 0, 0.9, "share of the games to validate with (0.1)"),
    COUNT("patience", patience, 0, 1e7,
          "epochs without a better validation, then it ends (15; net 5); 0: never"),
    COUNT("width", width, NET_WIDTH_STEP, NET_MAX_WIDTH,
          "net: units of the first layer, for each player (128)"),
    COUNT("hidden", hidden, NET_HIDDEN_STEP, NET_MAX_HIDDEN, "net: units of the second layer (32)"),
    {"loss", WORD_CHOICE, offsetof(tune_settings, loss), 0, 0, "ce mse softmax",
     "ce: cross entropy, softmax: the same, mse: squares (ce)"},
    REAL("blend", blend, 0, 1,
         "how much of the target is the search's value, not the result (0.5)"),
    REAL("lambda", lambda, 0, 1,
         "how much later values of the game count in that value: each by this less than the one "
         "before (0)"),
    REAL("decided", decided, 0.5, 1,
         "leave out positions in which the search gave a seat more than this (1)"),
    COUNT("plies", plies, 0, 1e7,
          "learn only from so many decisions at the start of a game; 0: from all"),
    REAL("points", points, 0, 1000,
         "weight of the points' loss, in games with points (0; net 0.5)"),
    FLAG("adagrad", adagrad, "grad: AdaGrad instead of Adam (false)"),
    FLAG("scale", scale, "find the best factor on all weights first (false)"),
    FLAG("on-weights", on_weights,
         "the net is added to the weights of the game instead of taking their place (false)"),
    FLAG("noisy", noisy, "learn also from positions that are not quiet (false)"),
    COUNT("games", games, 1, 1e8, "methods that play: games a round for each set tried (40)"),
    COUNT("population", population, 0, 256,
          "cmaes, ga: sets a round; 0: the number that the method takes by default"),
    COUNT("opening-plies", opening_plies, 0, 1000, "methods that play: random actions first (4)"),
    COUNT("seats", seats, 1, GAME_MAX_PLAYERS, "of a bot whose parameters are tried (1)"),
    TEXT("engine", engine, ENGINE_LINE, "who plays with the parameters tried (nodes=2000)"),
    {"nodes", WORD_NODES, 0, 1, 1e12, NULL, "the same as engine \"nodes=N Hash=4\""},
    TEXT("opponents", opponents, ENGINE_LINE,
         "whom: an engine, or bots with commas between if a bot's parameters are tried; empty: the "
         "same with the best so far"),
    COUNT("threads", threads, 1, 256, "how many (1); makes no difference to the result"),
    COUNT("checkpoint", checkpoint, 1, 1e7, "epochs between two checkpoints (1)"),
    COUNT("match", match, 0, 1e7, "games of old against new weights at the end (0)"),
    TEXT("out", out, TUNE_PATH, "the weights file to write; FILE.tune is the checkpoint"),
    TEXT("plot", plot, TUNE_PATH, "an HTML report to write, FILE.tsv has the numbers"),
};

enum { WORDS = sizeof list / sizeof *list };

void tune_settings_init(tune_settings *s, const game *g) {
    data_options d = data_default();
    memset(s, 0, sizeof *s);
    s->game = g;
    s->setup = params_default();
    s->seed = 1;
    s->epochs = s->batch = s->patience = TUNE_UNSAID;
    s->width = 128;
    s->hidden = 32;
    s->l2 = fit_default().pull;
    s->valid = d.valid;
    s->blend = d.blend;
    s->lambda = d.lambda;
    s->decided = d.decided;
    s->games = 40;
    s->opening_plies = 4;
    s->seats = 1;
    s->threads = s->checkpoint = 1;
    (void)snprintf(s->engine, sizeof s->engine, "%s", TUNE_DEFAULT_ENGINE);
}

/* --- taking --- */

static status bad_value(const word *w, const char *value, error *err) {
    if (w->choices)
        (void)error_set(err, ST_BAD_VALUE, "%s is one of %s, not %.40s", w->name, w->choices,
                        value);
    else if (w->type == WORD_FLAG)
        (void)error_set(err, ST_BAD_VALUE, "%s is true or false, not %.40s", w->name, value);
    else if (w->type == WORD_TEXT || w->type == WORD_FILE)
        (void)error_set(err, ST_BAD_VALUE, "%s: the text is too long, or not of one line", w->name);
    else
        (void)error_set(err, ST_BAD_VALUE, "%s is a number from %.10g to %.10g, not %.40s", w->name,
                        w->min, w->max, value);
    error_arg(err, value);
    return ST_BAD_VALUE;
}

/* The number of a word among words with spaces between; -1: none of them. */
static int choice_of(const char *choices, const char *value) {
    size_t n = strlen(value);
    int i = 0;
    for (const char *s = choices; *s; i++) {
        size_t len = strcspn(s, " ");
        if (len == n && strncmp(s, value, n) == 0) return i;
        s += len + strspn(s + len, " ");
    }
    return -1;
}

static bool copy_text(char *to, size_t buf, const char *value) {
    if (strlen(value) >= buf || strpbrk(value, "\r\n")) return false;
    memcpy(to, value, strlen(value) + 1);
    return true;
}

static bool take_choice(tune_settings *s, const word *w, const char *value) {
    int i = choice_of(w->choices, value);
    if (i < 0) return false;
    if (strcmp(w->name, "method") == 0)
        s->method = (tune_method)i;
    else
        s->loss = i == 1 ? LOSS_MSE : LOSS_CE;
    return true;
}

/* As text_real(), but 1e-6 will do as well: rates are small. */
static bool real_of(const char *value, double *out) {
    char *end;
    if (!*value || value[strspn(value, "0123456789.e-")]) return false;
    *out = strtod(value, &end);
    return *end == '\0';
}

static bool take_value(tune_settings *s, const word *w, const char *value) {
    char *at = (char *)s + w->at;
    uint64_t n;
    double x;
    switch (w->type) {
    case WORD_COUNT:
        if (!text_u64(value, (uint64_t)w->max, &n) || (double)n < w->min) return false;
        memcpy(at, &n, sizeof n);
        return true;
    case WORD_REAL:
        if (!real_of(value, &x) || x < w->min || x > w->max) return false;
        memcpy(at, &x, sizeof x);
        return true;
    case WORD_TEXT:
        return copy_text(at, (size_t)w->max, value);
    case WORD_FLAG:
        if (!text_same(value, "true") && !text_same(value, "false")) return false;
        *(bool *)(void *)at = text_same(value, "true");
        return true;
    case WORD_CHOICE:
        return take_choice(s, w, value);
    case WORD_NODES:
        if (!text_u64(value, (uint64_t)w->max, &n) || (double)n < w->min) return false;
        (void)snprintf(s->engine, sizeof s->engine, "nodes=%llu Hash=4", (unsigned long long)n);
        return true;
    case WORD_FILE:
        return s->files < TUNE_FILES && copy_text(s->data[s->files++], TUNE_PATH, value);
    }
    return false;
}

static const word *find(const char *name) {
    for (int i = 0; i < WORDS; i++)
        if (strcmp(list[i].name, name) == 0) return &list[i];
    return NULL;
}

bool tune_settings_has(const char *name) {
    return find(name) != NULL;
}

status tune_settings_take(tune_settings *s, const char *name, const char *value, error *err) {
    const word *w = find(name);
    if (w) return take_value(s, w, value) ? ST_OK : bad_value(w, value, err);
    (void)error_set(err, ST_UNKNOWN_TOKEN, "tune has no setting %.40s", name);
    error_arg(err, name);
    return ST_UNKNOWN_TOKEN;
}

/* --- checking --- */

const char *tune_method_name(tune_method m) {
    static const char *const name[] = {"grad", "texel", "spsa", "cmaes", "ga", "net"};
    return name[m];
}

bool tune_learns(tune_method m) {
    return m == TUNE_GRAD || m == TUNE_TEXEL || m == TUNE_NET;
}

void tune_settings_complete(tune_settings *s) {
    fit_options f = fit_default();
    net_fit_options n = net_fit_default();
    bool is_net = s->method == TUNE_NET;
    if (s->epochs == TUNE_UNSAID) s->epochs = is_net ? n.epochs : f.epochs;
    if (s->batch == TUNE_UNSAID) s->batch = is_net ? n.batch : f.batch;
    if (s->patience == TUNE_UNSAID) s->patience = is_net ? n.patience : f.patience;
}

static status check_net(const tune_settings *s, error *err) {
    if (s->params[0] || s->group[0])
        return error_set(err, ST_BAD_VALUE,
                         "a net is trained as one: params and group are for weights");
    if (s->on_weights && s->game->traits & GAME_HIDDEN)
        return error_set(err, ST_UNSUPPORTED,
                         "on-weights: weights see all hands of %s, a net one seat's",
                         s->game->name);
    if (s->on_weights && !s->game->features)
        return error_set(err, ST_UNSUPPORTED, "on-weights: %s has no weights", s->game->name);
    return net_check_layers(s->width, s->hidden, err);
}

status tune_settings_check(const tune_settings *s, error *err) {
    if (!s->game) return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz games");
    status st = params_check(&s->setup, s->game, err);
    if (st != ST_OK) return st;
    if (tune_learns(s->method) && s->files == 0)
        return error_set(err, ST_BAD_SYNTAX,
                         "%s learns from data: name a file of kibitz selfplay with data",
                         tune_method_name(s->method));
    if (!tune_learns(s->method) && s->files)
        return error_set(err, ST_BAD_SYNTAX, "%s plays its own games: it takes no data",
                         tune_method_name(s->method));
    if (!s->out[0])
        return error_set(err, ST_BAD_SYNTAX, "where do the weights go? name a file with out");
    if (s->points > 0 && !(s->game->traits & GAME_POINTS))
        return error_set(err, ST_BAD_VALUE, "%s has no points to learn from", s->game->name);
    return s->method == TUNE_NET ? check_net(s, err) : ST_OK;
}

/* --- as lines --- */

static void write_word(const tune_settings *s, const word *w, text *out) {
    const char *at = (const char *)s + w->at;
    uint64_t n;
    double x;
    if (w->type == WORD_COUNT) {
        memcpy(&n, at, sizeof n);
        if (n != TUNE_UNSAID) text_format(out, "%s: %llu\n", w->name, (unsigned long long)n);
    } else if (w->type == WORD_REAL) {
        memcpy(&x, at, sizeof x);
        text_format(out, "%s: %.17g\n", w->name, x);
    } else if (w->type == WORD_TEXT) {
        if (*at) text_format(out, "%s: %s\n", w->name, at);
    } else if (w->type == WORD_FLAG) {
        text_format(out, "%s: %s\n", w->name, *(const bool *)(const void *)at ? "true" : "false");
    }
}

void tune_settings_write(const tune_settings *s, text *out) {
    params setup = s->setup;
    if (setup.players == 0) setup.players = s->game->default_players;
    text_format(out, "tune: 1\ngame: %s\nsetup: ", s->game->name);
    params_write(&setup, out);
    text_format(out, "\nmethod: %s\nloss: %s\n", tune_method_name(s->method),
                s->loss == LOSS_MSE ? "mse" : "ce");
    for (int i = 0; i < s->files; i++) text_format(out, "data%d: %s\n", i + 1, s->data[i]);
    for (int i = 0; i < WORDS; i++) write_word(s, &list[i], out);
}

static status read_setup(tune_settings *s, const char *line, error *err) {
    char *copy = mem_string(line);
    words w = {0};
    size_t i = 0;
    status st = copy ? words_split(&w, copy, err) : error_set(err, ST_NOMEM, "no memory");
    if (st == ST_OK) st = params_read(&s->setup, s->game, w.at, w.count, &i, err);
    if (st == ST_OK && i < w.count)
        st = error_set(err, ST_BAD_SYNTAX, "setup: %.60s says nothing", w.at[i]);
    words_done(&w);
    mem_free(copy);
    return st;
}

status tune_settings_read(tune_settings *out, const record *r, game_list games, error *err) {
    const char *version = record_get(r, "tune");
    const char *name = record_get(r, "game");
    const char *setup = record_get(r, "setup");
    if (!version || strcmp(version, "1") != 0 || !name || !setup)
        return error_set(err, ST_BAD_SYNTAX, "this is no checkpoint of ours");
    const game *g = game_find(games, name);
    if (!g) return error_set(err, ST_NOT_FOUND, "there is no game %.60s", name);
    tune_settings_init(out, g);
    status st = read_setup(out, setup, err);
    for (int i = 0; st == ST_OK && i < WORDS; i++) {
        const char *value = record_get(r, list[i].name);
        if (value) st = tune_settings_take(out, list[i].name, value, err);
    }
    for (int i = 1; st == ST_OK && i <= TUNE_FILES; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "data%d", i);
        const char *value = record_get(r, key);
        if (!value) break;
        st = tune_settings_take(out, "data", value, err);
    }
    return st == ST_OK ? tune_settings_check(out, err) : st;
}

bool tune_settings_at(size_t i, tune_setting *out) {
    static const char *const values[] = {
        [WORD_COUNT] = "N",         [WORD_REAL] = "X",      [WORD_TEXT] = "TEXT",
        [WORD_FLAG] = "true|false", [WORD_CHOICE] = "NAME", [WORD_FILE] = "FILE",
        [WORD_NODES] = "N"};
    if (i >= WORDS) return false;
    const word *w = &list[i];
    bool path = w->type == WORD_TEXT && w->max == TUNE_PATH;
    *out = (tune_setting){w->name, path ? "FILE" : values[w->type], w->what};
    return true;
}
