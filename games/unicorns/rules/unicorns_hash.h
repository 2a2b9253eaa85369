#ifndef GAMES_UNICORNS_RULES_UNICORNS_HASH_H
#define GAMES_UNICORNS_RULES_UNICORNS_HASH_H
/* The hash of a state, kept up zone by zone. */

#include "games/unicorns/rules/unicorns_rules.h"

/* Takes a zone out of the hash before anything in it changes; it comes back at the end of the
 * answer. In playouts nothing happens. */
void un_touch_now(const un_rules *r, un_state *s, int zone);
static inline void un_touch(const un_rules *r, un_state *s, int zone) {
    if (!s->stale && !(s->touched >> zone & 1)) un_touch_now(r, s, zone);
}

/* Brings the hash up to date: what was touched, or all where it was stale. */
void un_seal(const un_rules *r, un_state *s);

/* The functions of the contract. */
uint64_t un_hash(const rules *r, const void *s);
uint64_t un_rehash(const rules *r, const void *s);

/* What is noted of a return link, with copies that look alike counted in the order of tables. */
uint8_t un_link_place(const un_rules *r, const un_state *s, int note); /* of links to cards */
static inline uint8_t un_link_note(const un_rules *r, const un_state *s, int note) {
    return note >> 3 < 2 ? (uint8_t)note : un_link_place(r, s, note);
}

#endif
