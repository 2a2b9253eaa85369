#ifndef TUNE_EVOLUTION_PAIRING_PACKET_H
#define TUNE_EVOLUTION_PAIRING_PACKET_H
/* A pairing as bytes, for ranks on other machines: engines by their settings, weights by their
 * numbers, bots by their names. A net is named by its hash, and sent when it is asked for. */

#include "arena/crew/crew.h"
#include "tune/evolution/pairings.h"

/* The hash of a net's file. ST_NOMEM. */
status pairing_net_hash(const struct net *n, uint64_t *out);

/* net_hash: of the nets of the two sides, where they have one. */
void pairing_put(const pairing *p, const uint64_t net_hash[2], text *out);

/* What a pairing that was read points to. */
typedef struct pairing_parts {
    engine_spec spec[2];
    bool spec_made[2];
    weights eval[2];
    float number[2][BOT_MAX_PARAMS];
    uint64_t net_hash[2]; /* 0: none; else the net of eval, which the reader of it sets */
} pairing_parts;

/* The caller ends *parts with pairing_parts_done() in any case. */
status pairing_get(pairing *out, pairing_parts *parts, const game *g, crew_bytes from, error *err);
void pairing_parts_done(pairing_parts *parts);

#endif
