#ifndef ARENA_MATCH_FILE_H
#define ARENA_MATCH_FILE_H
/* The file of a match: its settings, then its games in order, each an ordinary game record with a
 * few header lines more. It only grows, one section at a time:
 *
 *     match: 1                          match-game: 1
 *     game: pig                         block: 1
 *     engine1: name=new visits=100      seats: new old
 *     ...                               ended: over
 *     # end 9f86d081884c7d65            game: pig
 *                                       result: 1 0
 *
 *                                       roll
 *                                       # end 60303ae22b998861
 *
 * The last line of a section has the xxh64 of the section's other bytes; what comes after the last
 * complete section was being written when the power went, and does not count. To a reader of
 * records that line is a comment. */

#include "arena/referee.h"
#include "arena/settings.h"

/* --- sections --- */

void match_section_close(text *out,
                         size_t from); /* ends the section that began at out->at + from */

typedef struct section {
    const char *at;
    size_t len; /* without its last line */
} section;

/* The section at *offset, which moves after it; false where no complete one follows. */
bool match_section_next(const char *data, size_t len, size_t *offset, section *out);

/* What lies between complete games. */
typedef struct section_gap {
    size_t damaged; /* games that are all there, but not as they were written */
    size_t cut;     /* bytes of a last game that has no end */
    size_t foreign; /* bytes at the end that are no game at all */
} section_gap;

/* Where match_section_next() found nothing before the end: moves *offset to the next complete game,
 * or to the end, and tells what was passed over. */
section_gap match_section_skip(const char *data, size_t len, size_t *offset);

/* --- games --- */

typedef struct match_game {
    uint64_t number; /* from 0; from 1 in the file */
    uint64_t block;
    double utility[GAME_MAX_PLAYERS];
    int rank[GAME_MAX_PLAYERS];      /* at a table: from 1, dense, */
    double points[GAME_MAX_PLAYERS]; /* and where `pointed` the points of each seat (read only) */
    bool pointed;
    unsigned illegal[GAME_MAX_PLAYERS]; /* answers of each seat that were no legal action */
    player_reply reply;                 /* PLAYER_REPLY_MOVE: played to the end, or too long */
    int offender;                       /* seat from 0, or -1 */
    bool too_long;
    const float *values;       /* to be written as remarks: a number a seat for each of the first */
    size_t valued;             /* this many events, -1: none */
    const referee_note *notes; /* instead of them: clocks and scores of the first `noted` events */
    size_t noted;
    text_answers answers[GAME_MAX_PLAYERS]; /* of seats that answered with text */
} match_game;

/* Writes a section. `final` has the events; the utilities are those of *g where the game is not
 * over. */
void match_game_write(const match_game *g, const match_settings *s, const position *final,
                      text *out);

/* Reads one, for these settings: everything but the events is checked, and that it was played by
 * the rules `own` (NULL: by any). The utilities are those printed, so that a match continued knows
 * exactly what the one interrupted knew. */
status match_game_read(match_game *out, const section *sec, const match_settings *s,
                       const rules *own, error *err);

/* --- the file --- */

typedef struct match_file match_file;

/* Opens or makes the file and locks it. The caller ends it with match_file_close(). */
status match_file_open(match_file **out, const char *path, bool must_exist, error *err);
void match_file_close(match_file *f);       /* NULL is welcome */
const text *match_file_data(match_file *f); /* what was there when it was opened */
status match_file_cut(match_file *f, size_t len, error *err); /* forgets what follows */
status match_file_append(match_file *f, const char *data, size_t len, error *err);
status match_file_sync(match_file *f, error *err);

#endif
