#include "uci/core/safe.h"

#include <stdio.h>
#include <string.h>

/* A session that obeys strangers (`kibitz uci --safe`): what it refuses, and how much of the
 * machine it takes. No line opens or writes a file, alone or in options of a game or inside a blob;
 * texts of games come in the lines alone; no other code is run. What a line may ask for in memory,
 * threads and length is bounded. The bounds are in docs/protocol.md, too. */

enum { SAFE_HASH = 64, SAFE_THREADS = 2, SAFE_MULTIPV = 16, SAFE_PERFT = 4 };

void safe_options(uci_options *o) {
    options_cap(&o->search, OPT_HASH, SAFE_HASH);
    options_cap(&o->search, OPT_THREADS, SAFE_THREADS);
    options_cap(&o->search, OPT_MULTIPV, SAFE_MULTIPV);
}

static status refuse(error *err, const char *what) {
    return error_set(err, ST_UNSUPPORTED, "%s: this engine runs with --safe", what);
}

status safe_file(const session *s, error *err) {
    return s->config.safe ? refuse(err, "no file is opened") : ST_OK;
}

status safe_long_work(const session *s, error *err) {
    return s->config.safe ? refuse(err, "tune and selfplay write files") : ST_OK;
}

status safe_option(const session *s, int id, const char *value, error *err) {
    bool empty = !*value || text_same(value, "<empty>");
    if (!s->config.safe) return ST_OK;
    if ((id == OPT_EVAL_FILE || id == OPT_RULES_PATH || id == UCI_OPT_LOG_FILE) && !empty)
        return safe_file(s, err);
    if (id == OPT_ALLOW_NATIVE && text_same(value, "true"))
        return refuse(err, "shared objects are not loaded");
    return ST_OK;
}

status safe_perft(const session *s, const perft_options *o, error *err) {
    if (!s->config.safe) return ST_OK;
    if (o->unique) return refuse(err, "perft counts no keys");
    if (o->depth <= SAFE_PERFT) return ST_OK;
    char what[48];
    (void)snprintf(what, sizeof what, "perft goes to depth %d", SAFE_PERFT);
    return refuse(err, what);
}

status safe_bench(const session *s, const request *l, const fingerprint_setup *b, error *err) {
    if (!s->config.safe) return ST_OK;
    for (size_t i = 1; i < l->count; i++)
        if (strcmp(l->word[i], "file") == 0) return safe_file(s, err);
    if (b->threads <= SAFE_THREADS && b->hash_bytes <= (size_t)SAFE_HASH << 20) return ST_OK;
    char what[64];
    (void)snprintf(what, sizeof what, "bench takes %d threads and %d MB", SAFE_THREADS, SAFE_HASH);
    return refuse(err, what);
}
