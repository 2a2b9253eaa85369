#ifndef TESTS_SUPPORT_API_CALLS_H
#define TESTS_SUPPORT_API_CALLS_H
/* Calls of the public library that must succeed, for its tests. */

#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "lib/api/kibitz.h"

static inline kibitz *opened(void) {
    kibitz *k;
    kibitz_error e;
    TEST_ASSERT_(kibitz_open(&k, &e) == KIBITZ_OK, "%s", e.text);
    return k;
}

static inline kibitz_position *started(kibitz *k, const char *name, const char *setup) {
    kibitz_position *p;
    kibitz_error e;
    TEST_ASSERT_(kibitz_position_start(k, kibitz_game_find(k, name), setup, &p, &e) == KIBITZ_OK,
                 "%s: %s", name, e.text);
    return p;
}

static inline void act(kibitz_position *p, const char *list) {
    char copy[600];
    kibitz_error e;
    (void)snprintf(copy, sizeof copy, "%s", list);
    for (char *w = copy, *end; *w; w = end) {
        end = w + strcspn(w, " ");
        if (*end) *end++ = '\0';
        TEST_ASSERT_(kibitz_position_act(p, w, &e) == KIBITZ_OK, "%s: %s", w, e.text);
    }
}

#endif
