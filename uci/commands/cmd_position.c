#include "engine/base/memory.h"
#include "engine/game/happened.h"
#include "uci/commands/cmd.h"
#include "uci/commands/position_keywords.h"

/* Setting and changing the position. */

/* Where the rules themselves gave up the answer says so. */
static void report_trouble(session *s, const request *l) {
    error e;
    if (position_trouble(s->position, &e) != ST_OK) request_fails(s, l, &e, -1);
}

void cmd_position(session *s, const request *l) {
    error e;
    position *p;
    request_part w = {.l = l, .i = 1, .end = l->count, .at = -1};
    status st = position_keywords_read(s, &w, &p, &e);
    if (st == ST_OK) {
        if (*position_note(p)) responder_note(&s->responder, "%s", position_note(p));
        position_destroy(s->position);
        s->position = p;
        report_trouble(s, l);
        return;
    }
    request_fails(s, l, &e, w.at);
    /* What was never understood changes nothing; what was understood and is wrong must not be
     * played on as if it were the old position. */
    if (st == ST_BAD_SYNTAX || st == ST_NO_POSITION || st == ST_NOMEM || st == ST_UNSUPPORTED)
        return;
    session_drop_position(s);
}

static void say_ply(session *s) {
    reply r;
    reply_init(&r, "ply");
    reply_int(&r, "ply", position_ply(s->position));
    reply_lead(&r, "");
    reply_hash(&r, "key", position_key(s->position));
    responder_say(&s->responder, &r);
}

/* What the events from `ply` on did, as this caller may know it. */
static status collect_happened(const position *p, unsigned ply, happened_list *l, error *err) {
    status st = ST_OK;
    for (; st == ST_OK && ply < position_ply(p); ply++)
        st = happened_at_ply(p, ply, position_seat(p), l, err);
    return st;
}

static void say_happened(session *s, const happened_list *l) {
    for (size_t i = 0; i < l->count; i++) {
        reply r;
        reply_init(&r, "happened");
        reply_int(&r, "seat", l->at[i].seat < 0 ? 0 : l->at[i].seat + 1);
        reply_quoted(&r, "text", happened_words(l, i));
        responder_say(&s->responder, &r);
    }
}

/* All or nothing: events are played on a clone, which then takes the place of the position. */
void cmd_play(session *s, const request *l) {
    error e;
    position *next = NULL;
    int at = -1;
    if (!request_has_position(s, l)) return;
    status st = l->count > 1 ? position_clone(&next, s->position, &e)
                             : error_set(&e, ST_BAD_SYNTAX, "play needs an event");
    for (size_t i = 1; i < l->count && st == ST_OK; i++) {
        st = position_play(next, l->word[i], &e);
        if (st != ST_OK) at = (int)i;
    }
    if (st == ST_OK) st = position_resolve(next, &e);
    happened_list done;
    happened_init(&done, NULL);
    if (st == ST_OK && s->responder.dialect == DIALECT_MGI)
        st = collect_happened(next, position_ply(s->position), &done, &e);
    if (st == ST_OK) {
        position_destroy(s->position);
        s->position = next;
        say_happened(s, &done);
        report_trouble(s, l);
        say_ply(s);
    } else {
        position_destroy(next);
        request_fails(s, l, &e, at);
    }
    happened_done(&done);
}

void cmd_undo(session *s, const request *l) {
    error e;
    uint64_t n = 1;
    if (!request_has_position(s, l)) return;
    if (l->count > 2 || (l->count == 2 && !text_u64(l->word[1], UINT32_MAX, &n))) {
        (void)error_set(&e, ST_BAD_SYNTAX, "undo takes a number");
        request_fails(s, l, &e, 1);
        return;
    }
    status st = position_undo(s->position, (unsigned)n, &e);
    if (st == ST_OK) st = position_resolve(s->position, &e);
    if (st == ST_OK)
        say_ply(s);
    else
        request_fails(s, l, &e, -1);
}
