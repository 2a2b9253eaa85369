#ifndef TESTS_SUPPORT_PLAY_TALK_H
#define TESTS_SUPPORT_PLAY_TALK_H
/* Talking with the table of `kibitz play`: to be included after acutest.h. */

#include <string.h>

#include "cli/play/play_core.h"

/* Lets engines think until a person is asked, or nothing more happens. */
static inline play_want play_talk_until_line(play *table) {
    play_want want = PLAY_THINK;
    for (int i = 0; i < 500 && want == PLAY_THINK; i++) {
        TEST_ASSERT(play_next(table, &want, NULL) == ST_OK);
        if (want == PLAY_THINK) TEST_ASSERT(play_think(table, NULL) == ST_OK);
    }
    return want;
}

/* Says a line; *said has what was printed after it. */
static inline void play_talk_tell(play *table, text *said, const char *line) {
    (void)play_talk_until_line(table);
    text_clear(said);
    play_line(table, line);
    (void)play_talk_until_line(table);
}

static inline void play_talk_heard(const text *said, const char *what) {
    bool found = strstr(text_string(said), what) != NULL;
    TEST_CHECK_(found, "\"%s\" was said", what);
    if (!found) TEST_MSG("%s", text_string(said));
}

#endif
