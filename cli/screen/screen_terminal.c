#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/screen/screen.h"
#include "engine/base/progress.h"

/* The locale that letters are written in, as the C library would choose it. */
static bool is_utf8(void) {
    static const char *const from[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        const char *set = getenv(from[i]);
        if (!set || !*set) continue;
        char buf[8];
        text code = text_over(buf, sizeof buf);
        const char *dot = strchr(set, '.');
        if (dot) text_putn(&code, dot + 1, strcspn(dot + 1, "@"));
        return text_same(buf, "UTF-8") || text_same(buf, "UTF8");
    }
    return false;
}

static canvas_depth depth_of(int fd, const char *term) {
    static const char *const many[] = {"256", "kitty", "alacritty", "foot", "ghostty", "wezterm"};
    const char *also = getenv("COLORTERM");
    if (!progress_colours(fd) || text_starts(term, "vt")) return CANVAS_MONO;
    if (also && *also) return CANVAS_256;
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        if (strstr(term, many[i])) return CANVAS_256;
    return CANVAS_16;
}

bool screen_terminal(int fd, screen_look *out) {
    const char *term = getenv("TERM");
    *out = (screen_look){0};
    if (isatty(fd) != 1 || !term || !*term || strcmp(term, "dumb") == 0 || !is_utf8()) return false;
    out->columns = progress_terminal_size(fd).columns;
    out->depth = depth_of(fd, term);
    return true;
}
