#include "games/azul/azul_options.h"

#include <stddef.h>
#include <string.h>

/* Two-valued options: the first word is the default. */
static const struct {
    const char *name, *words[2];
    size_t at;
    bool inverse; /* the field is true for the first word */
} pairs[] = {
    {"wall", {"b", "g"}, offsetof(az_options, grey), false},
    {"lid", {"recycle", "destroy"}, offsetof(az_options, destroy_used), false},
    {"overflow", {"lid", "destroy"}, offsetof(az_options, destroy_surplus), false},
    {"refill", {"empty", "early"}, offsetof(az_options, early), false},
    {"clamp", {"1", "0"}, offsetof(az_options, clamp), true},
    {"adj", {"both", "merged"}, offsetof(az_options, merged), false},
    {"dir", {"left", "right"}, offsetof(az_options, to_right), false},
    {"fullmark", {"free", "stay"}, offsetof(az_options, marker_needs_place), false},
    {"floormark", {"1", "0"}, offsetof(az_options, floor_takes_marker), true},
    {"unmarked", {"keep", "next"}, offsetof(az_options, unmarked_next), false},
    {"fullline", {"illegal", "floor"}, offsetof(az_options, full_line_ok), false},
    {"noplace", {"floor", "discard"}, offsetof(az_options, noplace_discard), false},
    {"tiebreak", {"rows", "none"}, offsetof(az_options, ties_by_rows), true},
};

enum { PAIRS = sizeof pairs / sizeof *pairs, PENALTY_MAX = 99 };

/* In the order of the rules' description, which is that of a position text. */
const param_spec az_param_specs[] = {
    {"wall", PARAM_ENUM, "b", 0, 0, "b g", "wall side: basic or grey"},
    {"lid", PARAM_ENUM, "recycle", 0, 0, "recycle destroy",
     "used tiles go to the lid or out of the game"},
    {"overflow", PARAM_ENUM, "lid", 0, 0, "lid destroy",
     "what the floor cannot hold goes to the lid or out of the game"},
    {"refill", PARAM_ENUM, "empty", 0, 0, "empty early",
     "the lid is poured when the bag is empty, or before a deal it cannot fill"},
    {"floorpen", PARAM_TEXT, "1,1,2,2,2,3,3", 0, 0, NULL, "penalties of the seven floor places"},
    {"clamp", PARAM_FLAG, "1", 0, 1, NULL, "a score cannot fall below 0"},
    {"adj", PARAM_ENUM, "both", 0, 0, "both merged",
     "a tile in two runs counts in both of them or once"},
    {"dir", PARAM_ENUM, "left", 0, 0, "left right", "side of the next seat, for drawings"},
    {"fullmark", PARAM_ENUM, "free", 0, 0, "free stay",
     "with a full floor the marker is owned without a place or stays"},
    {"floormark", PARAM_FLAG, "1", 0, 1, NULL, "taking to the floor takes the marker"},
    {"unmarked", PARAM_ENUM, "keep", 0, 0, "keep next",
     "who starts if no seat took the marker: the same seat or the next"},
    {"fullline", PARAM_ENUM, "illegal", 0, 0, "illegal floor",
     "choosing a full line of the colour is illegal, or is the floor"},
    {"noplace", PARAM_ENUM, "floor", 0, 0, "floor discard",
     "grey: a line without a column goes to the floor or is used up"},
    {"nodeal", PARAM_ENUM, "end", 0, 0, "end", "no tile for a deal: the game ends"},
    {"tiebreak", PARAM_ENUM, "rows", 0, 0, "rows none", "equal scores: more full rows, or shared"},
    {"maxrounds", PARAM_INT, "0", 0, AZ_MAX_ROUND, NULL,
     "the game ends after this many rounds; 0: never"},
    {"profile", PARAM_ENUM, "official", 0, 0, "official original-text original-program",
     "options to start from"},
    {NULL, PARAM_FLAG, NULL, 0, 0, NULL, NULL},
};

static const uint8_t default_penalty[AZ_FLOOR_PLACES] = {1, 1, 2, 2, 2, 3, 3};

static bool *field(az_options *o, size_t i) {
    return (bool *)(void *)((char *)o + pairs[i].at);
}

static bool differs(const az_options *o, size_t i) {
    return *(const bool *)(const void *)((const char *)o + pairs[i].at) != pairs[i].inverse;
}

static void set_profile(az_options *o, const char *name) {
    *o = (az_options){0};
    for (size_t i = 0; i < PAIRS; i++) *field(o, i) = pairs[i].inverse;
    memcpy(o->penalty, default_penalty, sizeof default_penalty);
    if (strcmp(name, "official") == 0) return;
    o->destroy_surplus = true;
    o->clamp = false;
    o->ties_by_rows = false;
    bool written = strcmp(name, "original-text") == 0;
    o->destroy_used = o->first_random = o->to_right = written;
    o->early = !written;
}

/* Seven numbers with commas between them. */
static status read_penalty(az_options *o, const char *word, error *err) {
    const char *at = word;
    for (unsigned i = 0; i < AZ_FLOOR_PLACES; i++) {
        unsigned n = 0;
        const char *from = at;
        while (text_is_digit(*at) && at - from < 2) n = n * 10 + (unsigned)(*at++ - '0');
        bool last = i == AZ_FLOOR_PLACES - 1;
        if (at == from || (*from == '0' && at - from > 1) || *at != (last ? '\0' : ',')) {
            status st = error_set(err, ST_BAD_VALUE,
                                  "floorpen takes %d numbers from 0 to %d, as in 1,1,2,2,2,3,3",
                                  AZ_FLOOR_PLACES, PENALTY_MAX);
            error_arg(err, word);
            return st;
        }
        o->penalty[i] = (uint8_t)n;
        at++;
    }
    return ST_OK;
}

status az_options_read(az_options *o, const params *p, error *err) {
    set_profile(o, params_word(p, "profile", p->reference ? "original-program" : "official"));
    for (size_t i = 0; i < PAIRS; i++) {
        const char *word = params_word(p, pairs[i].name, NULL);
        if (word) *field(o, i) = (strcmp(word, pairs[i].words[1]) == 0) != pairs[i].inverse;
    }
    o->max_rounds = (int)params_int(p, "maxrounds", 0);
    if (p->first == PARAMS_FIRST_RANDOM) o->first_random = true;
    if (p->first >= 0) {
        o->first_random = false;
        o->first = (uint8_t)p->first;
    }
    const char *penalty = params_word(p, "floorpen", NULL);
    return penalty ? read_penalty(o, penalty, err) : ST_OK;
}

static void write_penalty(const az_options *o, text *out) {
    if (memcmp(o->penalty, default_penalty, sizeof default_penalty) == 0) return;
    text_put(out, " floorpen=");
    for (unsigned i = 0; i < AZ_FLOOR_PLACES; i++)
        text_format(out, i ? ",%d" : "%d", o->penalty[i]);
}

void az_options_write(const az_options *o, text *out) {
    for (const param_spec *p = az_param_specs; p->name; p++) {
        if (strcmp(p->name, "floorpen") == 0) write_penalty(o, out);
        if (strcmp(p->name, "maxrounds") == 0 && o->max_rounds)
            text_format(out, " maxrounds=%d", o->max_rounds);
        for (size_t i = 1; i < PAIRS; i++) /* the first is the wall */
            if (strcmp(pairs[i].name, p->name) == 0 && differs(o, i))
                text_format(out, " %s=%s", p->name, pairs[i].words[1]);
    }
}
