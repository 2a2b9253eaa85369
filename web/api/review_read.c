#include "web/api/review_read.h"

#include <string.h>

#include "engine/base/memory.h"

static void read_reals(const json_t *list, double *out, int n) {
    for (int i = 0; i < n; i++) out[i] = json_number_value(json_array_get(list, (size_t)i));
}

static void read_word(const json_t *j, char *out, size_t cap) {
    text t = text_over(out, cap);
    if (json_is_string(j)) text_put(&t, json_string_value(j));
}

static review_mark read_mark(const json_t *j) {
    for (int m = 0; m < REVIEW_MARKS; m++)
        if (json_is_string(j) &&
            strcmp(json_string_value(j), review_mark_text((review_mark)m)) == 0)
            return (review_mark)m;
    return MARK_NONE;
}

static void read_line(const json_t *list, char *out, size_t cap) {
    text t = text_over(out, cap);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *event = json_string_value(json_array_get(list, i));
        if (event) text_format(&t, "%s%s", i ? " " : "", event);
    }
}

static void read_event(review_event *e, const json_t *j, size_t i, int players) {
    int64_t seat = json_integer_value(json_object_get(j, "seat"));
    const json_t *values = json_object_get(j, "values");
    const json_t *luck = json_object_get(j, "luck");
    *e = (review_event){.ply = (unsigned)i, .actor = ACTOR_CHANCE};
    if (seat > 0 && seat <= players) e->actor = (int)seat - 1;
    read_word(json_object_get(j, "token"), e->token, sizeof e->token);
    e->valued = json_is_array(values);
    read_reals(values, e->values, players);
    read_reals(json_object_get(j, "best"), e->best, players);
    e->loss = json_number_value(json_object_get(j, "loss"));
    e->mark = read_mark(json_object_get(j, "mark"));
    e->forced = json_is_true(json_object_get(j, "forced"));
    read_word(json_object_get(j, "better"), e->better, sizeof e->better);
    read_line(json_object_get(j, "line"), e->line, sizeof e->line);
    e->outcomes = (int)json_integer_value(json_object_get(j, "outcomes"));
    if (json_is_array(luck)) e->luck_kind = e->outcomes ? LUCK_OUTCOMES : LUCK_BEFORE;
    read_reals(luck, e->luck, players);
}

status review_read(review *out, const json_t *stored, int players, error *err) {
    const json_t *events = json_object_get(stored, "events");
    size_t n = json_array_size(events);
    *out = (review){.players = players, .searcher = ""};
    if (!json_is_array(events)) return error_set(err, ST_BAD_STATE, "the review is not complete");
    out->events = mem_alloc((n + 1) * sizeof *out->events);
    if (!out->events) return error_set(err, ST_NOMEM, "no memory for the review");
    for (size_t i = 0; i < n; i++)
        read_event(&out->events[i], json_array_get(events, i), i, players);
    out->count = n;
    out->total = (size_t)json_integer_value(json_object_get(stored, "total"));
    out->stopped = json_is_true(json_object_get(stored, "stopped"));
    review_sum_up(out);
    return ST_OK;
}
