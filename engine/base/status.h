#ifndef ENGINE_BASE_STATUS_H
#define ENGINE_BASE_STATUS_H
/* What a call that can fail says: a `status`, and for people an `error` of one line.
 *
 * Anything fed by a person, a file or a socket returns a status and fills an optional `error *`
 * (NULL is welcome everywhere). The names in the list are the error codes of the protocol, so a
 * status travels from the deepest reader to the client without translation. */

#define STATUS_LIST(X)                                                                             \
    X(OK, "ok")                                                                                    \
    X(UNKNOWN_COMMAND, "unknown-command")                                                          \
    X(UNKNOWN_TOKEN, "unknown-token")                                                              \
    X(UNKNOWN_OPTION, "unknown-option")                                                            \
    X(BAD_VALUE, "bad-value")                                                                      \
    X(BAD_SYNTAX, "bad-syntax")                                                                    \
    X(BAD_LINE, "bad-line")                                                                        \
    X(BAD_FEN, "bad-fen")                                                                          \
    X(BAD_STATE, "bad-state")                                                                      \
    X(BAD_VIEW, "bad-view")                                                                        \
    X(ILLEGAL_ACTION, "illegal-action")                                                            \
    X(WRONG_SEAT, "wrong-seat")                                                                    \
    X(ACTION_EXPECTED, "action-expected")                                                          \
    X(CHANCE_EXPECTED, "chance-expected")                                                          \
    X(CHANCE_IMPOSSIBLE, "chance-impossible")                                                      \
    X(LEAK, "leak")                                                                                \
    X(TOO_MUCH_WORK, "too-much-work")                                                              \
    X(GAME_OVER, "game-over")                                                                      \
    X(NO_POSITION, "no-position")                                                                  \
    X(BUSY, "busy")                                                                                \
    X(UNSUPPORTED, "unsupported")                                                                  \
    X(NOT_FOUND, "not-found")                                                                      \
    X(IO, "io")                                                                                    \
    X(NOMEM, "resource")                                                                           \
    X(STOPPED, "stopped")                                                                          \
    X(INTERNAL, "internal")

typedef enum status {
#define STATUS_ENUM(id, name) ST_##id,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
        ST_COUNT
} status;

/* The protocol's name of a code: "bad-fen". Never NULL. */
const char *status_name(status s);

/* One failure, reported once. `reason` and `detail` are filled where a game's rule was broken: a
 * stable name and its data ("shape=O2"); otherwise they are empty. */
typedef struct error {
    status code;
    char reason[48];
    char detail[112];
    char arg[64];   /* the offending word, where one is to blame */
    char text[240]; /* one sentence naming the place and the remedy, no newline */
    char note[160]; /* with ST_OK: what a reader took otherwise than it was written, or empty */
} error;

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define FOR_ASSERT              __attribute__((unused)) /* a function that only assertions call */
#else
#define PRINTF_LIKE(fmt, first)
#define FOR_ASSERT
#endif

/* Fills *e (if any) with the code and the sentence, clears the other fields, and returns the code,
 * so that a reader can end with `return error_set(err, ST_BAD_FEN, "...")`. A macro, so that
 * compilers and checkers see which code comes back. */
#define error_set(e, code, ...) (error_write((e), (code), __VA_ARGS__), (status)(code))
void error_write(error *e, status code, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Adds the stable name of the broken rule and its data to an error just set. */
void error_reason(error *e, const char *reason, const char *detail_fmt, ...) PRINTF_LIKE(3, 4);

/* Adds the word to blame; long words are cut. */
void error_arg(error *e, const char *arg);

/* For readers whose header says so: with ST_OK, a note for people (may be empty). Clears the
 * rest. */
void error_note(error *e, const char *note);

#endif
