#include "games/unicorns/deck/unicorns_words.h"

#include <string.h>

#include "games/unicorns/rules/unicorns_triggers.h"

const un_op_word un_op_words[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, kinds, tables, bars, choose, apply)                  \
    [UN_OP_##code] = {word, arguments, riders},
#include "games/unicorns/deck/unicorns_ops.inc"
};

const un_word un_type_words[] = {
    {"baby", UN_BABY},       {"basic", UN_BASIC},
    {"magical", UN_MAGICAL}, {"spell", UN_SPELL},
    {"upgrade", UN_UPGRADE}, {"downgrade", UN_DOWNGRADE},
    {"instant", UN_INSTANT}, {NULL, 0},
};

const un_word un_set_words[] = {
    {"any", UN_SET_ANY},          {"unicorn", UN_SET_UNICORN},
    {"baby", 1 << UN_BABY},       {"basic", 1 << UN_BASIC},
    {"magical", 1 << UN_MAGICAL}, {"spell", 1 << UN_SPELL},
    {"upgrade", 1 << UN_UPGRADE}, {"downgrade", 1 << UN_DOWNGRADE},
    {"instant", 1 << UN_INSTANT}, {NULL, 0},
};

const un_word un_flag_words[] = {
    {"-", 0},
    {"not_destroyable", UN_NOT_DESTROYABLE},
    {"not_sacrificable", UN_NOT_SACRIFICABLE},
    {"not_neighable", UN_NOT_NEIGHABLE},
    {"double", UN_DOUBLE},
    {"needs_basic", UN_NEEDS_BASIC},
    {NULL, 0},
};

const un_word un_lasting_words[] = {
    {"no_instants", UN_NO_INSTANTS}, {"no_upgrades", UN_NO_UPGRADES},
    {"no_neigh", UN_NO_NEIGH},       {"unicorns_safe", UN_UNICORNS_SAFE},
    {"spell_proof", UN_SPELL_PROOF}, {"spell_proof_self", UN_SPELL_PROOF_SELF},
    {"basic_lock", UN_BASIC_LOCK},   {"basic_lock_all", UN_BASIC_LOCK | UN_BASIC_LOCK_ALL},
    {"pandas", UN_PANDAS},           {"blind", UN_BLIND},
    {"no_spells", UN_NO_SPELLS},     {NULL, 0},
};

const un_word un_arg_words[] = {
    {"me", UN_ARG_ME},           {"each", UN_ARG_EACH},           {"any", UN_ARG_ANYONE},
    {"other", UN_ARG_OTHER},     {"hand", UN_ARG_HAND},           {"discard", UN_ARG_DISCARD},
    {"nursery", UN_ARG_NURSERY}, {"pile", UN_ARG_PILE},           {"eot", UN_ARG_EOT},
    {"seducer", UN_ARG_SEDUCER}, {"kick", UN_ARG_KICK},           {"draw_hit", UN_ARG_DRAW_HIT},
    {"lazy", UN_ARG_LAZY},       {"draw_pick", UN_ARG_DRAW_PICK}, {NULL, 0},
};

#define ON(event) (1U << UN_##event)
const un_trigger_word un_trigger_words[] = {
    [UN_WHEN_ENTER] = {"enter", 0, 0},
    [UN_WHEN_CAST] = {"cast", 0, 0},
    [UN_WHEN_BOT] = {"bot", ON(BOT), 0},
    [UN_WHEN_ANY_BOT] = {"any_bot", ON(BOT), 0},
    [UN_WHEN_FOREIGN_BOT] = {"foreign_bot", ON(BOT), 0},
    [UN_WHEN_IF_SD] = {"if_sd", ON(LOCATION), 1},
    [UN_WHEN_IF_SDR] = {"if_sdr", ON(LOCATION), 1},
    [UN_WHEN_GUARD] = {"guard", ON(TARGETING), 1},
    [UN_WHEN_DOOMED] = {"doomed", ON(TARGETING), 1},
    [UN_WHEN_DOOMED_SD] = {"doomed_sd", ON(TARGETING), 1},
    [UN_WHEN_HIT] = {"hit", ON(PRELEAVE), 0},
    [UN_WHEN_HIT_EACH] = {"hit_each", ON(PRELEAVE), 0},
    [UN_WHEN_NEAR] = {"near", ON(ENTERED) | ON(LEFT), 0},
    [UN_WHEN_NEAR_UNICORN] = {"near_unicorn", ON(ENTERED) | ON(LEFT), 0},
    [UN_WHEN_CROWD] = {"crowd", ON(ENTERED), 0},
    [UN_WHEN_CROWD_ANYWHERE] = {"crowd_anywhere", ON(ENTERED), 0},
    [UN_WHEN_OWN_ENTRY] = {"own_entry", ON(ENTERED), 0},
    [UN_WHENS] = {NULL, 0, 0},
};
#undef ON

int un_word_find(const un_word *list, const char *at, size_t len) {
    for (int i = 0; list[i].name; i++)
        if (strlen(list[i].name) == len && memcmp(list[i].name, at, len) == 0) return i;
    return -1;
}
