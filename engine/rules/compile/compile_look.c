#include <stdio.h>

#include "engine/rules/compile/compile.h"

/* `look`: hints for front ends. They are checked as everything else in a text, and change nothing
 * that is played. */

static const char *const sprites[] = {LOOK_SPRITES(KINDS_NAME) NULL};
static const char *const colours[] = {LOOK_COLOURS(KINDS_NAME) NULL};

/* --- words of a list --- */

static int place_in(const char *const *list, const char *word) {
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], word) == 0) return i;
    return -1;
}

static void suggest_from(const scope *c, const char *const *list, const char *word) {
    char buf[160];
    text all = text_over(buf, sizeof buf);
    const char *near = NULL;
    int best = 3;
    for (int i = 0; list[i]; i++) {
        int d = text_distance(list[i], word);
        text_format(&all, "%s%s", i ? " " : "", list[i]);
        if (d >= best) continue;
        best = d;
        near = list[i];
    }
    if (near)
        compile_suggest(c, "did you mean '%s'?", near);
    else
        compile_suggest(c, "%s", buf);
}

/* 1 + the place of the word in the list; 0 after E12. */
static uint8_t find_word(scope *c, uint32_t node, const char *const *list, const char *what) {
    const char *word = ast_name(c->a, node);
    int i = place_in(list, word);
    if (i >= 0) return (uint8_t)(i + 1);
    compile_complain(c, node, "E12", "unknown name '%s': no such %s", word, what);
    suggest_from(c, list, word);
    return 0;
}

/* --- boards --- */

static bool fits_board(const board *b, look_board look) {
    switch ((board_shape)b->shape) {
    case BOARD_RECT:
        return b->between ? look == LOOK_PLAIN || look == LOOK_CHECKERED : look != LOOK_FLAT;
    case BOARD_LINES:
        return look == LOOK_LINES;
    case BOARD_BOX:
        return look == LOOK_PLAIN || look == LOOK_POINTS || look == LOOK_CHECKERED;
    default:
        return look == LOOK_PLAIN || look == LOOK_FLAT;
    }
}

static void look_at_board(scope *c, uint32_t node) {
    look_board look = (look_board)c->a->node[node].value;
    if (fits_board(&c->b->board, look)) {
        c->b->looks.board = (uint8_t)(look + 1);
        return;
    }
    if (c->a->node[node].flags & AST_LOOK_PARENTS) return; /* of a board that is no more */
    compile_complain(c, node, "E19", "this board cannot look so");
    compile_suggest(c, c->b->board.between
                           ? "a board with edges is `plain` or `checkered`"
                           : "a board of lines has `lines`, one of hexagons `plain` or `flat`");
}

static void look_at_area(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_check_is(c, n->first, NULL, VAL_AREA)) return;
    if (compile_needs_area(c, n->first, NULL)) {
        compile_complain(c, n->first, "E10",
                         "wrong type: needs a constant, found an area that may change");
        return;
    }
    c->b->looks.shade[n->value] = compile_fold_area(c, n->first, NULL, -1);
}

/* --- pieces and players --- */

static bool is_player(const scope *c, uint32_t name) {
    AST_EACH(c->a, compile_child_of(c, c->shared->game, AST_PLAYERS), k) {
        if (c->a->node[k].name == name) return true;
    }
    return false;
}

static void look_at_piece(scope *c, int kind, uint32_t word, uint32_t label) {
    const char *said = label ? ast_name(c->a, label) : "";
    c->b->looks.sprite[kind] = find_word(c, word, sprites, "sprite");
    if (compile_limit(c, label, strlen(said) < RB_LABEL, "characters of a label", RB_LABEL - 1))
        (void)snprintf(c->b->looks.label[kind], RB_LABEL, "%s", said);
}

static void look_at_player(scope *c, int player, uint32_t word, uint32_t label) {
    uint8_t colour = find_word(c, word, colours, "colour");
    if (player >= 0) c->b->looks.colour[player] = colour; /* else: not one of today's */
    if (label) compile_complain(c, label, "E03", "expected no label: a player has a name");
}

static void look_at_name(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t label = c->a->node[n->first].next;
    int kind = compile_find_piece(c, n->name);
    if (kind >= 0) {
        look_at_piece(c, kind, n->first, label);
    } else if (is_player(c, n->name)) {
        look_at_player(c, compile_find_player(c, n->name), n->first, label);
    } else if (!(n->flags & AST_LOOK_PARENTS)) { /* the parent may have had other players */
        compile_complain(c, node, "E12", "unknown name '%s': no such piece or player",
                         ast_name(c->a, node));
        compile_suggest_name(c, ast_name(c->a, node));
    }
}

void compile_looks(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_LOOK) continue;
        if (n->flags & AST_LOOK_BOARD)
            look_at_board(c, i);
        else if (n->flags & AST_LOOK_AREA)
            look_at_area(c, i);
        else
            look_at_name(c, i);
    }
}
