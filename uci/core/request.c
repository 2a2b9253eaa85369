#include "uci/core/request.h"

#include <assert.h>

const char *request_word(const request_part *w) {
    assert(w->end <= w->l->count);
    return w->i < w->end ? w->l->word[w->i] : NULL;
}

void request_fails(session *s, const request *l, const error *e, int at) {
    assert(l->count && at >= -1);
    error reported = *e;
    if (at >= 0 && (size_t)at < l->count && !reported.arg[0]) error_arg(&reported, l->word[at]);
    responder_error(&s->responder, &reported, l->word[0], at);
}

void request_refuse(session *s, const request *l, status code, const char *what, int at) {
    error e;
    (void)error_set(&e, code, "%s", what);
    request_fails(s, l, &e, at);
}

void request_no_memory(session *s, const request *l) {
    request_refuse(s, l, ST_NOMEM, "no memory for the answer", -1);
}

bool request_has_position(session *s, const request *l) {
    if (s->position) return true;
    assert(s->unset_because);
    request_refuse(s, l, ST_NO_POSITION, s->unset_because, -1);
    return false;
}

void request_skipped(const responder *v, const char *word, int at, const char *command) {
    error e;
    (void)error_set(&e, ST_UNKNOWN_TOKEN, "skipped, as no command has this name");
    error_arg(&e, word);
    responder_error(v, &e, command, at);
}
