#include "games/project_l/project_l_options.h"

#include <stddef.h>
#include <string.h>

const param_spec pl_param_specs[] = {
    {"basic_subst", PARAM_FLAG, "1", 0, 1, NULL, "basic takes a larger piece when O1 is out"},
    {"black", PARAM_INT, "12", 5, 60, NULL,
     "black puzzles in play; official 10, 12, 14, 16 by seats"},
    {"file", PARAM_FILE, "built-in", 0, 0, NULL, "a puzzle file"},
    {"ft_points", PARAM_FLAG, "1", 0, 1, NULL, "puzzles completed in finishing touches count"},
    {"ft_return", PARAM_FLAG, "1", 0, 1, NULL, "their pieces come back in the end"},
    {"pass", PARAM_FLAG, "0", 0, 1, NULL, "doing nothing is always allowed"},
    {"reserve", PARAM_INT, "15", 4, 99, NULL, "pieces of each shape"},
    {"reward_lower", PARAM_FLAG, "1", 0, 1, NULL,
     "a missing reward may be replaced by a smaller one"},
    {"rounds", PARAM_INT, "100", 0, 50000, NULL,
     "the game is scored after this many rounds; 0: never"},
    {"same_change", PARAM_FLAG, "0", 0, 1, NULL, "a piece may be exchanged for the same shape"},
    {"shuffle_seats", PARAM_FLAG, "0", 0, 1, NULL, "seats are drawn by lot before the game"},
    {"trigger_black", PARAM_FLAG, "1", 0, 1, NULL,
     "black puzzles before the end trigger do not count"},
    {"white", PARAM_INT, "32", 4, 60, NULL, "white puzzles in play"},
    {NULL, PARAM_FLAG, NULL, 0, 0, NULL, NULL},
};

/* Flags by name, with their official and reference values. */
static const struct {
    const char *name;
    size_t at;
    bool official, reference;
} flags[] = {
    {"basic_subst", offsetof(pl_rules, basic_subst), true, false},
    {"ft_points", offsetof(pl_rules, ft_points), true, false},
    {"ft_return", offsetof(pl_rules, ft_return), true, false},
    {"pass", offsetof(pl_rules, pass), false, true},
    {"reward_lower", offsetof(pl_rules, reward_lower), true, false},
    {"same_change", offsetof(pl_rules, same_change), false, false},
    {"shuffle_seats", offsetof(pl_rules, shuffle_seats), false, false},
    {"trigger_black", offsetof(pl_rules, trigger_black), true, false},
};

enum {
    FLAGS = sizeof flags / sizeof *flags,
    WHITE = 32,
    RESERVE = 15,
    ROUNDS = 100,
    ALL_BLACK = 20
};

static int official_black(int players) {
    return 8 + 2 * players;
}

static bool *flag_at(pl_rules *r, size_t i) {
    return (bool *)(void *)((char *)r + flags[i].at);
}

static bool flag_of(const pl_rules *r, size_t i) {
    return *(const bool *)(const void *)((const char *)r + flags[i].at);
}

status pl_options_read(pl_rules *r, const params *p, error *err) {
    bool ref = p->reference;
    for (size_t i = 0; i < FLAGS; i++)
        *flag_at(r, i) =
            params_int(p, flags[i].name, ref ? flags[i].reference : flags[i].official) != 0;
    int black = ref ? ALL_BLACK : official_black(r->head.players);
    r->in_play[PL_WHITE] = (int)params_int(p, "white", WHITE);
    r->in_play[PL_BLACK] = (int)params_int(p, "black", black);
    r->reserve = (int)params_int(p, "reserve", RESERVE);
    r->rounds = (int)params_int(p, "rounds", ref ? 0 : ROUNDS);
    int there[2] = {r->set.whites, r->set.count - r->set.whites};
    static const int min[2] = {4, 5};
    for (int c = PL_WHITE; c <= PL_BLACK; c++) {
        if (r->in_play[c] > there[c]) r->in_play[c] = there[c];
        if (r->in_play[c] < min[c])
            return error_set(err, ST_BAD_VALUE, "at least 4 white and 5 black puzzles are needed");
    }
    return ST_OK;
}

static void put_number(const char *name, int value, int official, text *out) {
    if (value != official) text_format(out, " %s=%d", name, value);
}

void pl_options_write(const pl_rules *r, text *out) {
    /* In the order of the specs, which is that of the names. */
    for (const param_spec *p = pl_param_specs; p->name; p++) {
        for (size_t i = 0; i < FLAGS; i++)
            if (strcmp(flags[i].name, p->name) == 0)
                put_number(p->name, flag_of(r, i), flags[i].official, out);
        if (strcmp(p->name, "black") == 0)
            put_number("black", r->in_play[PL_BLACK], official_black(r->head.players), out);
        if (strcmp(p->name, "white") == 0) put_number("white", r->in_play[PL_WHITE], WHITE, out);
        if (strcmp(p->name, "reserve") == 0) put_number("reserve", r->reserve, RESERVE, out);
        if (strcmp(p->name, "rounds") == 0) put_number("rounds", r->rounds, ROUNDS, out);
        const char *file = params_word(&r->head.options, "file", NULL);
        if (strcmp(p->name, "file") == 0 && file) text_format(out, " file=%s", file);
    }
}
