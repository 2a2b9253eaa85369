#include "games/unicorns/deck/unicorns_words.h"

#include <string.h>

const un_op_word un_op_words[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
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

const un_trigger_word un_trigger_words[] = {
#define TRIGGER(code, word, phrase, events, reaction, fires)                                       \
    [UN_WHEN_##code] = {word, events, reaction},
#include "games/unicorns/deck/unicorns_whens.inc"
    [UN_WHENS] = {NULL, 0, 0},
};

int un_word_find(const un_word *list, const char *at, size_t len) {
    for (int i = 0; list[i].name; i++)
        if (strlen(list[i].name) == len && memcmp(list[i].name, at, len) == 0) return i;
    return -1;
}
