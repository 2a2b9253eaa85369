#ifndef TESTS_SUPPORT_OTHER_RULES_H
#define TESTS_SUPPORT_OTHER_RULES_H
/* A file of games or a checkpoint as if it had been written under another rules text of the same
 * name. */

#include <string.h>

#include "arena/match_file.h"
#include "engine/base/file.h"

/* Changes the hash of the rules in every section; how many had one, or -1. */
static inline int other_rules(const char *path) {
    static const char key[] = "\nhash: ";
    text data;
    text out = text_growing();
    section sec;
    size_t at = 0;
    int changed = 0;
    if (file_read(&data, path, 1 << 24, NULL) != ST_OK) return -1;
    while (match_section_next(text_string(&data), data.len, &at, &sec)) {
        size_t from = out.len;
        text_putn(&out, sec.at, sec.len);
        (void)text_string(&out);
        char *line = strstr(out.at + from, key);
        if (line) {
            line += strlen(key);
            *line = *line == '0' ? '1' : '0';
            changed++;
        }
        match_section_close(&out, from);
    }
    if (at != data.len || file_write(path, out.at, out.len, NULL) != ST_OK) changed = -1;
    text_done(&out);
    text_done(&data);
    return changed;
}

#endif
