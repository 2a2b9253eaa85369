#include "games/project_l/project_l_puzzles.h"
#include "tests/fuzz/fuzz.h"

static void check_set(const pl_set *s) {
    FUZZ_HOLDS(s->count > 0 && s->count <= PL_MAX_PUZZLES);
    FUZZ_HOLDS(s->whites >= 0 && s->whites <= s->count);
    for (int i = 0; i < s->count; i++) {
        const pl_puzzle *p = &s->puzzle[i];
        FUZZ_HOLDS(p->colour == (i < s->whites ? PL_WHITE : PL_BLACK));
        FUZZ_HOLDS(p->number <= PL_MAX_NUMBER && p->points <= PL_MAX_POINTS);
        FUZZ_HOLDS(p->reward < PL_SHAPES && p->image < PL_FULL);
        FUZZ_HOLDS(i == 0 || i == s->whites || p[-1].number < p->number);
    }
}

/* The set in its plainest form. */
static void write_set(const pl_set *s, text *out) {
    for (int i = 0; i < s->count; i++) {
        const pl_puzzle *p = &s->puzzle[i];
        text_format(out, "I %c %d\nR %d %s\n", p->colour == PL_WHITE ? 'W' : 'B', p->number,
                    p->points, pl_shape_name(p->reward));
        for (int c = 0; c < PL_CELLS; c++)
            text_format(out, "%s%c%s", c % 5 ? "" : "P ", p->image >> c & 1 ? '#' : '.',
                        c % 5 == 4 ? "\n" : "");
    }
}

static void check_names(const pl_set *s) {
    for (int i = 0; i < s->count; i++) {
        char buf[PL_NAME_SIZE];
        text name = text_over(buf, sizeof buf);
        pl_puzzle_name(&s->puzzle[i], &name);
        FUZZ_HOLDS(!name.cut && pl_set_find(s, buf, name.len) == i);
    }
}

/* Puzzle files. What is read is sound and reads again as the same; what is refused says where, and
 * leaves the set as it was. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 16384) return 0;
    pl_set set = {.count = -1};
    error why = {0};
    char *body = fuzz_string(data, size);
    if (pl_set_read(&set, body, size, &why) == ST_OK) {
        check_set(&set);
        check_names(&set);
        text again = text_growing();
        pl_set second;
        write_set(&set, &again);
        FUZZ_HOLDS(pl_set_read(&second, again.at, again.len, &why) == ST_OK);
        FUZZ_HOLDS(second.count == set.count && second.whites == set.whites);
        for (int i = 0; i < set.count; i++)
            FUZZ_HOLDS(second.puzzle[i].image == set.puzzle[i].image);
        text_done(&again);
    } else {
        FUZZ_HOLDS(set.count == -1 && strncmp(why.text, "line ", 5) == 0);
    }
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
