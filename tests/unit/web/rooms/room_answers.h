#ifndef TESTS_UNIT_WEB_ROOMS_ROOM_ANSWERS_H
#define TESTS_UNIT_WEB_ROOMS_ROOM_ANSWERS_H
/* For tests that ask at one desk: its answers. */

#include <acutest.h>
#include <string.h>

#include "tests/unit/web/rooms/room_desk.h"

static room_desk d;

/* The code of a request; the answer is printed where it is another one. */
#define ANSWERS(call, code)                                                                        \
    do {                                                                                           \
        int got_ = (call);                                                                         \
        TEST_CHECK_(got_ == (code), "%s: %d %.300s", #call, got_, web_client_answer(d.c));         \
    } while (0)

/* What the last answer has at a path, and whether some words are in it. */
static inline const char *field(const char *path) {
    return web_client_text(d.c, path);
}

static inline int64_t number(const char *path) {
    return json_integer_value(web_client_field(d.c, path));
}

static inline bool has(const char *what) {
    return strstr(web_client_answer(d.c), what) != NULL;
}

#endif
