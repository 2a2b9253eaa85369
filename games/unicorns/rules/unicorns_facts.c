#include "games/unicorns/rules/unicorns_facts.h"

const un_fact un_facts[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
    [UN_OP_##code] = {kinds, tables, bars},
#include "games/unicorns/deck/unicorns_ops.inc"
};
