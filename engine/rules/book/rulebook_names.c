#include "engine/game/game_terminal.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/machine/run.h"

/* Players, kinds and acts, for who has to use other names. */
void rb_names(const rules *r, game_name_visit visit, void *ctx) {
    const program *b = (const program *)r;
    for (int i = 0; i < r->players; i++) visit(ctx, GAME_NAME_PLAYER, b->player_name[i], 0);
    for (int i = 0; i < b->kinds; i++)
        visit(ctx, GAME_NAME_PIECE, b->kind[i].name, b->kind[i].letter);
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_ACT) visit(ctx, GAME_NAME_ACT, b->names + g->name, 0);
    }
}
