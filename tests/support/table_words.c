#include "tests/support/table_words.h"

#include <stdio.h>
#include <string.h>

#include "engine/game/pick.h"
#include "engine/game/scene.h"

enum { MAX_PARTS = 24 };

static bool has(const text *line, const char *json) {
    bool there = strstr(text_string(line), json) != NULL;
    if (!there) printf("  no %s in\n  %s\n", json, text_string(line));
    return there;
}

static status write_scene(const position *p, int seat, text *out) {
    scene *s;
    error e = {0};
    status st = scene_build(&s, p, seat, &e);
    if (st == ST_OK) st = scene_check(s, &e);
    if (st == ST_OK) st = scene_write(s, out, &e);
    if (st != ST_OK) printf("  %s\n", e.text);
    scene_destroy(s);
    return st;
}

bool table_shows(const position *p, int seat, const char *json) {
    text line = text_growing();
    bool ok = write_scene(p, seat, &line) == ST_OK && has(&line, json);
    text_done(&line);
    return ok;
}

size_t table_size(const position *p, int seat) {
    text line = text_growing();
    size_t size = write_scene(p, seat, &line) == ST_OK ? line.len : 0;
    text_done(&line);
    return size;
}

static status choose(const position *p, const char *parts, text *out, error *err) {
    char buf[512];
    char *part[MAX_PARTS];
    int n = 0;
    pick_answer a;
    int at;
    text copy = text_over(buf, sizeof buf);
    text_put(&copy, parts);
    for (char *c = strtok(buf, " "); c && n < MAX_PARTS; c = strtok(NULL, " ")) part[n++] = c;
    pick_answer_init(&a);
    status st = pick_choose(p, part, n, &a, &at, err);
    if (st == ST_OK) st = pick_write(&a, out, err);
    pick_answer_done(&a);
    return st;
}

bool table_picks(const position *p, const char *parts, const char *json) {
    text line = text_growing();
    error e = {0};
    bool ok = choose(p, parts, &line, &e) == ST_OK;
    if (!ok) printf("  %s: %s\n", parts, e.text);
    ok = ok && has(&line, json);
    text_done(&line);
    return ok;
}

status table_refuses(const position *p, const char *parts, error *err) {
    text line = text_growing();
    status st = choose(p, parts, &line, err);
    text_done(&line);
    return st;
}
