#include "engine/rules/machine/program.h"

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
