#include "engine/rules/machine/state.h"

#include <ctype.h>
#include <string.h>

unsigned rb_piece_code(const program *b, const char **s) {
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
        return rb_code(b, (unsigned)k, (unsigned)owner);
    }
    return 0;
}

area rb_set_in(const program *b, const void *s, int set) {
    area a = area_none();
    const uint64_t *sets =
        (const uint64_t *)(const void *)((const unsigned char *)s + sizeof(rb_head));
    memcpy(a.w, sets + (size_t)set * (size_t)b->words, (size_t)b->words * 8);
    return a;
}

void rb_set_put(const program *b, void *s, int set, area a) {
    uint64_t *sets = (uint64_t *)(void *)((unsigned char *)s + sizeof(rb_head));
    memcpy(sets + (size_t)set * (size_t)b->words, a.w, (size_t)b->words * 8);
}

void rb_forget_past(const program *b, void *s) {
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (!v->past) continue;
        area now = v->of == RB_NO_SET ? area_none() : rb_set_in(b, s, v->of);
        for (int k = 0; k < v->count; k++) rb_set_put(b, s, v->at + k, now);
    }
}
