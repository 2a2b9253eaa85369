#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation/forms/movetext.h"

/* "1:02:03.5", "2:03", "62.5": milliseconds; -1: none of these. */
static int64_t read_time(const char *s, size_t n) {
    int64_t seconds = 0;
    int64_t part = 0;
    int64_t ms = 0;
    int64_t scale = 0; /* of the next digit after the point, in ms */
    bool digit = false;
    for (size_t i = 0; i < n; i++) {
        if (text_is_digit(s[i]) && scale) {
            ms += scale > 1 ? (s[i] - '0') * (scale / 10) : 0;
            scale = scale > 10 ? scale / 10 : 1;
        } else if (text_is_digit(s[i])) {
            part = 10 * part + (s[i] - '0');
            digit = true;
            if (part > 1000000) return -1;
        } else if (s[i] == ':' && !scale && seconds < 1000000) {
            seconds = 60 * (seconds + part);
            part = 0;
        } else if (s[i] == '.' && !scale) {
            scale = 1000;
        } else {
            return -1;
        }
    }
    return digit ? 1000 * (seconds + part) + ms : -1;
}

/* "0.35", "-1.2,18", "#-3" */
static bool read_eval(game_node *n, const char *s, size_t len) {
    char buf[32];
    if (!len || len >= sizeof buf) return false;
    memcpy(buf, s, len);
    buf[len] = '\0';
    int64_t depth = 0;
    int64_t mate = 0;
    double eval = 0;
    char *comma = strchr(buf, ',');
    if (comma) *comma = '\0';
    if (comma && !text_i64(comma + 1, 0, 1000, &depth)) return false;
    char *number = buf + (*buf == '#');
    number += *number == '+';
    if (*buf == '#' ? !text_i64(number, -1000, 1000, &mate) || !mate : !text_real(number, &eval))
        return false;
    if (!(fabs(eval) <= 1e6)) return false;
    n->has_eval = true;
    n->eval = eval;
    n->eval_mate = (int)mate;
    n->eval_depth = (int)depth;
    return true;
}

/* One command, between [% and ]. */
static bool read_command(game_node *n, const char *s, size_t len) {
    size_t name = 0;
    while (name < len && s[name] != ' ') name++;
    size_t at = name;
    while (at < len && s[at] == ' ') at++;
    while (len > at && s[len - 1] == ' ') len--;
    if (name == 4 && memcmp(s, "eval", 4) == 0) return read_eval(n, s + at, len - at);
    bool clock = name == 3 && memcmp(s, "clk", 3) == 0;
    bool spent = name == 3 && memcmp(s, "emt", 3) == 0;
    int64_t ms = clock || spent ? read_time(s + at, len - at) : -1;
    if (ms < 0) return false;
    *(clock ? &n->clock_ms : &n->spent_ms) = ms;
    return true;
}

/* Once through; true if some were found. */
static bool take_commands(game_node *n, char *comment) {
    char *to = comment;
    bool found = false;
    for (const char *s = comment; *s;) {
        const char *end = s[0] == '[' && s[1] == '%' ? strchr(s, ']') : NULL;
        if (end && read_command(n, s + 2, (size_t)(end - s - 2))) {
            found = true;
            s = end + 1;
            s += *s == ' ' && (to == comment || to[-1] == ' ');
        } else {
            *to++ = *s++;
        }
    }
    while (to > comment && to[-1] == ' ') to--;
    *to = '\0';
    return found;
}

/* What is left may look like a command only then. */
void movetext_read_commands(game_node *n, char *comment) {
    while (take_commands(n, comment)) continue;
}

static void write_time(const char *name, int64_t ms, text *out) {
    if (ms < 0) return;
    if (out->len) text_char(out, ' ');
    int64_t s = ms / 1000;
    text_format(out, "[%%%s %d:%02d:%02d", name, (int)(s / 3600), (int)(s / 60 % 60),
                (int)(s % 60));
    if (ms % 1000) {
        char fraction[8];
        (void)snprintf(fraction, sizeof fraction, ".%03d", (int)(ms % 1000));
        for (size_t i = 3; fraction[i] == '0'; i--) fraction[i] = '\0';
        text_put(out, fraction);
    }
    text_char(out, ']');
}

void movetext_write_commands(const game_node *n, text *out) {
    if (n->has_eval && n->eval_mate)
        text_format(out, "[%%eval #%d", n->eval_mate);
    else if (n->has_eval)
        text_format(out, "[%%eval %.2f", n->eval);
    if (n->has_eval && n->eval_depth) text_format(out, ",%d", n->eval_depth);
    if (n->has_eval) text_char(out, ']');
    write_time("clk", n->clock_ms, out);
    write_time("emt", n->spent_ms, out);
}
