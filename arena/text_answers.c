#define _POSIX_C_SOURCE 200809L
#include "arena/text_answers.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"

void text_answers_add(text_answers *to, const text_answers *more) {
#define ADD(field, word) to->field += more->field;
    TEXT_ANSWERS(ADD)
#undef ADD
    to->loss += more->loss;
    for (int i = 0; i < TEXT_KINDS; i++) to->kinds[i] += more->kinds[i];
}

void text_answers_write(const text_answers *a, text *out) {
#define PUT(field, word) text_format(out, word " %llu ", (unsigned long long)a->field);
    TEXT_ANSWERS(PUT)
#undef PUT
    text_format(out, "loss %.4f kinds", a->loss);
    for (int i = 0; i < TEXT_KINDS; i++) text_format(out, " %llu", (unsigned long long)a->kinds[i]);
}

/* The number after a word that must come next. */
static bool take(char **at, const char *word, uint64_t *out) {
    char *name = strtok_r(NULL, " ", at);
    char *value = name && strcmp(name, word) == 0 ? strtok_r(NULL, " ", at) : NULL;
    return value && text_u64(value, UINT64_MAX, out);
}

status text_answers_read(text_answers *out, const char *line, error *err) {
    char buf[512];
    char *at = buf;
    bool good = strlen(line) < sizeof buf;
    *out = (text_answers){0};
    (void)snprintf(buf, sizeof buf, "%s", line);
#define TAKE(field, word) good = good && take(&at, word, &out->field);
    TEXT_ANSWERS(TAKE)
#undef TAKE
    char *name = good ? strtok_r(NULL, " ", &at) : NULL;
    char *loss = name && strcmp(name, "loss") == 0 ? strtok_r(NULL, " ", &at) : NULL;
    good = good && loss && text_real(loss, &out->loss);
    name = good ? strtok_r(NULL, " ", &at) : NULL;
    good = good && name && strcmp(name, "kinds") == 0;
    for (int i = 0; good && i < TEXT_KINDS; i++) {
        char *n = strtok_r(NULL, " ", &at);
        good = n && text_u64(n, UINT64_MAX, &out->kinds[i]);
    }
    return good ? ST_OK : error_set(err, ST_BAD_VALUE, "answers: %.60s", line);
}

static double share(uint64_t part, uint64_t of) {
    return of ? 100 * (double)part / (double)of : 0;
}

void text_answers_report(const text_answers *a, text *out) {
    uint64_t answers = a->attempts - a->silent - a->late - a->killed - a->failed;
    text_format(out, "    %llu decisions, %.2f attempts each; %.1f %% of %llu answers illegal\n",
                (unsigned long long)a->decisions,
                a->decisions ? (double)a->attempts / (double)a->decisions : 0,
                share(a->illegal, answers), (unsigned long long)answers);
    text_format(
        out, "    no answer: silent %llu, late %llu, signal %llu, exit code %llu; forfeits %llu\n",
        (unsigned long long)a->silent, (unsigned long long)a->late, (unsigned long long)a->killed,
        (unsigned long long)a->failed, (unsigned long long)a->forfeits);
    text_format(out, "    mean loss %.2f %% of a win in %llu decisions; by kind:",
                a->judged ? 100 * a->loss / (double)a->judged : 0, (unsigned long long)a->judged);
    for (int i = 0; i < TEXT_KINDS; i++)
        if (a->kinds[i])
            text_format(out, " %s %llu", game_kind_name((node_kind)i),
                        (unsigned long long)a->kinds[i]);
    text_char(out, '\n');
}
