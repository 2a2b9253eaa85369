#include "engine/rules/machine/program.h"

#include <ctype.h>

#include "engine/base/memory.h"
#include "engine/rules/machine/terms.h"

void program_clear(program *b) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        rb_side *s = &b->side[i];
        mem_free(s->code);
        mem_free(s->gen);
        mem_free(s->test);
        mem_free(s->promotion);
        mem_free(s->walk);
        mem_free(s->pattern);
        mem_free(s->hit);
        mem_free(s->plan);
        mem_free(s->ending);
    }
    mem_free(b->node);
    mem_free(b->place);
    mem_free(b->kind_list);
    mem_free(b->names);
    mem_free(b->constant);
    mem_free(b->number);
    mem_free(b->table);
    mem_free(b->key);
    mem_free(b->wide);
    terms_free(b->terms);
}

int rb_piece_code(const program *b, const char **s) {
    char upper = (char)toupper((unsigned char)**s);
    int players = b->head.players;
    for (int k = 0; k < b->kinds; k++) {
        if (b->kind[k].letter != upper) continue;
        int owner = isupper((unsigned char)**s) ? 0 : 1;
        ++*s;
        bool digit = isdigit((unsigned char)**s) && (players > 2 || b->has_neutral);
        /* With two players a digit is an owner only where it is 0: else it counts empty cells. */
        if (digit && (players > 2 || **s == '0')) {
            owner = **s == '0' ? players : **s - '1';
            ++*s;
        }
        if (owner > players || (owner == players && !b->has_neutral)) return 0;
        return rb_code(b, k, owner);
    }
    return 0;
}
