#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/machine/run.h"

/* How a game of a text ended, in words: read off the last position. */

/* By how much the first is ahead of the second: "by 3.5 points". */
static void tell_points(const program *b, const void *s, text *out) {
    int32_t score[GAME_MAX_PLAYERS];
    int32_t best = INT32_MIN;
    int32_t second = INT32_MIN;
    if (!b->run->score(b, s, score)) return;
    for (int i = 0; i < b->head.players; i++) {
        if (score[i] >= best) {
            second = best;
            best = score[i];
        } else if (score[i] > second) {
            second = score[i];
        }
    }
    if (b->head.players < 2) return;
    int32_t lead = best - second;
    if (!lead) {
        text_put(out, "equal points");
        return;
    }
    text_put(out, "by ");
    if (b->halves)
        params_write_halves(lead, out);
    else
        text_format(out, "%d", lead);
    text_put(out, lead == (b->halves ? 2 : 1) ? " point" : " points");
}

static bool has_royal(const program *b, const void *s, int player) {
    const uint8_t *cells = rb_cells_in(b, s);
    const rb_royal *royal = &b->side[player].royal;
    for (int c = 0; c < b->board.cells; c++)
        if (cells[c] && rb_code_kind(b, cells[c]) == royal->kind &&
            rb_code_owner(b, cells[c]) == (unsigned)player)
            return true;
    return false;
}

/* The state as if `player` had a turn. */
static void *reopened(const program *b, const void *s, int player) {
    void *copy = mem_alloc(b->head.state_size);
    if (!copy) return NULL;
    memcpy(copy, s, b->head.state_size);
    rb_head *h = rb_head_of(copy);
    h->mover = (uint8_t)player;
    h->phase = h->next_phase;
    h->point = b->entry[h->phase];
    h->over = OVER_NOT;
    h->claim = 0;
    return copy;
}

static void tell_two(const program *b, const void *s, text *out) {
    const rb_head *h = rb_head_in(s);
    bool won = h->over == OVER_WIN;
    int player = won ? 1 - h->winner : h->mover;
    bool royal = b->side[player].royal.known;
    if (won && royal && !has_royal(b, s, player)) {
        text_format(out, "the %s is taken", b->kind[b->side[player].royal.kind].name);
        return;
    }
    if (player != h->mover) return; /* it was not the turn of the one who lost */
    void *copy = reopened(b, s, player);
    if (!copy) return;
    bool stuck = b->run->count(b, copy, NULL) == 0;
    if (stuck && royal && won && b->run->in_check(b, copy))
        text_put(out, "checkmate");
    else if (stuck && royal && !won)
        text_put(out, "stalemate");
    else if (stuck && !b->endings) /* else it may have ended by something else */
        text_format(out, "%s cannot move", b->player_name[player]);
    mem_free(copy);
}

void rb_tell_end(const rules *r, const void *s, text *out) {
    const program *b = program_of(r);
    const rb_head *h = rb_head_in(s);
    if (h->claim) return; /* its name says it */
    if (h->over == OVER_SCORE)
        tell_points(b, s, out);
    else if ((h->over == OVER_WIN || h->over == OVER_DRAW) && r->players == 2)
        tell_two(b, s, out);
}
