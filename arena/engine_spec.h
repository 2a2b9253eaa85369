#ifndef ARENA_ENGINE_SPEC_H
#define ARENA_ENGINE_SPEC_H
/* An engine of a match as people write it: words of the form key=value in one line, quotes ('...')
 * around spaces.
 *
 *     name=new Algorithm=mcts MctsImplicit=30 movetime=100
 *     bot:greedy
 *     name=model text='./ask-a-model --brief' legal=shown attempts=3 timeout=60
 *     name=other cmd='./other --quiet' proto=ugi tc=60+0.5 Hash=64
 *     name=gnugo cmd='gnugo --mode gtp' level=1
 *
 * Words of ours: name, text (a program that is started for each attempt, reads a prompt to its end and
 * answers with text; with legal, attempts and timeout in seconds), cmd (a program at the end of two pipes; without it the engine is a search of
 * this process), proto or protocol (uci, ugi, mgi, gtp; by default uci, and gtp where the command says so: a
 * word `gtp` or `--mode=gtp`, a program called `gtp-...` or `...-gtp`), log (where its lines go), and the limits of every decision:
 * nodes, visits, playouts, depth, movetime (ms), tc ([moves/]seconds[+increment]), byoyomi (ms). A
 * word without '=' is the Algorithm. Everything else is an option of the engine, of a GTP program one of its
 * commands; case, spaces and underscores in its name do not matter. */

#include "engine/base/status.h"
#include "engine/base/text.h"
#include "search/limits.h"

typedef enum engine_proto {
    PROTO_UCI,
    PROTO_UGI,
    PROTO_MGI,
    PROTO_GTP,
    PROTO_TEXT,
    PROTO_OPEN /* not stated; only while a line is read */
} engine_proto;

/* When a program that answers with text is shown the legal actions. */
typedef enum engine_legal {
    ENGINE_LEGAL_SHOWN,
    ENGINE_LEGAL_HIDDEN,
    ENGINE_LEGAL_AFTER_ERROR
} engine_legal;

enum { ENGINE_NAME = 32, ENGINE_LINE = 4000, ENGINE_MAX_OPTIONS = 64 };

typedef struct engine_option {
    const char *name, *value; /* inside `words` */
} engine_option;

typedef struct engine_spec {
    char name[ENGINE_NAME];
    const char *command; /* NULL: in this process */
    const char *log;     /* NULL: none */
    engine_proto proto;
    engine_legal legal;   /* of PROTO_TEXT, */
    unsigned attempts;    /* how often it may answer, */
    int64_t timeout_ms;   /* and how long each time */
    search_limits limits; /* per decision; clocks apart */
    bool clocked;
    int64_t base_ms, inc_ms; /* with clocked */
    unsigned moves;          /* to the next base_ms; 0: the entire game */
    engine_option option[ENGINE_MAX_OPTIONS];
    int options;
    char *words; /* owns the strings above */
} engine_spec;

/* Reads one line; of words given twice the later one counts, so that words for all engines can
 * stand in front. The caller ends *out with engine_spec_done(), unless it failed. */
status engine_spec_read(engine_spec *out, const char *line, error *err);
void engine_spec_done(engine_spec *e);

const char *engine_spec_algorithm(const engine_spec *e); /* "auto" unless given */

/* The line again: same words, in one order and spelling. */
void engine_spec_write(const engine_spec *e, text *out);

/* Whether two option names are the same, case-insensitive, spaces and underscores ignored. */
bool engine_option_same(const char *a, const char *b);

#endif
