#include "cli/args_help.h"

#include <string.h>

enum { HELP_COLUMN = 23, HELP_WIDTH = 79, MANUAL_WIDTH = 110 };

/* --- lines --- */

static void put_option(const arg *a, text *out) {
    char buf[80];
    text left = text_over(buf, sizeof buf);
    text_format(&left, "  %s%s%s", a->name, a->value ? " " : "", a->value ? a->value : "");
    text_put(out, buf);
    int at = (int)left.len;
    if (at + 2 > HELP_COLUMN) {
        text_char(out, '\n');
        at = 0;
    }
    text_repeat(out, ' ', HELP_COLUMN - at);
    text_wrapped(out, a->help, (text_layout){HELP_COLUMN, HELP_COLUMN, HELP_WIDTH});
}

void args_write_group(const arg_group *g, text *out) {
    text_format(out, "%s:\n", g->title);
    for (const arg *a = args_of(g); a->name; a++)
        if (a->help) put_option(a, out);
}

void args_write_help(const subcommand *c, const arg_group *common, text *out) {
    text_format(out, "usage: %s\n", c->usage);
    for (const arg_group *g = c->groups; g && g->title; g++) {
        args_write_group(g, out);
        text_char(out, '\n');
    }
    args_write_group(common, out);
    if (c->notes) text_format(out, "\n%s", c->notes);
}

/* --- the manual page --- */

/* A dash in an option is a minus there; backslashes, quotes, and dots that might begin a line are
 * written so that they mean nothing. */
static void put_roff(const char *s, text *out) {
    char before = ' ';
    for (; *s; before = *s++) {
        if (before == ' ' && (*s == '.' || *s == '\'')) text_put(out, "\\&");
        if (*s == '"')
            text_put(out, "\\(dq");
        else if (*s == '\\')
            text_put(out, "\\e");
        else
            text_format(out, "%s%c", *s == '-' ? "\\" : "", *s);
    }
}

static void put_manual_option(const arg *a, text *out) {
    text_put(out, a->type == ARG_WORD ? ".TP\n.I " : a->value ? ".TP\n.BI " : ".TP\n.B ");
    put_roff(a->name, out);
    if (a->value) {
        text_put(out, " \" ");
        put_roff(a->value, out);
        text_char(out, '"');
    }
    text_char(out, '\n');
    text help = text_growing();
    put_roff(a->help, &help);
    text_wrapped(out, text_string(&help), (text_layout){0, 0, MANUAL_WIDTH});
    out->cut = out->cut || help.cut;
    text_done(&help);
}

static bool uses(const subcommand *c, const arg_group *group) {
    for (const arg_group *g = c->groups; g && g->title; g++)
        if (g->list == group->list && g->made == group->made) return true;
    return false;
}

/* "analyze, play and perft" */
static void put_users(const subcommand *const *commands, const arg_group *g, text *out) {
    int left = 0;
    for (const subcommand *const *c = commands; *c; c++) left += uses(*c, g);
    for (const subcommand *const *c = commands; *c; c++) {
        if (!uses(*c, g)) continue;
        left--;
        text_format(out, "%s%s", (*c)->name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

static void put_manual_group(const arg_group *g, text *out) {
    for (const arg *a = args_of(g); a->name; a++)
        if (a->help) put_manual_option(a, out);
}

void args_write_manual(const subcommand *const *commands, const arg_group *common, text *out) {
    text_format(out, ".SS %s\n", common->title);
    put_manual_group(common, out);
    for (const subcommand *const *c = commands; *c; c++)
        for (const arg_group *g = (*c)->groups; g && g->title; g++) {
            const subcommand *const *first = commands;
            while (first != c && !uses(*first, g)) first++;
            if (first != c) continue;
            text_format(out, ".SS %s (", g->title);
            put_users(commands, g, out);
            text_put(out, ")\n");
            put_manual_group(g, out);
        }
}
