#include <stdio.h>
#include <string.h>

#include "engine/rules/compile/compile.h"

/* The fields of a FEN. */

/* Subject number k of a field, a variable of this form. -1: none there; it is reported if
 * needed. */
static int fen_subject(scope *c, uint32_t field, int k) {
    AST_EACH(c->a, field, i) {
        if (c->a->node[i].kind != AST_NAME || k-- > 0) continue;
        int v = compile_find_var(c, c->a->node[i].name);
        if (v < 0)
            compile_complain(c, i, "E12", "unknown name '%s': no such variable", ast_name(c->a, i));
        if (v >= 0) c->shared->var_used[v] = true;
        return v;
    }
    return -1;
}

static bool wrong_subject(scope *c, uint32_t field, const char *needs) {
    compile_complain(c, field, "E12", "a `%s` field needs %s", ast_name(c->a, field), needs);
    return false;
}

/* The words about flags that cannot be. */
static bool fen_note(scope *c, uint32_t field, rb_field *f) {
    uint32_t note = compile_child_of(c, field, AST_STRING);
    const char *said =
        note ? ast_name(c->a, note) : "flags * dropped: nothing on the board is meant";
    if (!compile_limit(c, note, strlen(said) < sizeof f->dropped, "characters of a note",
                       RB_NOTE - 1))
        return false;
    (void)snprintf(f->dropped, sizeof f->dropped, "%s", said);
    return true;
}

static bool fen_flags(scope *c, uint32_t field, rb_field *f) {
    AST_EACH(c->a, field, i) {
        if (c->a->node[i].kind != AST_FLAG) continue;
        if (!compile_limit(c, i, f->flags < RB_FLAGS, "flags of a field", RB_FLAGS)) return false;
        uint32_t expr = c->a->node[i].first;
        if (!compile_check_is(c, expr, NULL, VAL_AREA)) return false;
        rb_flag *flag = &f->flag[f->flags++];
        stream s = {0};
        scope in = scope_into(c, &s, i);
        flag->letter = ast_name(c->a, i)[0];
        flag->at = compile_area(&in, expr, NULL).at;
        flag->code = compile_append_code(&in, &s, compile_const_num(&in, 1));
    }
    return fen_note(c, field, f);
}

/* `board(hand, promoted)`: pieces in hand follow in brackets, marked ones have a `~`. */
static bool fen_board(scope *c, uint32_t field, rb_field *f) {
    int hand = fen_subject(c, field, 0);
    int marks = fen_subject(c, field, 1);
    f->var = f->marks = RB_NO_VAR;
    if (hand < 0) return !compile_child_of(c, field, AST_NAME);
    const rb_var *v = &c->b->var[hand];
    if (v->type != VAR_INT || !v->per_player || !v->per_piece || c->b->head.players != 2)
        return wrong_subject(c, field, "numbers `per player per piece` of two players");
    f->var = (uint16_t)hand;
    if (marks < 0) return true;
    if (c->b->var[marks].type != VAR_CELLS || c->b->var[marks].count > 1)
        return wrong_subject(c, field, "a variable of cells after that");
    f->marks = (uint16_t)marks;
    return true;
}

static bool make_field(scope *c, uint32_t field, rb_field *f) {
    uint32_t note = f->kind == FIELD_FLAGS ? 0 : compile_child_of(c, field, AST_STRING);
    if (note) {
        compile_complain(c, note, "E03", "expected ')', found a string: only `flags` have a note");
        return false;
    }
    if (f->kind == FIELD_BOARD) return fen_board(c, field, f);
    if (f->kind == FIELD_MOVER || f->kind >= FIELD_FULLMOVE) return true;
    int i = fen_subject(c, field, 0);
    const rb_var *v = &c->b->var[i < 0 ? 0 : i];
    f->var = (uint16_t)(i < 0 ? 0 : i);
    if (f->kind == FIELD_NUMBER) {
        if (i >= 0 && v->type == VAR_INT && !v->per_piece) return true;
        return wrong_subject(c, field, "a number, or one `per player`");
    }
    bool cell = f->kind == FIELD_CELL;
    if (i < 0 || v->count > 1 || v->type != (cell ? VAR_CELL : VAR_CELLS))
        return wrong_subject(c, field, cell ? "a variable of one cell" : "a variable of cells");
    return cell || fen_flags(c, field, f);
}

bool compile_fields(scope *c) {
#define FEN_NAME(id, name, usage)  name,
#define FEN_USAGE(id, name, usage) usage
    static const char *const known[] = {RB_FIELDS(FEN_NAME)};
    enum { KNOWN = sizeof known / sizeof *known };
    uint32_t decl = compile_child_of(c, c->shared->game, AST_FEN);
    if (!decl) return true;
    unsigned seen = 0;
    AST_EACH(c->a, decl, i) {
        if (!compile_limit(c, i, c->b->fields < RB_MAX_FIELDS, "fields", RB_MAX_FIELDS))
            return false;
        rb_field *f = &c->b->field[c->b->fields++];
        int k = 0;
        while (k < KNOWN && strcmp(known[k], ast_name(c->a, i)) != 0) k++;
        if (k == KNOWN) {
            compile_complain(c, i, "E12", "unknown name '%s': no such field", ast_name(c->a, i));
            compile_suggest(c, RB_FIELDS(FEN_USAGE));
            return false;
        }
        f->kind = (uint8_t)k;
        if (!make_field(c, i, f)) return false;
        seen |= 1u << k;
    }
    if (c->shared->nomem || c->shared->over_limit) return false;
    if ((seen & 3) == 3)
        return compile_limit(c, decl, c->b->head.players <= 2, "players of a game with `fen`", 2);
    compile_complain(c, decl, "E05", "missing in `fen`: board and mover");
    return false;
#undef FEN_NAME
#undef FEN_USAGE
}
