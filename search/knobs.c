#include "search/knobs.h"

#include <assert.h>

#include "engine/base/text.h"

const knob_spec knob_specs[KNOB_COUNT] = {
#define KNOB_SPEC(id, name, usual, max, what) {name, usual, max, what},
    KNOB_LIST(KNOB_SPEC)
#undef KNOB_SPEC
};

/* The first name is in match files and checkpoints, so it stays. */
const char *knob_alias(knob_id k) {
    return k == KNOB_MCTS_PRIOR_TEMPERATURE ? "MctsPriorTemperature" : NULL;
}

static bool is_called(knob_id k, const char *name) {
    const char *alias = knob_alias(k);
    return text_same(knob_specs[k].name, name) || (alias && text_same(alias, name));
}

knob_id knob_find(const char *name) {
    int k = 0;
    while (k < KNOB_COUNT && !is_called((knob_id)k, name)) k++;
    return (knob_id)k;
}

knobs knobs_auto(void) {
    knobs k;
    for (int i = 0; i < KNOB_COUNT; i++) k.value[i] = KNOB_AUTO;
    return k;
}

void knobs_resolve(knobs *k, const search_preset *presets, const char *game, int players) {
    knobs found = knobs_auto();
    for (const search_preset *p = presets; p && p->game; p++)
        if (!p->algorithm && !p->level && text_same(p->game, game) && players >= p->from_players &&
            players <= p->to_players)
            found.value[p->knob] = p->value;
    for (int i = 0; i < KNOB_COUNT; i++) {
        if (k->value[i] != KNOB_AUTO) continue;
        assert(found.value[i] == KNOB_AUTO || found.value[i] <= knob_specs[i].max);
        k->value[i] = found.value[i] != KNOB_AUTO ? found.value[i] : knob_specs[i].usual;
    }
}
