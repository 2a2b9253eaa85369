#include "tests/games/azul_plain.h"

#include <stdio.h>
#include <string.h>

static const char colours[] = "BYRKW";

static int displays(const plain_game *g) {
    return 2 * g->o.players + 1;
}

static int number_of(char letter) {
    const char *at = letter ? strchr(colours, letter) : NULL;
    return at ? (int)(at - colours) : -1;
}

static int total(const int *heap) {
    int n = 0;
    for (int c = 0; c < 5; c++) n += heap[c];
    return n;
}

static void pour(int *from, int *to) {
    for (int c = 0; c < 5; c++) {
        to[c] += from[c];
        from[c] = 0;
    }
}

/* --- start and text --- */

void plain_setup(const plain_options *o, char *out) {
    int n = sprintf(out, "players %d", o->players);
    if (o->first >= 0)
        n += sprintf(out + n, " first %d", o->first + 1);
    else
        n += sprintf(out + n, " first random");
    if (o->grey) n += sprintf(out + n, " set wall=g");
    if (o->lid_destroy) n += sprintf(out + n, " set lid=destroy");
    if (o->overflow_destroy) n += sprintf(out + n, " set overflow=destroy");
    if (o->refill_early) n += sprintf(out + n, " set refill=early");
    n += sprintf(out + n, " set floorpen=");
    for (int i = 0; i < 7; i++) n += sprintf(out + n, i ? ",%d" : "%d", o->penalty[i]);
    if (o->no_clamp) n += sprintf(out + n, " set clamp=0");
    if (o->merged) n += sprintf(out + n, " set adj=merged");
    if (o->to_right) n += sprintf(out + n, " set dir=right");
    if (o->mark_stays) n += sprintf(out + n, " set fullmark=stay");
    if (o->floor_leaves_mark) n += sprintf(out + n, " set floormark=0");
    if (o->unmarked_next) n += sprintf(out + n, " set unmarked=next");
    if (o->full_line_is_floor) n += sprintf(out + n, " set fullline=floor");
    if (o->noplace_discard) n += sprintf(out + n, " set noplace=discard");
    if (o->no_tiebreak) n += sprintf(out + n, " set tiebreak=none");
    if (o->max_rounds) sprintf(out + n, " set maxrounds=%d", o->max_rounds);
}

void plain_start(plain_game *g, const plain_options *o) {
    memset(g, 0, sizeof *g);
    g->o = *o;
    g->phase = 'd';
    g->round = 1;
    g->mover = g->marker = -1;
    g->starter = o->first;
    for (int c = 0; c < 5; c++) g->bag[c] = 20;
}

static int put_heap(const int *heap, char *out) {
    int n = 0;
    for (int c = 0; c < 5; c++) {
        if (heap[c] > 0) out[n++] = colours[c];
        if (heap[c] > 1) n += sprintf(out + n, "%d", heap[c]);
    }
    if (n == 0) out[n++] = '-';
    out[n] = '\0';
    return n;
}

static int put_board(const plain_board *b, char *out) {
    int n = sprintf(out, " %d:", b->score);
    for (int i = 0; i < 5; i++) {
        if (i) out[n++] = '/';
        out[n++] = b->line_count[i] ? b->line_colour[i] : '-';
        if (b->line_count[i] > 1) n += sprintf(out + n, "%d", b->line_count[i]);
    }
    for (int i = 0; i < 5; i++) {
        out[n++] = i ? '/' : ':';
        for (int k = 0; k < 5; k++) out[n++] = b->wall[i][k] ? b->wall[i][k] : '.';
    }
    out[n++] = ':';
    if (b->marker_on_floor) out[n++] = '*';
    if (!b->marker_on_floor || total(b->floor)) n += put_heap(b->floor, out + n);
    out[n] = '\0';
    return n;
}

static void put_options(const plain_options *o, char *out) {
    static const int usual[7] = {1, 1, 2, 2, 2, 3, 3};
    int n = 0;
    out[0] = '\0';
    if (o->lid_destroy) n += sprintf(out + n, " lid=destroy");
    if (o->overflow_destroy) n += sprintf(out + n, " overflow=destroy");
    if (o->refill_early) n += sprintf(out + n, " refill=early");
    if (memcmp(o->penalty, usual, sizeof usual) != 0)
        for (int i = 0; i < 7; i++)
            n += sprintf(out + n, i ? ",%d" : " floorpen=%d", o->penalty[i]);
    if (o->no_clamp) n += sprintf(out + n, " clamp=0");
    if (o->merged) n += sprintf(out + n, " adj=merged");
    if (o->to_right) n += sprintf(out + n, " dir=right");
    if (o->mark_stays) n += sprintf(out + n, " fullmark=stay");
    if (o->floor_leaves_mark) n += sprintf(out + n, " floormark=0");
    if (o->unmarked_next) n += sprintf(out + n, " unmarked=next");
    if (o->full_line_is_floor) n += sprintf(out + n, " fullline=floor");
    if (o->noplace_discard) n += sprintf(out + n, " noplace=discard");
    if (o->no_tiebreak) n += sprintf(out + n, " tiebreak=none");
    if (o->max_rounds) sprintf(out + n, " maxrounds=%d", o->max_rounds);
}

static char digit(int seat, char no_player) {
    return seat < 0 ? no_player : (char)('0' + seat);
}

void plain_write(const plain_game *g, char *out) {
    int n = sprintf(out, "%d%c %d%c %c %c %c", g->o.players, g->o.grey ? 'g' : 'b', g->round,
                    g->phase, digit(g->mover, '-'), digit(g->marker, 'c'), digit(g->starter, '-'));
    for (int i = 0; i < displays(g); i++) {
        out[n++] = i ? '/' : ' ';
        n += put_heap(g->display[i], out + n);
    }
    out[n++] = ' ';
    n += put_heap(g->centre, out + n);
    out[n++] = ' ';
    n += put_heap(g->bag, out + n);
    out[n++] = ' ';
    n += put_heap(g->lid, out + n);
    for (int i = 0; i < g->o.players; i++) n += put_board(&g->board[i], out + n);
    put_options(&g->o, out + n);
}

/* --- the deal --- */

void plain_draw(const plain_game *g, rng *r, char *out) {
    plain_game copy = *g;
    int n = 0;
    if (g->starter < 0) {
        (void)sprintf(out, "first=%d", (int)rng_below(r, (uint64_t)g->o.players) + 1);
        return;
    }
    if (copy.o.refill_early && total(copy.bag) < 4 * displays(g)) pour(copy.lid, copy.bag);
    n += sprintf(out, "D:");
    for (int i = 0; i < displays(g); i++) {
        int there[5] = {0};
        for (int k = 0; k < 4; k++) {
            if (total(copy.bag) == 0) pour(copy.lid, copy.bag);
            if (total(copy.bag) == 0) break;
            int pick = (int)rng_below(r, (uint64_t)total(copy.bag));
            int c = 0;
            while (pick >= copy.bag[c]) pick -= copy.bag[c++];
            copy.bag[c]--;
            there[c]++;
        }
        if (i) out[n++] = '/';
        n += put_heap(there, out + n);
    }
}

/* Reads B2YW; the end of it, or NULL. */
static const char *get_heap(const char *at, int *heap) {
    memset(heap, 0, 5 * sizeof *heap);
    if (*at == '-') return at + 1;
    for (int last = -1; number_of(*at) >= 0;) {
        int c = number_of(*at++);
        if (c <= last) return NULL;
        last = c;
        heap[c] = 1;
        if (*at >= '2' && *at <= '4') heap[c] = *at++ - '0';
    }
    return total(heap) ? at : NULL;
}

/* Takes as much of a display from the bag as there is; the rest waits for the lid. */
static bool take_from_bag(plain_game *g, int *wanted) {
    bool rest_is_all = total(wanted) > total(g->bag);
    for (int c = 0; c < 5; c++) {
        int max = wanted[c] < g->bag[c] ? wanted[c] : g->bag[c];
        if (rest_is_all && max < g->bag[c]) return false; /* the entire rest of the bag comes out */
        if (!rest_is_all && max < wanted[c]) return false;
        wanted[c] -= max;
        g->bag[c] -= max;
    }
    return true;
}

static bool deal(plain_game *g, const char *at) {
    plain_game next = *g;
    if (next.o.refill_early && total(next.bag) < 4 * displays(g)) pour(next.lid, next.bag);
    for (int i = 0; i < displays(g); i++) {
        int wanted[5];
        int supply = total(next.bag) + total(next.lid);
        if (i && *at++ != '/') return false;
        at = get_heap(at, wanted);
        if (!at || total(wanted) != (supply < 4 ? supply : 4)) return false;
        memcpy(next.display[i], wanted, sizeof wanted);
        if (!take_from_bag(&next, wanted)) return false;
        if (total(wanted) == 0) continue;
        pour(next.lid, next.bag);
        if (!take_from_bag(&next, wanted) || total(wanted)) return false;
    }
    if (*at) return false;
    next.phase = 'o';
    next.mover = next.starter;
    *g = next;
    return true;
}

static bool play_chance(plain_game *g, const char *token) {
    if (g->starter >= 0) return strncmp(token, "D:", 2) == 0 && deal(g, token + 2);
    if (strncmp(token, "first=", 6) != 0 || token[6] < '1' || token[6] > '0' + g->o.players)
        return false;
    if (token[7]) return false;
    g->starter = token[6] - '1';
    return true;
}

/* --- the tiling --- */

static int run_length(const plain_board *b, int row, int column, int down, int right) {
    int n = 1;
    for (int way = -1; way <= 1; way += 2) {
        int r = row + way * down;
        int c = column + way * right;
        while (r >= 0 && r < 5 && c >= 0 && c < 5 && b->wall[r][c]) {
            n++;
            r += way * down;
            c += way * right;
        }
    }
    return n;
}

static void place(plain_game *g, plain_board *b, int line, int column) {
    int c = number_of(b->line_colour[line]);
    b->wall[line][column] = b->line_colour[line];
    int h = run_length(b, line, column, 0, 1);
    int v = run_length(b, line, column, 1, 0);
    int gain = (h > 1 ? h : 0) + (v > 1 ? v : 0);
    if (gain == 0) gain = 1;
    if (g->o.merged) gain = 1 + (h - 1) + (v - 1);
    b->score += gain;
    if (!g->o.lid_destroy) g->lid[c] += line;
    b->line_count[line] = 0;
    b->line_colour[line] = 0;
}

static int floor_items(const plain_board *b) {
    return total(b->floor) + b->marker_on_floor;
}

static void to_floor(plain_game *g, plain_board *b, int colour, int n) {
    for (; n > 0; n--) {
        if (floor_items(b) < 7)
            b->floor[colour]++;
        else if (!g->o.overflow_destroy)
            g->lid[colour]++;
    }
}

static bool column_free(const plain_board *b, int line, int column) {
    if (b->wall[line][column]) return false;
    for (int r = 0; r < 5; r++)
        if (b->wall[r][column] == b->line_colour[line]) return false;
    return true;
}

static bool any_column(const plain_board *b, int line) {
    for (int c = 0; c < 5; c++)
        if (column_free(b, line, c)) return true;
    return false;
}

static int first_full_line(const plain_board *b) {
    for (int i = 0; i < 5; i++)
        if (b->line_count[i] == i + 1) return i;
    return -1;
}

static void score_floor(plain_game *g, plain_board *b) {
    for (int i = 0; i < floor_items(b); i++) b->score -= g->o.penalty[i];
    if (b->score < 0 && !g->o.no_clamp) b->score = 0;
    if (!g->o.lid_destroy) pour(b->floor, g->lid);
    memset(b->floor, 0, sizeof b->floor);
    b->marker_on_floor = false;
}

static bool row_full(const plain_board *b, int row) {
    for (int c = 0; c < 5; c++)
        if (!b->wall[row][c]) return false;
    return true;
}

static int full_rows(const plain_board *b) {
    int n = 0;
    for (int r = 0; r < 5; r++) n += row_full(b, r);
    return n;
}

static void add_bonuses(plain_board *b) {
    b->score += 2 * full_rows(b);
    for (int c = 0; c < 5; c++) {
        int height = 0;
        int equal = 0;
        for (int r = 0; r < 5; r++) height += b->wall[r][c] != 0;
        for (int i = 0; i < 25; i++) equal += b->wall[i / 5][i % 5] == colours[c];
        if (height == 5) b->score += 7;
        if (equal == 5) b->score += 10;
    }
}

static void end_round(plain_game *g) {
    bool over = total(g->bag) + total(g->lid) == 0;
    if (g->marker >= 0)
        g->starter = g->marker;
    else if (g->o.unmarked_next)
        g->starter = (g->starter + 1) % g->o.players;
    g->marker = g->mover = -1;
    for (int i = 0; i < g->o.players; i++) over = over || full_rows(&g->board[i]) > 0;
    if (g->o.max_rounds > 0 && g->round >= g->o.max_rounds) over = true;
    g->phase = over ? 'x' : 'd';
    if (!over) g->round++;
    for (int i = 0; over && i < g->o.players; i++) add_bonuses(&g->board[i]);
}

/* Tiles from seat `seat` on, until a player has to choose. */
static void tile_from(plain_game *g, int seat) {
    for (; seat < g->o.players; seat++) {
        plain_board *b = &g->board[seat];
        for (int line; (line = first_full_line(b)) >= 0;) {
            int c = number_of(b->line_colour[line]);
            if (!g->o.grey) {
                place(g, b, line, (c + line) % 5);
                continue;
            }
            if (any_column(b, line)) {
                g->phase = 't';
                g->mover = seat;
                return;
            }
            if (!g->o.noplace_discard)
                to_floor(g, b, c, line + 1);
            else if (!g->o.lid_destroy)
                g->lid[c] += line + 1;
            b->line_count[line] = 0;
            b->line_colour[line] = 0;
        }
        score_floor(g, b);
    }
    end_round(g);
}

static bool play_tile(plain_game *g, const char *token) {
    plain_board *b = &g->board[g->mover];
    if (strlen(token) != 3 || token[0] != 'T') return false;
    int line = token[1] - '1';
    int column = token[2] - '1';
    if (column < 0 || column > 4 || line != first_full_line(b)) return false;
    if (!column_free(b, line, column)) return false;
    place(g, b, line, column);
    tile_from(g, g->mover);
    return true;
}

/* --- the offer --- */

static bool line_takes(const plain_game *g, const plain_board *b, int line, char colour) {
    bool same = b->line_count[line] > 0 && b->line_colour[line] == colour;
    if (b->line_count[line] == line + 1) return same && g->o.full_line_is_floor;
    if (b->line_count[line] > 0 && !same) return false;
    for (int c = 0; c < 5; c++)
        if (b->wall[line][c] == colour) return false;
    return true;
}

/* Display 0 to 8, or 9 for the centre; -1 if the token is none. */
static bool read_take(const plain_game *g, const char *token, int *source, int *colour, int *to) {
    if (strlen(token) != 3) return false;
    *source = token[0] == 'C' ? 9 : token[0] - '1';
    *colour = number_of(token[1]);
    *to = token[2] == 'F' ? 5 : token[2] - '1';
    if (*source != 9 && (*source < 0 || *source >= displays(g))) return false;
    return *colour >= 0 && *to >= 0 && *to <= 5;
}

static bool can_take(const plain_game *g, int source, int colour, int to) {
    const int *heap = source == 9 ? g->centre : g->display[source];
    if (heap[colour] == 0) return false;
    return to == 5 || line_takes(g, &g->board[g->mover], to, colours[colour]);
}

static void take_marker(plain_game *g, plain_board *b, bool floor) {
    if (g->marker >= 0) return;
    if (floor && g->o.floor_leaves_mark) return;
    if (floor_items(b) == 7 && g->o.mark_stays) return;
    g->marker = g->mover;
    if (floor_items(b) < 7) b->marker_on_floor = true;
}

static bool on_offer(const plain_game *g) {
    int n = total(g->centre);
    for (int i = 0; i < displays(g); i++) n += total(g->display[i]);
    return n > 0;
}

static bool play_take(plain_game *g, const char *token) {
    int source;
    int colour;
    int to;
    if (!read_take(g, token, &source, &colour, &to) || !can_take(g, source, colour, to))
        return false;
    plain_board *b = &g->board[g->mover];
    int *heap = source == 9 ? g->centre : g->display[source];
    int n = heap[colour];
    bool floor = to == 5 || b->line_count[to] == to + 1;
    heap[colour] = 0;
    if (source != 9) pour(heap, g->centre);
    if (source == 9) take_marker(g, b, floor);
    while (!floor && n > 0 && b->line_count[to] < to + 1) {
        b->line_colour[to] = colours[colour];
        b->line_count[to]++;
        n--;
    }
    to_floor(g, b, colour, n);
    if (on_offer(g))
        g->mover = (g->mover + 1) % g->o.players;
    else
        tile_from(g, 0);
    return true;
}

/* --- all of it --- */

bool plain_play(plain_game *g, const char *token) {
    switch (g->phase) {
    case 'd':
        return play_chance(g, token);
    case 'o':
        return play_take(g, token);
    case 't':
        return play_tile(g, token);
    default:
        return false;
    }
}

int plain_legal(const plain_game *g, char out[][4]) {
    int n = 0;
    if (g->phase == 't') {
        const plain_board *b = &g->board[g->mover];
        int line = first_full_line(b);
        for (int c = 0; c < 5; c++)
            if (column_free(b, line, c)) (void)sprintf(out[n++], "T%d%d", line + 1, c + 1);
    }
    if (g->phase != 'o') return n;
    for (int source = 0; source < 10; source++) {
        if (source >= displays(g) && source != 9) continue;
        for (int c = 0; c < 5; c++)
            for (int to = 0; to < 6; to++)
                if (can_take(g, source, c, to))
                    (void)sprintf(out[n++], "%c%c%c", source == 9 ? 'C' : '1' + source, colours[c],
                                  to == 5 ? 'F' : '1' + to);
    }
    return n;
}

static bool better(const plain_game *g, int a, int b) {
    const plain_board *x = &g->board[a];
    const plain_board *y = &g->board[b];
    if (x->score != y->score) return x->score > y->score;
    return !g->o.no_tiebreak && full_rows(x) > full_rows(y);
}

int plain_place(const plain_game *g, int seat) {
    int place_now = 1;
    for (int i = 0; i < g->o.players; i++) {
        bool counted = better(g, i, seat);
        for (int k = 0; k < i; k++)
            if (!better(g, i, k) && !better(g, k, i)) counted = false; /* shares a place above */
        place_now += counted;
    }
    return place_now;
}
