#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/cli_suite.h"
#include "engine/base/file.h"
#include "games/project_l/project_l_puzzles.h"
#include "games/project_l/project_l_solver.h"

/* `kibitz puzzles`: Project L puzzles for people. */

enum { FILE_LIMIT = 1 << 20, ABREAST = 6, BOX = 13, DEFAULT_RESERVE = 15, MAX_PIECES = 99 };

typedef struct request {
    const char *what, *file;          /* subcommand, and the set (NULL: the base set) */
    const char *name[PL_MAX_PUZZLES]; /* of puzzles, as they were typed */
    int names;
    bool has_pieces;
    int pieces[PL_SHAPES], reserve[PL_SHAPES];
    int actions; /* -1: with the pieces alone */
    pl_set set;
    int chosen[PL_MAX_PUZZLES], count;
    pl_pieces shapes;
} request;

/* --- pictures --- */

/* Puzzles side by side: closed cells '#', open ones '.', pieces by letters. */
typedef struct picture {
    char title[BOX];
    char cell[PL_CELLS];
} picture;

static picture picture_of(const pl_puzzle *p) {
    picture pic;
    text t = text_over(pic.title, sizeof pic.title);
    pl_puzzle_name(p, &t);
    while (t.len < 4) text_char(&t, ' ');
    text_format(&t, " %d %s", p->points, pl_shape_name(p->reward));
    for (int i = 0; i < PL_CELLS; i++) pic.cell[i] = p->image >> i & 1 ? '#' : '.';
    return pic;
}

static void paint(picture *pic, uint32_t mask, int piece) {
    for (int i = 0; i < PL_CELLS; i++)
        if (mask >> i & 1) pic->cell[i] = (char)('a' + piece);
}

/* Prints up to ABREAST pictures; lines end without spaces. */
static void print_pictures(const picture *pic, int n) {
    for (int row = -1; row < 5; row++) {
        char buf[ABREAST * (BOX + 1) + 1];
        text line = text_over(buf, sizeof buf);
        for (int i = 0; i < n; i++) {
            while (line.len < (size_t)i * BOX) text_char(&line, ' ');
            if (row < 0) text_put(&line, pic[i].title);
            for (int c = 0; row >= 0 && c < 5; c++)
                text_format(&line, "%s%c", c ? " " : "", pic[i].cell[5 * row + c]);
        }
        (void)printf("%s\n", text_string(&line));
    }
    (void)printf("\n");
}

/* --- commands --- */

static const pl_puzzle *chosen(const request *q, int i) {
    return &q->set.puzzle[q->chosen[i]];
}

static const char *name_of(const pl_puzzle *p, char buf[PL_NAME_SIZE]) {
    text t = text_over(buf, PL_NAME_SIZE);
    pl_puzzle_name(p, &t);
    return buf;
}

static uint32_t open_of(const pl_puzzle *p) {
    return ~p->image & PL_FULL;
}

static int draw_all(const request *q) {
    picture pic[ABREAST];
    bool entire = strcmp(q->what, "draw") == 0; /* then colours start rows of their own */
    int n = 0;
    for (int i = 0; i < q->count; i++) {
        pic[n++] = picture_of(chosen(q, i));
        bool last =
            i + 1 == q->count || (entire && chosen(q, i)->colour != chosen(q, i + 1)->colour);
        if (n < ABREAST && !last) continue;
        print_pictures(pic, n);
        n = 0;
    }
    return EXIT_DONE;
}

static int list_all(const request *q) {
    char buf[PL_NAME_SIZE];
    (void)printf("name  points reward open\n");
    for (int i = 0; i < q->count; i++) {
        const pl_puzzle *p = chosen(q, i);
        (void)printf("%-5s %6d %6s %4d\n", name_of(p, buf), p->points, pl_shape_name(p->reward),
                     __builtin_popcount(open_of(p)));
    }
    return EXIT_DONE;
}

static int report_info(const request *q) {
    picture pic[ABREAST];
    char buf[PL_NAME_SIZE];
    (void)printf("name  points reward open pieces fillings\n");
    for (int i = 0; i < q->count; i++) {
        const pl_puzzle *p = chosen(q, i);
        pl_filling one;
        uint64_t ways = pl_fillings(&q->shapes, open_of(p), &one);
        (void)printf("%-5s %6d %6s %4d %6d %8llu\n", name_of(p, buf), p->points,
                     pl_shape_name(p->reward), __builtin_popcount(open_of(p)), one.count,
                     (unsigned long long)ways);
    }
    (void)printf(
        "\npieces: the fewest that fill it; fillings: the ways to do it with that number. One "
        "of each:\n\n");
    for (int i = 0; i < q->count; i++) {
        pl_filling one;
        picture *now = &pic[i % ABREAST];
        *now = picture_of(chosen(q, i));
        (void)pl_fillings(&q->shapes, open_of(chosen(q, i)), &one);
        for (int k = 0; k < one.count; k++) paint(now, q->shapes.mask[one.config[k]], k);
        if (i % ABREAST == ABREAST - 1 || i + 1 == q->count) print_pictures(pic, i % ABREAST + 1);
    }
    return EXIT_DONE;
}

static void put_pieces(const int count[PL_SHAPES], text *out) {
    size_t start = out->len;
    for (int s = 0; s < PL_SHAPES; s++)
        for (int i = 0; i < count[s]; i++)
            text_format(out, "%s%s", out->len > start ? "," : "", pl_shape_name(s));
    if (out->len == start) text_put(out, "no pieces");
}

static int solve_pieces(const request *q) {
    const pl_puzzle *p = chosen(q, 0);
    char name[PL_NAME_SIZE];
    pl_filling f;
    if (!pl_fill(&q->shapes, open_of(p), q->pieces, &f)) {
        text t = text_growing();
        put_pieces(q->pieces, &t);
        (void)printf("%s cannot be filled with %s\n", name_of(p, name), text_string(&t));
        text_done(&t);
        return EXIT_NO;
    }
    picture pic = picture_of(p);
    for (int i = 0; i < f.count; i++) paint(&pic, q->shapes.mask[f.config[i]], i);
    print_pictures(&pic, 1);
    for (int i = 0; i < f.count; i++) {
        int config = f.config[i];
        (void)printf("%c  place:%s:%s:%07x\n", 'a' + i, name_of(p, name),
                     pl_shape_name(q->shapes.shape[config]), q->shapes.mask[config]);
    }
    return EXIT_DONE;
}

static int solve_actions(const request *q) {
    const pl_puzzle *p = chosen(q, 0);
    char name[PL_NAME_SIZE];
    pl_plan plan;
    (void)name_of(p, name);
    if (!pl_solve_actions(&q->shapes, open_of(p), q->pieces, q->reserve, q->actions, &plan)) {
        (void)printf("%s cannot be finished in %d actions\n", name, q->actions);
        return EXIT_NO;
    }
    picture pic = picture_of(p);
    int placed = 0;
    (void)printf("%s can be finished in %d actions:\n\n", name, plan.count);
    for (int i = 0; i < plan.count; i++) {
        const pl_step *s = &plan.step[i];
        (void)printf("%2d  ", i + 1);
        if (s->kind == PL_STEP_BASIC)
            (void)printf("   basic\n");
        else if (s->kind == PL_STEP_CHANGE)
            (void)printf("   change:%s>%s\n", pl_shape_name(s->from), pl_shape_name(s->to));
        else
            (void)printf("%c  place:%s:%s:%07x\n", 'a' + placed, name, pl_shape_name(s->from),
                         q->shapes.mask[s->config]);
        if (s->kind == PL_STEP_PLACE) paint(&pic, q->shapes.mask[s->config], placed++);
    }
    (void)printf("\n");
    print_pictures(&pic, 1);
    return EXIT_DONE;
}

static int check_file(const char *path) {
    text data;
    error e;
    pl_set set;
    if (file_read(&data, path, FILE_LIMIT, &e) != ST_OK) return cli_fail("puzzles", &e);
    status st = pl_set_read(&set, data.at, data.len, &e);
    text_done(&data);
    if (st != ST_OK) {
        (void)fprintf(stderr, "%s: %s\n", path, e.text);
        return EXIT_NO;
    }
    for (int colour = PL_WHITE; colour <= PL_BLACK; colour++) {
        int count = 0;
        int cells = 0;
        int points = 0;
        for (int i = 0; i < set.count; i++) {
            if (set.puzzle[i].colour != colour) continue;
            count++;
            cells += __builtin_popcount(open_of(&set.puzzle[i]));
            points += set.puzzle[i].points;
        }
        (void)printf("%s: %d %s puzzles, %d open cells, %d points\n", path, count,
                     colour == PL_WHITE ? "white" : "black", cells, points);
    }
    return EXIT_DONE;
}

/* Every way a piece can lie, with its mask and its name. */
static void print_shape(const pl_pieces *shapes, int shape) {
    picture pic[ABREAST];
    int first = shapes->first_orientation[shape];
    int count = shapes->first_orientation[shape + 1] - first;
    (void)printf("%s: %d cell%s, %d orientation%s\n\n", pl_shape_name(shape), pl_shape_level(shape),
                 pl_shape_level(shape) == 1 ? "" : "s", count, count == 1 ? "" : "s");
    for (int i = 0; i < count; i++) {
        const char *name = pl_orientation_name(first + i);
        uint32_t mask = pl_orientation_mask(first + i);
        picture *now = &pic[i % ABREAST];
        text t = text_over(now->title, sizeof now->title);
        text_format(&t, "%s %07x", *name ? name : "-", mask);
        for (int cell = 0; cell < PL_CELLS; cell++) now->cell[cell] = mask >> cell & 1 ? '#' : '.';
        if (i % ABREAST == ABREAST - 1 || i + 1 == count) print_pictures(pic, i % ABREAST + 1);
    }
}

static int print_shapes(const request *q) {
    int shape = q->names ? pl_shape_find(q->name[0], (int)strlen(q->name[0])) : -1;
    if (q->names > 1 || (q->names == 1 && shape < 0)) {
        error e;
        (void)error_set(&e, ST_BAD_VALUE,
                        "pieces takes one of O1 O2 I2 I3 I4 L2 L3 Z T, or nothing, not %.40s",
                        q->name[q->names - 1]);
        return cli_fail("puzzles", &e);
    }
    for (int i = 0; i < PL_SHAPES; i++)
        if (shape < 0 || shape == i) print_shape(&q->shapes, i);
    (void)printf("r is a quarter turn clockwise, f a mirror from left to right after it; - is how "
                 "the piece is listed.\n");
    return EXIT_DONE;
}

/* --- arguments --- */

static status read_pieces(const char *list, int out[PL_SHAPES], error *err) {
    memset(out, 0, PL_SHAPES * sizeof *out);
    if (strcmp(list, "none") == 0) return ST_OK;
    for (const char *at = list;; at++) {
        int len = (int)strcspn(at, ",");
        int shape = pl_shape_find(at, len);
        if (shape < 0)
            return error_set(err, ST_BAD_VALUE,
                             "--pieces: %.*s is no piece; they are O1 O2 I2 I3 I4 L2 L3 Z T",
                             len > 20 ? 20 : len, at);
        if (++out[shape] > MAX_PIECES)
            return error_set(err, ST_BAD_VALUE, "--pieces: more than %d of one kind", MAX_PIECES);
        at += len;
        if (!*at) return ST_OK;
    }
}

/* One number for all shapes, or one for each. */
static status read_reserve(const char *list, int out[PL_SHAPES], error *err) {
    int n = 0;
    for (const char *at = list; n < PL_SHAPES; at++) {
        int value = 0;
        const char *from = at;
        while (text_is_digit(*at) && value <= MAX_PIECES) value = value * 10 + (*at++ - '0');
        if (at == from || value > MAX_PIECES || (*at && *at != ',')) break;
        out[n++] = value;
        if (*at) continue;
        for (int i = 1; n == 1 && i < PL_SHAPES; i++) out[i] = out[0];
        if (n == 1 || n == PL_SHAPES) return ST_OK;
        break;
    }
    return error_set(err, ST_BAD_VALUE,
                     "--reserve takes a number from 0 to %d, or nine with commas (O1,O2,I2,I3,I4,"
                     "L2,L3,Z,T), not %.40s",
                     MAX_PIECES, list);
}

static status take_pieces(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    q->has_pieces = true;
    return st == ST_OK ? read_pieces(value, q->pieces, err) : st;
}

static status take_reserve(void *to, arg_line *line, error *err) {
    const char *value = NULL;
    status st = args_value(line, &value, err);
    return st == ST_OK ? read_reserve(value, ((request *)to)->reserve, err) : st;
}

static const arg set_args[] = {ARGS_TEXT("--file", "FILE", request, file,
                                         "another set than the base game's (- is standard input)"),
                               ARGS_END};

static const arg solve_args[] = {
    ARGS_CALL("--pieces", "LIST", take_pieces,
              "what you own: O1,O1,I3 or none (default with --actions: O1,I2)"),
    ARGS_NUMBER("--actions", "K", request, actions, 1, PL_MAX_PLAN,
                "the shortest plan of at most K actions: basic, change and place on this puzzle "
                "alone"),
    ARGS_CALL("--reserve", "N", take_reserve,
              "pieces of each kind in the reserve (default 15), or nine numbers with commas for "
              "O1,O2,I2,I3,I4,L2,L3,Z,T"),
    ARGS_END};

static const arg_group groups[] = {{"The set of puzzles", set_args, NULL, 0},
                                   {"Solving", solve_args, NULL, 0},
                                   {"Suites", cli_suite_args, NULL, 0},
                                   {"Engine", cli_engine_args, NULL, 0},
                                   {0}};
static const arg_group set_groups[] = {{"The set of puzzles", set_args, NULL, 0}, {0}};
static const arg_group solve_groups[] = {
    {"The set of puzzles", set_args, NULL, 0}, {"Solving", solve_args, NULL, 0}, {0}};

static status take_name(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    (void)taken;
    if (q->names == PL_MAX_PUZZLES)
        return error_set(err, ST_BAD_SYNTAX, "more than %d names", PL_MAX_PUZZLES);
    q->name[q->names++] = word;
    return ST_OK;
}

static status read_set(request *q, error *err) {
    size_t len = 0;
    if (!q->file) {
        const char *base = pl_base_text(&len);
        return pl_set_read(&q->set, base, len, err);
    }
    text data;
    status st = file_read(&data, q->file, FILE_LIMIT, err);
    if (st != ST_OK) return st;
    error why;
    st = pl_set_read(&q->set, data.at, data.len, &why);
    text_done(&data);
    /* A broken file is a file that cannot be read. */
    return st == ST_OK ? st : error_set(err, ST_IO, "%.60s: %.160s", q->file, why.text);
}

/* The puzzles by name; all of them without names. */
static status choose(request *q, error *err) {
    const char *const *name = q->name;
    int n = q->names;
    for (int i = 0; i < n; i++) {
        char buf[PL_NAME_SIZE] = "";
        size_t len = strlen(name[i]);
        if (len < sizeof buf) memcpy(buf, name[i], len + 1);
        if (buf[0] == 'w' || buf[0] == 'b') buf[0] = (char)(buf[0] - 'a' + 'A');
        int at = pl_set_find(&q->set, buf, strlen(buf));
        if (at < 0)
            return error_set(err, ST_BAD_VALUE,
                             "there is no puzzle %.20s; kibitz puzzles list names them", name[i]);
        q->chosen[q->count++] = at;
    }
    for (int i = 0; n == 0 && i < q->set.count; i++) q->chosen[q->count++] = i;
    return ST_OK;
}

static bool is(const request *q, const char *what) {
    return strcmp(q->what, what) == 0;
}

/* Reads all arguments after what is to be done. */
static status prepare(request *q, int argc, char **argv, error *err) {
    arg_reader how = {"puzzles", is(q, "solve") ? solve_groups : set_groups, take_name};
    if (is(q, "pieces") || is(q, "check")) how.groups = NULL;
    q->actions = -1;
    for (int s = 0; s < PL_SHAPES; s++) q->reserve[s] = DEFAULT_RESERVE;
    q->pieces[PL_O1] = q->pieces[PL_I2] = 1;
    status st = args_read(&how, q, argc, argv, err);
    if (st != ST_OK || is(q, "pieces")) return st;
    if (is(q, "check") && q->names != 1)
        return error_set(err, ST_BAD_SYNTAX, "check takes one file: kibitz puzzles check my.txt");
    if (is(q, "check")) return ST_OK;
    if (is(q, "solve") && q->names != 1)
        return error_set(err, ST_BAD_SYNTAX,
                         "solve takes one puzzle: kibitz puzzles solve W17 "
                         "--pieces O1,I2,I3");
    if (is(q, "solve") && !q->has_pieces && q->actions < 0)
        return error_set(err, ST_BAD_SYNTAX, "solve needs --pieces (or --actions)");
    if (is(q, "show") && q->names == 0)
        return error_set(err, ST_BAD_SYNTAX, "which puzzles? kibitz puzzles show W17 W3");
    st = read_set(q, err);
    return st == ST_OK ? choose(q, err) : st;
}

/* What argv[1] asks for; NULL: nothing that we know. */
static const char *command_in(int argc, char **argv) {
    static const char *const commands[] = {"list",   "show",  "info", "solve",
                                           "pieces", "check", NULL};
    if (argc < 2 || argv[1][0] == '-') return "draw";
    int c = 0;
    while (commands[c] && strcmp(commands[c], argv[1]) != 0) c++;
    return commands[c];
}

static int run(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "suite") == 0) return cli_suite_run(argc - 1, argv + 1);
    request q = {.what = command_in(argc, argv)};
    error e;
    if (!q.what) {
        (void)error_set(&e, ST_BAD_SYNTAX, "unknown argument %.60s; see kibitz help puzzles",
                        argv[1]);
        return cli_fail("puzzles", &e);
    }
    int skip = is(&q, "draw") ? 0 : 1;
    if (prepare(&q, argc - skip, argv + skip, &e) != ST_OK) return cli_fail("puzzles", &e);
    pl_pieces_init(&q.shapes);
    if (is(&q, "pieces")) return print_shapes(&q);
    if (is(&q, "check")) return check_file(q.name[0]);
    if (is(&q, "list")) return list_all(&q);
    if (is(&q, "info")) return report_info(&q);
    if (is(&q, "solve")) return q.actions < 0 ? solve_pieces(&q) : solve_actions(&q);
    return draw_all(&q);
}

const subcommand cli_puzzles = {
    "puzzles",
    run,
    "draw, check and solve the puzzles of Project L; ask a search for those of a file",
    "kibitz puzzles [--file FILE]             draw all puzzles: name, points, reward\n"
    "       kibitz puzzles list                      one a line\n"
    "       kibitz puzzles show W17 [W3 ...]         draw some\n"
    "       kibitz puzzles info [W17 ...]            open cells, fewest pieces, ways to fill\n"
    "       kibitz puzzles solve W17 --pieces LIST   a filling with these pieces\n"
    "       kibitz puzzles solve W17 --actions K [--pieces LIST] [--reserve N]\n"
    "                                                the shortest plan of at most K actions\n"
    "       kibitz puzzles pieces [SHAPE]            every way a piece can lie: mask and name\n"
    "       kibitz puzzles check FILE                is this a sound file?\n"
    "       kibitz puzzles suite GAME FILE           which answers does a search find?\n",
    groups,
    "Exit codes: 0 done, 1 no (it cannot be solved, the file is broken), 2 invalid arguments, 3 a\n"
    "file cannot be read.\n\n"
    "Example: kibitz puzzles solve W17 --pieces O1,I2,L2\n",
};
