/* What can be done at a table, why something cannot, and doing it. */
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/game/pick.h"
#include "engine/notation/spelling.h"
#include "mcp/mcp_tools.h"
#include "mcp/tool_common.h"

enum { LISTED = 60, PARTS_MAX = PICK_MAX_PARTS };

/* The parts of the argument, as strings of the request. */
typedef struct parts {
    char *at[PARTS_MAX];
    int count;
} parts;

static status read_parts(const mcp_call *c, parts *out, error *err) {
    const json_t *list = mcp_json_get(c->args, "parts");
    size_t n = mcp_json_count(list);
    if (n > PARTS_MAX)
        return error_set(err, ST_BAD_VALUE, "an action has at most %d parts", PARTS_MAX);
    out->count = (int)n;
    for (size_t i = 0; i < n; i++) out->at[i] = (char *)mcp_json_string(mcp_json_at(list, i));
    return ST_OK;
}

/* --- legal --- */

typedef struct listing {
    mcp_call *c;
    uint64_t from, shown, count;
} listing;

static void put_action(mcp_call *c, uint64_t number, const char *name, const char *does) {
    bool described = does && *does;
    json_open(&c->out, '{');
    if (number) tool_key_int(c, "number", (int64_t)number);
    tool_key_text(c, "action", name);
    if (described) tool_key_text(c, "words", does);
    json_close(&c->out, '}');
    if (number) text_format(&c->words, "%llu) ", (unsigned long long)number);
    text_format(&c->words, "%s%s%s\n", name, described ? "  " : "", described ? does : "");
}

static bool list_one(void *ctx, const table_action *a) {
    listing *l = ctx;
    l->count = a->number;
    if (a->number < l->from || l->shown == LISTED) return true;
    l->shown++;
    put_action(l->c, a->number, a->token, a->words);
    return true;
}

static status list_actions(const tool_table *t, mcp_call *c, error *err) {
    listing l = {.c = c, .from = (uint64_t)mcp_json_int(c->args, "from", 1)};
    json_key(&c->out, "actions");
    json_open(&c->out, '[');
    status st = table_text_walk(&t->text, list_one, &l, err);
    json_close(&c->out, ']');
    uint64_t next = l.from + l.shown;
    if (st == ST_OK && l.shown && next <= l.count) {
        tool_key_int(c, "more_from", (int64_t)next);
        text_format(&c->words, "%llu in all; from=%llu lists more.\n", (unsigned long long)l.count,
                    (unsigned long long)next);
    }
    return st;
}

/* What may follow the parts that were chosen. */
static status list_parts(const tool_table *t, mcp_call *c, const parts *p, error *err) {
    pick_answer a;
    int at = -1;
    pick_answer_init(&a);
    status st = pick_choose(t->seen.now, p->at, p->count, &a, &at, err);
    if (st == ST_OK && a.token) {
        json_key(&c->out, "actions");
        json_open(&c->out, '[');
        put_action(c, 0, a.token, a.words);
        json_close(&c->out, ']');
    } else if (st == ST_OK) {
        tool_key_text(c, "ask", a.next.ask ? a.next.ask : "what next?");
        text_format(&c->words, "%s (give `parts` to legal or act)\n",
                    a.next.ask ? a.next.ask : "what next?");
        json_key(&c->out, "next");
        json_open(&c->out, '[');
        for (size_t i = 0; i < a.next.count; i++) {
            const pick_part *x = &a.next.at[i];
            json_open(&c->out, '{');
            tool_key_text(c, "part", x->part);
            if (x->words && *x->words) tool_key_text(c, "words", x->words);
            tool_key_int(c, "count", (int64_t)a.below[i]);
            if (x->token) tool_key_text(c, "action", x->token);
            json_close(&c->out, '}');
            text_format(&c->words, "- %s  %s%s%s", x->part, x->words ? x->words : "",
                        x->token ? ": the action " : "", x->token ? x->token : "");
            if (!x->token) text_format(&c->words, " (%llu)", (unsigned long long)a.below[i]);
            text_char(&c->words, '\n');
        }
        json_close(&c->out, ']');
    }
    pick_answer_done(&a);
    return st;
}

static status not_yours(const tool_table *t, error *err) {
    if (t->seen.idle) return error_set(err, ST_WRONG_SEAT, "%s", t->seen.note);
    if (t->text.actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (t->seen.seat < 0)
        return error_set(err, ST_WRONG_SEAT, "this handle only watches: it has no seat");
    if (t->text.actor == ACTOR_CHANCE)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: look with wait");
    return error_set(err, ST_WRONG_SEAT,
                     "it is not your turn: seat %d is to act; look with wait lets engines go on",
                     t->text.actor + 1);
}

static bool is_yours(const tool_table *t) {
    return !t->seen.idle && t->text.actor >= 0 && t->text.actor == t->seen.seat;
}

status tool_legal(mcp_call *c, error *err) {
    tool_table t;
    parts p;
    uint64_t count = 0;
    status st = tool_table_init(&t, c, err);
    if (st == ST_OK) st = read_parts(c, &p, err);
    if (st == ST_OK && !is_yours(&t)) st = not_yours(&t, err);
    if (st == ST_OK) {
        tool_key_int(c, "at", t.seen.at);
        text_format(&c->words, "At %lld.\n", (long long)t.seen.at);
        tool_put_open(&t, c);
        st = table_text_count(&t.text, &count, err);
        tool_key_int(c, "count", (int64_t)count);
    }
    /* By parts where there are many, unless the list was asked for. */
    bool listed = mcp_json_get(c->args, "from") != NULL;
    bool parted = mcp_json_get(c->args, "parts") || (!listed && count > LISTED);
    const game_table *hooks = st == ST_OK ? position_rules(t.seen.now)->table : NULL;
    if (st == ST_OK && !mcp_json_get(c->args, "parts") && !hooks->parts) parted = false;
    if (st == ST_OK) st = parted ? list_parts(&t, c, &p, err) : list_actions(&t, c, err);
    tool_table_done(&t);
    return st;
}

/* --- from what was said to an event --- */

/* Chess notation is read too, where the game has it. */
static status read_action(const tool_table *t, const char *said, text *event, error *err) {
    spelling how = spelling_for(position_rules(t->seen.now));
    status st = how == SPELLING_TOKENS || t->seen.eyes != SEAT_ALL
                    ? ST_NOT_FOUND
                    : spelling_read(how, t->seen.now, said, event, err);
    if (st == ST_OK && event->len) return ST_OK;
    text_clear(event);
    text_put(event, said);
    return event->cut ? error_set(err, ST_BAD_VALUE, "the action is too long") : ST_OK;
}

static status read_pick(const tool_table *t, const mcp_call *c, text *event, error *err) {
    parts p;
    pick_answer a;
    int at = -1;
    status st = read_parts(c, &p, err);
    if (st != ST_OK) return st;
    pick_answer_init(&a);
    st = pick_choose(t->seen.now, p.at, p.count, &a, &at, err);
    if (st == ST_OK && !a.token) {
        text next = text_growing();
        for (size_t i = 0; i < a.next.count && i < 8; i++)
            text_format(&next, "%s%s", i ? ", " : "", a.next.at[i].part);
        st = error_set(err, ST_BAD_VALUE, "the parts do not make an action yet: %.60s %.100s",
                       a.next.ask ? a.next.ask : "what next?", text_string(&next));
        text_done(&next);
    } else if (st == ST_OK) {
        text_put(event, a.token);
    }
    pick_answer_done(&a);
    return st;
}

static bool is_secret(const char *said) {
    return said[0] == '!' || said[0] == '?';
}

static status choose(const tool_table *t, const mcp_call *c, text *event, error *err) {
    const char *said = mcp_json_text(c->args, "action", NULL);
    const json_t *number = mcp_json_get(c->args, "number");
    const json_t *list = mcp_json_get(c->args, "parts");
    if ((said != NULL) + (number != NULL) + (list != NULL) != 1)
        return error_set(err, ST_BAD_VALUE, "give one of `action`, `number` and `parts`");
    if (!is_yours(t)) return not_yours(t, err);
    if (number) return table_text_find(&t->text, (uint64_t)mcp_json_integer(number), event, err);
    if (list) return read_pick(t, c, event, err);
    if (is_secret(said))
        return error_set(err, ST_ACTION_EXPECTED, "chance is not yours to announce");
    return read_action(t, said, event, err);
}

/* The sentence of verify, and what would be legal instead. */
static status verify(const tool_table *t, const char *event, text *canonical, error *err) {
    status st = position_verify(t->seen.now, event, canonical, err);
    if (st == ST_OK) return ST_OK;
    table_near near;
    char buf[sizeof err->text];
    text said = text_over(buf, sizeof buf);
    text_format(&said, "%.150s", err->text);
    error other;
    if (table_text_near(&t->text, event, &near, &other) == ST_OK) {
        text_put(&said, said.len && buf[said.len - 1] == '.' ? " Legal:" : ". Legal:");
        for (int i = 0; i < near.count && i < 3 && strlen(near.at[i]) < 24; i++)
            text_format(&said, "%s %s", i ? "," : "", near.at[i]);
    }
    (void)snprintf(err->text, sizeof err->text, "%s", buf);
    return st;
}

/* --- why not --- */

status tool_why_not(mcp_call *c, error *err) {
    tool_table t;
    char said[GAME_TOKEN_SIZE];
    char own[GAME_TOKEN_SIZE];
    text event = text_over(said, sizeof said);
    text canonical = text_over(own, sizeof own);
    error why;
    table_near near = {.count = 0};
    const char *asked = mcp_json_text(c->args, "action", "");
    status st = tool_table_init(&t, c, err);
    if (st == ST_OK && !is_yours(&t)) st = not_yours(&t, err);
    if (st == ST_OK && is_secret(asked))
        st = error_set(err, ST_ACTION_EXPECTED, "chance is not yours to announce");
    if (st == ST_OK) st = read_action(&t, asked, &event, err);
    if (st == ST_OK) {
        bool legal = position_verify(t.seen.now, said, &canonical, &why) == ST_OK;
        tool_key_int(c, "at", t.seen.at);
        tool_put_open(&t, c);
        tool_key_flag(c, "legal", legal);
        tool_key_text(c, "action", legal ? own : said);
        tool_key_text(c, "sentence", legal ? "it is legal" : why.text);
        if (!legal && why.reason[0]) tool_key_text(c, "reason", why.reason);
        text_format(&c->words, "%s %s\n", legal ? own : said,
                    legal ? "is legal." : "is not legal.");
        if (!legal) text_format(&c->words, "%s\n", why.text);
        if (!legal) st = table_text_near(&t.text, said, &near, err);
        json_key(&c->out, "instead");
        json_open(&c->out, '[');
        if (near.count) text_put(&c->words, "Legal actions that are spelled nearly like it:\n");
        for (int i = 0; i < near.count; i++) put_action(c, near.number[i], near.at[i], NULL);
        json_close(&c->out, ']');
    }
    tool_table_done(&t);
    return st;
}

/* --- act --- */

typedef struct acting {
    mcp_call *c;
    tool_table t;
} acting;

static status choose_event(void *ctx, const mcp_seen *seen, text *event, error *err) {
    acting *a = ctx;
    char buf[GAME_TOKEN_SIZE];
    char own[GAME_TOKEN_SIZE];
    text said = text_over(buf, sizeof buf);
    text canonical = text_over(own, sizeof own);
    tool_table t = {.seen = *seen};
    status st = table_text_init(&t.text, seen->now, seen->eyes, err);
    if (st == ST_OK && seen->seat >= 0) t.text.seat = seen->seat;
    if (st == ST_OK) st = choose(&t, a->c, &said, err);
    if (st == ST_OK) st = verify(&t, buf, &canonical, err);
    if (st == ST_OK) text_put(event, buf);
    table_text_done(&t.text);
    return st;
}

/* The table after a change. */
static status answer_look(mcp_call *c, error *err) {
    tool_table t;
    status st = tool_table_init(&t, c, err);
    if (st == ST_OK) st = tool_put_look(&t, c, mcp_json_flag(c->args, "scene", false), err);
    tool_table_done(&t);
    return st;
}

status tool_act(mcp_call *c, error *err) {
    mcp_tables k = mcp_client_tables(c->client);
    acting a = {.c = c};
    mcp_act act = {.handle = mcp_json_text(c->args, "table", ""),
                   .at = mcp_json_int(c->args, "at", -1),
                   .choose = choose_event,
                   .ctx = &a};
    mcp_wait w = {c, clock_now_ms() + (int64_t)1000 * TOOL_ACT_SECONDS};
    status st = k.kind->act(k.self, &act, &w, err);
    return st == ST_OK ? answer_look(c, err) : st;
}

status tool_undo(mcp_call *c, error *err) {
    mcp_tables k = mcp_client_tables(c->client);
    status st = k.kind->undo(k.self, mcp_json_text(c->args, "table", ""),
                             mcp_json_int(c->args, "at", -1), err);
    return st == ST_OK ? answer_look(c, err) : st;
}
