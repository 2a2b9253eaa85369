/* How boards and pieces are shown: what `look` says, else what their names and rules suggest. */
#include <string.h>

#include "engine/rules/book/rulebook_table.h"

static const char *const sprite_name[] = {LOOK_SPRITES(KINDS_NAME)};
static const char *const colour_name[] = {LOOK_COLOURS(KINDS_NAME)};

const char *rb_look_sprite_name(look_sprite s) {
    return sprite_name[s];
}

/* --- pieces --- */

static const char *chess_name(int sprite) {
    return sprite_name[sprite] + strlen("chess-");
}

static bool is_officer(const char *name) {
    for (int i = LOOK_CHESS_QUEEN; i <= LOOK_CHESS_KNIGHT; i++)
        if (text_same(name, chess_name(i))) return true;
    return false;
}

/* Men and kings without officers: draughts. */
static bool has_men(const program *b) {
    bool men = false;
    for (int k = 0; k < b->kinds; k++) {
        if (is_officer(b->kind[k].name)) return false;
        men |= text_same(b->kind[k].name, "man");
    }
    return men;
}

/* All that is done is to place one kind of piece. */
static bool only_places(const program *b) {
    if (b->kinds != 1) return false;
    for (int i = 0; i < b->gens; i++)
        if (b->side[0].gen[i].kind == GEN_MOVE) return false;
    return true;
}

look_sprite rb_look_sprite(const program *b, int kind) {
    const char *name = b->kind[kind].name;
    if (b->looks.sprite[kind]) return (look_sprite)(b->looks.sprite[kind] - 1);
    if (has_men(b) && text_same(name, "king")) return LOOK_KING_MAN;
    for (int i = LOOK_CHESS_KING; i <= LOOK_CHESS_PAWN; i++)
        if (text_same(name, chess_name(i))) return (look_sprite)i;
    for (int i = LOOK_DISC; i < LOOK_SPRITE_COUNT; i++)
        if (i != LOOK_CARD && i != LOOK_DIE && text_same(name, sprite_name[i]))
            return (look_sprite)i;
    return only_places(b) ? LOOK_STONE : LOOK_LETTER;
}

const char *rb_look_label(const program *b, int kind) {
    return *b->looks.label[kind] ? b->looks.label[kind] : b->kind[kind].name;
}

/* --- boards and players --- */

look_board rb_look_board(const program *b) {
    if (b->board.shape == BOARD_LINES) return LOOK_LINES;
    if (b->looks.board) return (look_board)(b->looks.board - 1);
    if (b->board.shape != BOARD_RECT) return LOOK_PLAIN;
    for (int k = 0; k < b->kinds; k++) {
        look_sprite s = rb_look_sprite(b, k);
        if (s <= LOOK_CHESS_PAWN || s == LOOK_MAN || s == LOOK_KING_MAN) return LOOK_CHECKERED;
    }
    return LOOK_PLAIN;
}

/* A player who is called by a colour has it without a word. */
const char *rb_look_colour(const program *b, int player) {
    if (b->looks.colour[player]) return colour_name[b->looks.colour[player] - 1];
    for (int i = 0; i < LOOK_COLOUR_COUNT; i++)
        if (text_same(b->player_name[player], colour_name[i])) return colour_name[i];
    return NULL;
}

/* --- variables --- */

bool rb_is_die(const program *b, int var) {
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_CHANCE && !g->draws && strcmp(b->names + g->name, b->var[var].name) == 0)
            return true;
    }
    return false;
}

bool rb_is_shown(const program *b, int var, const void *s) {
    enum { NEAR_ENOUGH = 20 }; /* actions that have passed */
    const rb_var *v = &b->var[var];
    int32_t value = rb_vars_in(b, s)[v->at];
    if (v->per_player || v->per_piece || v->per_cell || v->card) return true;
    return v->counter ? value >= NEAR_ENOUGH : value != 0;
}

int rb_tray(const program *b) {
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].tray) return i;
    return -1;
}
