#include "engine/base/memory.h"
#include "lib/api/public_state.h"
#include "lib/catalogue.h"
#include "uci/session.h"

/* Protocol sessions without a process. */

struct kibitz_session {
    handle head;
    game_library *games; /* its own, so that what is loaded goes with it */
    output *out;
    session *session;
    kibitz_line_sink sink;
    void *ctx;
};

static void hand_on(void *ctx, const char *line) {
    const kibitz_session *s = ctx;
    s->sink(s->ctx, line);
}

static void end(kibitz_session *s) {
    session_destroy(s->session);
    output_close(s->out, 1000);
    game_library_destroy(s->games);
}

kibitz_code kibitz_session_open(kibitz_line_sink sink, void *ctx, kibitz_session **out,
                                kibitz_error *err) {
    error e;
    *out = NULL;
    kibitz_session *s = handle_make(HANDLE_SESSION, sizeof *s, err);
    if (!s) return KIBITZ_NO_MEMORY;
    s->sink = sink;
    s->ctx = ctx;
    status st = catalogue_create(&s->games, &e);
    if (st == ST_OK && output_to_sink(&s->out, hand_on, s) != ST_OK)
        st = error_set(&e, ST_NOMEM, "no memory for a session");
    if (st == ST_OK) {
        session_config c = {.games = game_library_games(s->games),
                            .loader = game_library_loader(s->games),
                            .book = catalogue_registry(),
                            .version = KIBITZ_VERSION,
                            .commit = "library",
                            .compiler = "library",
                            .features = "library " KIBITZ_VERSION_TEXT};
        st = session_create(&s->session, &c, s->out, &e);
    }
    if (st == ST_OK) {
        *out = s;
        return KIBITZ_OK;
    }
    end(s);
    handle_end(&s->head);
    return public_fail(err, &e);
}

int kibitz_session_line(kibitz_session *s, const char *line) {
    return handle_good(s, HANDLE_SESSION, NULL) && session_line(s->session, line);
}

void kibitz_session_wait(kibitz_session *s) {
    if (handle_good(s, HANDLE_SESSION, NULL)) session_wait(s->session);
}

void kibitz_session_close(kibitz_session *s) {
    if (!s || !handle_good(s, HANDLE_SESSION, NULL)) return;
    end(s);
    handle_end(&s->head);
}
