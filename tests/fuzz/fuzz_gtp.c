#include "arena/gtp.h"
#include "tests/fuzz/fuzz.h"

/* What a program says in GTP: lines of answers, each taken as a point as well. The first letter says on
 * which board. */

static const char *const games[] = {"go", "othello", "hex", "gomoku"};

/* Made once: texts take longer to compile than all else here. */
static const gtp_board *board_of(unsigned pick) {
    static gtp_board boards[4];
    gtp_board *b = &boards[pick % 4];
    error err = {0};
    params setup = params_default();
    position *start = NULL;
    if (b->cells.width) return b;
    const game *g = game_find(catalogue_games(), games[pick % 4]);
    FUZZ_HOLDS(position_start(&start, g, &setup, SEAT_ALL, &err) == ST_OK);
    FUZZ_HOLDS(gtp_board_of(b, start, &err) == ST_OK);
    position_destroy(start);
    return b;
}

/* A point that is read is written as one that is read as the same. */
static void read_point(const gtp_board *b, const char *point) {
    char name[64];
    char again[64];
    char back[64];
    text out = text_over(name, sizeof name);
    if (!gtp_point_read(b, point, &out)) {
        FUZZ_HOLDS(out.len == 0);
        return;
    }
    out = text_over(again, sizeof again);
    FUZZ_HOLDS(gtp_point_write(b, name, &out));
    out = text_over(back, sizeof back);
    FUZZ_HOLDS(gtp_point_read(b, again, &out) && strcmp(name, back) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 8192) return 0;
    char *body = fuzz_string(data, size);
    gtp_answer a;
    const gtp_board *board = board_of((unsigned char)body[0]);
    gtp_answer_init(&a);
    gtp_answer_expect(&a, 7);
    for (char *at = body + 1, *end; at < body + size; at = end + 1) {
        end = at + strcspn(at, "\n");
        *end = '\0';
        bool last = gtp_answer_line(&a, at);
        FUZZ_HOLDS(a.body.len <= GTP_MAX_BODY && (!last || (a.open && !a.foreign)));
        if (!last) continue;
        read_point(board, text_string(&a.body));
        FUZZ_HOLDS(!strchr(text_string(&a.body), '\t'));
        gtp_answer_expect(&a, 7);
    }
    gtp_answer_done(&a);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
