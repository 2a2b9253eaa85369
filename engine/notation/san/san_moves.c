#include "engine/notation/san/san_moves.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_terminal.h"

static char upper(char c) {
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

void san_moves_done(san_moves *m) {
    position_destroy(m->open);
    text_done(&m->words);
    mem_free(m->at);
    *m = (san_moves){0};
}

const char *san_moves_token(const san_moves *m, const san_move *move) {
    return text_string(&m->words) + move->at;
}

bool san_moves_own(const san_moves *m, int cell, char piece) {
    char c = m->board.cell[cell];
    return board_text_owner(c) == m->actor && (!piece || upper(c) == piece);
}

/* Castling is a king's move along its row, by two columns or more, or onto its own rook. */
static int castling_side(const san_moves *m, const san_move *k) {
    int width = m->board.width;
    if (k->piece != 'K' || k->from / width != k->to / width) return 0;
    int by = k->to % width - k->from % width;
    if (abs(by) < 2 && !san_moves_own(m, k->to, 0)) return 0;
    return by > 0 ? 1 : -1;
}

/* "e2e4", "e7e8q", "N@f3"; anything else stays as it is, with `to` -1. */
static san_move take_apart(const san_moves *m, const char *word) {
    san_move none = {.from = -1, .to = -1};
    san_move k = none;
    size_t n;
    if (text_is_alpha(word[0]) && word[1] == '@') {
        k.piece = upper(word[0]);
        k.to = board_text_cell(&m->board, word + 2, &n);
        return k.to >= 0 && !word[2 + n] ? k : none;
    }
    k.from = board_text_cell(&m->board, word, &n);
    if (k.from < 0) return none;
    word += n;
    k.to = board_text_cell(&m->board, word, &n);
    if (k.to < 0 || !san_moves_own(m, k.from, 0)) return none;
    word += n;
    if (text_is_alpha(*word)) k.becomes = upper(*word++);
    if (*word) return none;
    k.piece = upper(m->board.cell[k.from]);
    k.castles = castling_side(m, &k);
    return k;
}

typedef struct lister {
    san_moves *m;
    bool failed;
} lister;

static bool add_move(void *ctx, const token *tok) {
    lister *l = ctx;
    san_moves *m = l->m;
    const rules *r = position_rules(m->open);
    size_t start = m->words.len;
    token_write(r, position_data(m->open), tok, &m->words);
    text_char(&m->words, '\0');
    l->failed = m->words.cut || MEM_GROW(m->at, m->cap, m->count + 1) != ST_OK;
    if (l->failed) return false;
    san_move k = take_apart(m, m->words.at + start);
    k.at = start;
    m->at[m->count++] = k;
    return true;
}

status san_moves_list(san_moves *out, const position *p, error *err) {
    *out = (san_moves){.words = text_growing()};
    if (position_seat(p) != SEAT_ALL)
        return error_set(err, ST_UNSUPPORTED, "there is no chess notation for what one seat sees");
    status st = position_with_state(&out->open, p, position_data(p), err);
    if (st != ST_OK) return st;
    position_allow(out->open, POSITION_OPEN_ENDS);
    const rules *r = position_rules(out->open);
    const void *s = position_data(out->open);
    out->actor = r->game->actor(r, s);
    if (out->actor < 0) return error_set(err, ST_GAME_OVER, "the game is over");
    st = board_text_of(out->open, &out->board, err);
    if (st != ST_OK) return st;
    lister l = {.m = out};
    st = token_walk((state_ref){r, s, position_trail(out->open)}, add_move, &l);
    if (l.failed) st = ST_NOMEM;
    if (st == ST_NOMEM) return error_set(err, ST_NOMEM, "no memory for a list of moves");
    return st == ST_OK ? ST_OK : error_set(err, st, "the moves of this position are too many");
}

const san_move *san_moves_castling(const san_moves *m, int side) {
    const san_move *found = NULL;
    for (size_t i = 0; i < m->count; i++) {
        if (m->at[i].castles != side) continue;
        if (found) return NULL;
        found = &m->at[i];
    }
    return found;
}

/* The player to act has to answer a threat; or, where the rules have no such hint, could not hand
 * the turn over. */
bool san_moves_in_check(const position *p) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    action a;
    if (r->hints->urgent && r->hints->urgent(r, s)) return true;
    return r->traits & GAME_UCI && r->terminal->null_move &&
           !r->terminal->null_move(r, s, position_trail(p), &a);
}

status san_moves_try(const san_moves *m, const san_move *move, san_effect *out, error *err) {
    position *q = NULL;
    board_text after;
    *out = (san_effect){0};
    status st = position_with_state(&q, m->open, position_data(m->open), err);
    if (st != ST_OK) return st;
    position_allow(q, POSITION_OPEN_ENDS);
    st = position_play(q, san_moves_token(m, move), err);
    const rules *r = position_rules(q);
    if (st == ST_OK && game_end(r, position_data(q)) == END_FINAL) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        r->game->returns(r, position_data(q), utility, points);
        out->wins = utility[m->actor] > 0.999F;
    } else if (st == ST_OK) {
        out->check = san_moves_in_check(q);
    }
    if (st == ST_OK) st = board_text_of(q, &after, err);
    if (st == ST_OK) {
        int enemy = 1 - m->actor;
        out->takes = board_text_count(&after, enemy) < board_text_count(&m->board, enemy);
        char now = move->to >= 0 ? upper(after.cell[move->to]) : '.';
        if (move->from >= 0 && now != '.' && now != move->piece && !move->castles)
            out->becomes = now;
        if (move->becomes) out->becomes = move->becomes; /* an explosion may leave nothing there */
    }
    position_destroy(q);
    return st;
}
