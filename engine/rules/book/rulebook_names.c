#include "engine/game/game_terminal.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/machine/run.h"

/* Players, kinds and acts, for who has to use other names. */
void rb_names(const rules *r, game_name_visit visit, void *ctx) {
    const program *b = (const program *)r;
    for (int i = 0; i < r->players; i++)
        visit(ctx, &(game_word){.kind = GAME_NAME_PLAYER, .word = b->player_name[i]});
    for (int i = 0; i < b->kinds; i++)
        visit(ctx, &(game_word){.kind = GAME_NAME_PIECE,
                                .word = b->kind[i].name,
                                .letter = b->kind[i].letter});
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_ACT)
            visit(ctx, &(game_word){.kind = GAME_NAME_ACT, .word = b->names + g->name});
    }
}
