#include "cli/analyze_page.h"

#include <string.h>

#include "cli/build_info.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "web/review_page.h"

status analyze_page_check(const record_request *q, error *err) {
    return q->html ? file_check(q->html, review_page_ours, q->setup.force, err) : ST_OK;
}

/* "500 ms a decision": what each decision was given. */
static void put_limits(const search_limits *l, text *out) {
    if (l->movetime_ms > 0) text_format(out, ", %lld ms a decision", (long long)l->movetime_ms);
    const struct {
        uint64_t n;
        const char *what;
    } counts[] = {{l->nodes, "nodes"}, {l->visits, "visits"}, {l->depth, "plies deep"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].n)
            text_format(out, ", %llu %s", (unsigned long long)counts[i].n, counts[i].what);
}

/* The header's `names: Ann,Bob`: cut in place; an empty one names no player. */
static void split_names(char *list, const char **names) {
    for (int i = 0; i < GAME_MAX_PLAYERS && list; i++) {
        char *next = strchr(list, ',');
        if (next) *next++ = '\0';
        list += strspn(list, " ");
        if (*list) names[i] = list;
        list = next;
    }
}

/* What the header says of the occasion. */
static void put_head(const record *rec, text *out) {
    static const char *const keys[] = {"event", "Event", "site", "Site", "date", "Date"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = record_get(rec, keys[i]);
        if (value && *value && *value != '?') text_format(out, "%s%s", out->len ? ", " : "", value);
    }
}

static status make_page(const record_request *q, const position *p, const record *rec,
                        const review *rev, text *out, error *err) {
    text judge = text_growing();
    text head = text_growing();
    const char *names[GAME_MAX_PLAYERS] = {NULL};
    const char *stated = record_get(rec, "names");
    char *list = stated ? mem_string(stated) : NULL;
    split_names(list, names);
    text_put(&judge, rev->searcher);
    put_limits(&q->limits, &judge);
    put_head(rec, &head);
    review_page page = {.game = p,
                        .rev = rev,
                        .judge = text_string(&judge),
                        .made = build_info_get()->program,
                        .seat_names = list ? names : NULL,
                        .head = text_string(&head)};
    status st = judge.cut || head.cut || (stated && !list)
                    ? error_set(err, ST_NOMEM, "no memory for the page")
                    : review_page_write(&page, out, err);
    mem_free(list);
    text_done(&judge);
    text_done(&head);
    return st;
}

status analyze_page_write(const record_request *q, const position *p, const record *rec,
                          const review *rev, error *err) {
    if (!q->html) return ST_OK;
    text out = text_growing();
    status st = make_page(q, p, rec, rev, &out, err);
    if (st == ST_OK) st = file_claim(q->html, review_page_ours, q->setup.force, err);
    if (st == ST_OK) st = file_write(q->html, text_string(&out), out.len, err);
    text_done(&out);
    return st;
}
