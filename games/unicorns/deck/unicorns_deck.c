#include "games/unicorns/deck/unicorns_deck.h"

#include <stdio.h>
#include <string.h>

#include "games/unicorns/deck/unicorns_scan.h"
#include "games/unicorns/deck/unicorns_words.h"

enum { USUAL_TIER = 4 };

typedef un_scan reader;

/* What may have been meant by the last word, among the names of a table. */
static const char *near_word(const reader *p, const un_word *list) {
    int n = 0;
    while (list[n].name) n++;
    return un_scan_near(p, &list->name, sizeof *list, n);
}

/* --- effects --- */

static status read_effect(reader *p, int depth, uint8_t *out);

static status new_node(reader *p, un_opcode op, uint8_t *out) {
    if (p->d->nodes == UN_MAX_NODES)
        return un_wrong_limit(p, "too many effects, at most 250 are read");
    p->d->node[p->d->nodes] = (un_node){.op = (uint8_t)op, .n = 1};
    *out = (uint8_t)p->d->nodes++;
    return ST_OK;
}

static status read_number(reader *p, un_node *node) {
    int n = 0;
    if (!un_scan_word(p)) return un_wrong(p, "expected a number of cards, or all");
    if (un_scan_is(p, "all"))
        n = UN_ALL;
    else if (!un_scan_number(p, &n) || n > 20)
        return un_wrong_word(p, "is not a number of cards from 1 to 20, or all", NULL);
    node->n = (uint8_t)n;
    return ST_OK;
}

static status read_types(reader *p, un_node *node) {
    do {
        if (!un_scan_word(p)) return un_wrong(p, "expected a type of cards");
        int i = un_word_find(un_set_words, p->word, p->len);
        if (i < 0)
            return un_wrong_word(p,
                                 "is not a type: any, unicorn, baby, basic, magical, spell, "
                                 "upgrade, downgrade, instant",
                                 near_word(p, un_set_words));
        node->types = (uint8_t)(node->types | un_set_words[i].value);
    } while (un_scan_take(p, '+'));
    return ST_OK;
}

/* One of the words of `choices`. */
static status read_choice(reader *p, un_node *node, const char *choices) {
    char buf[120];
    (void)snprintf(buf, sizeof buf, "is not one of: %s", choices);
    if (!un_scan_word(p)) return un_wrong(p, "expected a word");
    const char *found = choices;
    while (*found) {
        size_t len = strcspn(found, " ");
        if (len == p->len && memcmp(found, p->word, len) == 0) break;
        found += len + (found[len] == ' ');
    }
    if (!*found) return un_wrong_word(p, buf, NULL);
    node->arg = (uint8_t)un_arg_words[un_word_find(un_arg_words, p->word, p->len)].value;
    return ST_OK;
}

static status read_name_word(reader *p, un_node *node) {
    char buf[UN_NAME_SIZE] = {0};
    size_t n = 0;
    while (!un_scan_end(p) && *p->at != '"' && *p->at != '\n') {
        if (n + 1 == sizeof buf || !text_is_alpha(*p->at))
            return un_wrong(p, "a word of names is up to 39 letters in quotes");
        buf[n++] = *p->at;
        un_scan_step(p);
    }
    if (n == 0 || !un_scan_take(p, '"'))
        return un_wrong(p, "expected a word of names and a closing quote");
    un_deck *d = p->d;
    int i = 0;
    while (i < d->words && strcmp(d->word[i], buf) != 0) i++;
    if (i == UN_MAX_WORDS) return un_wrong_limit(p, "too many words of names, at most 8 are read");
    if (i == d->words) memcpy(d->word[d->words++], buf, sizeof buf);
    node->word = (uint8_t)(i + 1);
    return ST_OK;
}

static status read_search(reader *p, un_node *node) {
    status st = read_choice(p, node, "pile discard");
    if (st != ST_OK) return st;
    if (!un_scan_take(p, ',')) return un_wrong(p, "expected , and what to search for");
    return un_scan_take(p, '"') ? read_name_word(p, node) : read_types(p, node);
}

/* Effects separated by `mark`; one where there is none. */
static status read_children(reader *p, int depth, uint8_t self, char mark, int min) {
    uint8_t last = 0;
    int n = 0;
    do {
        uint8_t child = 0;
        status st = read_effect(p, depth + 1, &child);
        if (st != ST_OK) return st;
        un_node *node = p->d->node;
        if (last)
            node[last].next = child;
        else
            node[self].first = child;
        last = child;
        n++;
    } while (mark && un_scan_take(p, mark));
    return n >= min ? ST_OK : un_wrong(p, "expected two effects or more");
}

static status read_argument(reader *p, int depth, uint8_t self, const un_op_word *w, char kind) {
    un_node *node = &p->d->node[self];
    switch (kind) {
    case 'n':
        return read_number(p, node);
    case 't':
        return read_types(p, node);
    case 'w':
        return read_choice(p, node, "me each any");
    case 'o':
        return read_choice(p, node, "other any");
    case 'z':
        return read_choice(p, node, "hand discard nursery");
    case 's':
        return read_search(p, node);
    case 'l':
        return read_choice(p, node, w->riders);
    case 'e':
    case 'f':
        return read_children(p, depth, self, '\0', 1);
    case 'E':
        return read_children(p, depth, self, ',', 2);
    default:
        return read_children(p, depth, self, '|', 2);
    }
}

static status read_arguments(reader *p, int depth, uint8_t self, const un_op_word *w) {
    bool needed = w->args[0] && w->args[0] != 'l';
    if (!un_scan_take(p, '(')) return needed ? un_wrong(p, "expected ( and arguments") : ST_OK;
    if (!w->args[0]) return un_wrong(p, "this effect has no arguments");
    for (const char *c = w->args; *c; c++) {
        if (c != w->args && !un_scan_take(p, ',')) {
            if (*c == 'l') break; /* the rider may be left out */
            return un_wrong(p, "expected , and one more argument");
        }
        status st = read_argument(p, depth, self, w, *c);
        if (st != ST_OK) return st;
    }
    return un_scan_take(p, ')') ? ST_OK : un_wrong(p, "expected )");
}

static bool req_hidden(const un_deck *d, uint8_t at) {
    const un_node *n = &d->node[at];
    bool any = false;
    if (n->op == UN_OP_DISCARD)
        return n->arg != UN_ARG_ANYONE && (n->types & UN_SET_ANY) != UN_SET_ANY;
    if (n->op == UN_OP_IF) return req_hidden(d, n->first);
    if (n->op != UN_OP_MAY && n->op != UN_OP_AND && n->op != UN_OP_ONEOF) return false;
    for (uint8_t c = n->first; c; c = d->node[c].next) any |= req_hidden(d, c);
    return any;
}

/* What no grammar says: the second effect of an `if`, and choices that would show a hand. */
static status finish_effect(reader *p, int depth, uint8_t self) {
    un_deck *d = p->d;
    if (d->node[self].op == UN_OP_IF) {
        uint8_t then = 0;
        status st = read_effect(p, depth + 1, &then);
        if (st != ST_OK) return st;
        d->node[d->node[self].first].next = then;
    }
    un_node *n = &d->node[self];
    n->hidden = req_hidden(d, self);
    if (n->op == UN_OP_ONEOF && n->hidden)
        return un_wrong(p, "what can be chosen must not depend on the types of hidden cards");
    if (n->op == UN_OP_STEAL && n->arg == UN_ARG_SEDUCER) p->link = true;
    return ST_OK;
}

static status read_effect(reader *p, int depth, uint8_t *out) {
    if (depth > UN_MAX_DEPTH) return un_wrong(p, "effects inside effects inside effects: too deep");
    if (!un_scan_word(p)) return un_wrong(p, "expected an effect");
    int op = 1;
    while (op < UN_OPS && (!un_op_words[op].name || !un_scan_is(p, un_op_words[op].name))) op++;
    if (op == UN_OPS)
        return un_wrong_word(p, "is not an effect",
                             un_scan_near(p, &un_op_words->name, sizeof *un_op_words, UN_OPS));
    status st = new_node(p, (un_opcode)op, out);
    if (st == ST_OK) st = read_arguments(p, depth, *out, &un_op_words[op]);
    return st == ST_OK ? finish_effect(p, depth, *out) : st;
}

static bool is_reaction(uint8_t op) {
    return op >= UN_OP_INSTEAD_SAC_SELF && op <= UN_OP_SELF_TO_NURSERY;
}

static bool holds_reaction(const un_deck *d, uint8_t at) {
    const un_node *n = &d->node[at];
    bool any = is_reaction(n->op);
    for (uint8_t c = n->first; c; c = d->node[c].next) any |= holds_reaction(d, c);
    return any;
}

/* --- entries --- */

static status add_trigger(reader *p, un_kind *k, int when) {
    un_deck *d = p->d;
    uint8_t node = 0;
    int line = p->word_line;
    int column = p->word_column;
    status st = read_effect(p, 0, &node);
    if (st != ST_OK) return st;
    if (p->typed && ((when == UN_WHEN_CAST) != (k->type == UN_SPELL) || k->type == UN_INSTANT))
        return un_wrong_at(p, line, column, ST_BAD_VALUE,
                           "spells have `cast:`, instants nothing, other cards all but `cast:`");
    uint8_t top = d->node[node].op == UN_OP_MAY ? d->node[node].first : node;
    bool fits =
        un_trigger_words[when].reaction ? is_reaction(d->node[top].op) : !holds_reaction(d, node);
    if (!fits)
        return un_wrong_at(p, line, column, ST_BAD_VALUE,
                           "instead_... and self_to_... go with guard, doomed, if_sd and if_sdr, "
                           "and with nothing else");
    if (p->typed && d->node[top].op == UN_OP_SELF_TO_NURSERY && k->type != UN_BABY)
        return un_wrong_at(p, line, column, ST_BAD_VALUE,
                           "self_to_nursery is for cards of type baby: the nursery holds no other");
    if (d->triggers == UN_MAX_TRIGGERS) return un_wrong_limit(p, "too many triggers");
    d->trigger[d->triggers++] = (un_trigger){(uint8_t)when, node};
    k->triggers++;
    k->events = (uint8_t)(k->events | un_trigger_words[when].events);
    return ST_OK;
}

static status read_lasting(reader *p, un_kind *k, bool counts) {
    while (un_scan_word(p)) {
        int i = un_word_find(un_lasting_words, p->word, p->len);
        if (i < 0)
            return un_wrong_word(p, "is not a lasting effect", near_word(p, un_lasting_words));
        if (counts) k->lasting = (uint16_t)(k->lasting | un_lasting_words[i].value);
    }
    return ST_OK;
}

static status read_tier(reader *p, un_kind *k) {
    if (!un_scan_take(p, ':') || !un_scan_word(p))
        return un_wrong(p, "expected : and a number from 0 to 7");
    bool digit = p->len == 1 && p->word[0] >= '0' && p->word[0] <= '7';
    if (digit) k->tier = (uint8_t)(p->word[0] - '0');
    return digit ? ST_OK : un_wrong_word(p, "is not a tier from 0 to 7", NULL);
}

/* An effect of the other rules is read, for its errors, and forgotten. */
static status read_trigger(reader *p, un_kind *k, bool counts) {
    if (un_scan_is(p, "tier")) return read_tier(p, k);
    if (un_scan_is(p, "cont"))
        return un_scan_take(p, ':') ? read_lasting(p, k, counts) : un_wrong(p, "expected :");
    int when = 0;
    while (un_trigger_words[when].name && !un_scan_is(p, un_trigger_words[when].name)) when++;
    if (!un_trigger_words[when].name)
        return un_wrong_word(
            p, "is not a trigger",
            un_scan_near(p, &un_trigger_words->name, sizeof *un_trigger_words, when));
    if (!un_scan_take(p, ':')) return un_wrong(p, "expected : and an effect");
    un_kind other = *k;
    un_deck *d = p->d;
    int nodes = d->nodes;
    int triggers = d->triggers;
    bool link = p->link;
    status st = add_trigger(p, counts ? k : &other, when);
    if (counts || st != ST_OK) return st;
    d->nodes = nodes;
    d->triggers = triggers;
    p->link = link;
    return ST_OK;
}

static status read_field(reader *p, un_kind *k) {
    if (!un_scan_word(p)) return un_wrong(p, "expected a trigger");
    bool counts = true;
    bool official = un_scan_is(p, "official");
    if (official || un_scan_is(p, "reference")) {
        counts = official != p->reference;
        if (!un_scan_word(p)) return un_wrong(p, "expected a trigger");
    }
    return read_trigger(p, k, counts);
}

static bool good_name(char c) {
    return text_is_alpha(c) || text_is_digit(c) || c == ' ' || c == '-' || c == '\'';
}

/* The printed name; its slug has letters and digits, and dashes for the rest. */
static status read_name(reader *p, un_kind *k) {
    un_scan_skip(p);
    size_t n = 0;
    int line = p->line;
    int column = p->column;
    while (!un_scan_end(p) && *p->at != ';' && *p->at != '\n') {
        if (!good_name(*p->at) || n + 1 >= sizeof k->name)
            return un_wrong(p, "a name has up to 39 letters, digits, spaces and dashes");
        k->name[n++] = *p->at;
        un_scan_step(p);
    }
    while (n > 0 && k->name[n - 1] == ' ') k->name[--n] = '\0';
    if (n == 0 || !text_is_alpha(k->name[0]))
        return un_wrong_at(p, line, column, ST_BAD_SYNTAX,
                           "expected a name that starts with a letter");
    for (size_t i = 0; i < n; i++) {
        char c = k->name[i];
        bool plain = text_is_alpha(c) || text_is_digit(c);
        k->slug[i] = (char)(!plain ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        if (c != ' ') k->letters++;
    }
    static const char *const taken[] = {"none", "pass", "yes", "no"};
    bool used = un_kind_find(p->d, k->slug, n) >= 0;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        used |= strcmp(taken[i], k->slug) == 0;
    return used ? un_wrong_at(p, line, column, ST_BAD_VALUE, "this name is taken") : ST_OK;
}

static status read_copies(reader *p, un_kind *k) {
    int n = 0;
    if (!un_scan_word(p) || !un_scan_number(p, &n))
        return un_wrong_word(p, "is not a number of copies, 1 to 255", NULL);
    k->count = (uint8_t)n;
    return ST_OK;
}

static status read_type(reader *p, un_kind *k) {
    if (!un_scan_word(p)) return un_wrong(p, "expected a type");
    int type = un_word_find(un_type_words, p->word, p->len);
    p->typed = type >= 0;
    if (type < 0) return un_wrong_word(p, "is not a type of card", near_word(p, un_type_words));
    k->type = (uint8_t)un_type_words[type].value;
    return ST_OK;
}

static status read_flags(reader *p, un_kind *k) {
    while (un_scan_word(p)) {
        int flag = un_word_find(un_flag_words, p->word, p->len);
        if (flag < 0) return un_wrong_word(p, "is not a flag", near_word(p, un_flag_words));
        k->flags = (uint8_t)(k->flags | un_flag_words[flag].value);
    }
    return ST_OK;
}

/* The first four fields. A wrong one is passed over; without its ';' the rest of the card makes no
 * sense: false. */
static bool read_head(reader *p, un_kind *k) {
    static const struct {
        status (*read)(reader *p, un_kind *k);
        const char *missing;
    } fields[] = {{read_copies, NULL},
                  {read_name, "expected ; and a name"},
                  {read_type, "expected ; and a type"},
                  {read_flags, "expected ; and flags, or -"}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (i && !un_scan_take(p, ';')) {
            (void)un_wrong(p, fields[i].missing);
            return false;
        }
        if (fields[i].read(p, k) != ST_OK) un_scan_field(p);
    }
    return true;
}

/* Kinds of the nursery stand after those of the pile, whatever the order of the text. */
static void insert_kind(un_deck *d, const un_kind *k) {
    int at = d->kinds;
    if (k->type != UN_BABY)
        while (at > 0 && d->kind[at - 1].type == UN_BABY) at--;
    memmove(&d->kind[at + 1], &d->kind[at], (size_t)(d->kinds - at) * sizeof *k);
    d->kind[at] = *k;
    d->kinds++;
}

/* The rest of a card: a wrong field is passed over. */
static void read_fields(reader *p, un_kind *k) {
    while (un_scan_take(p, ';'))
        if (read_field(p, k) != ST_OK) un_scan_field(p);
    un_scan_skip(p);
    if (!un_scan_end(p) && *p->at != '\n') (void)un_wrong(p, "expected ; or the end of the line");
}

/* One card, which becomes one of the deck where nothing is wrong with it. */
static void read_entry(reader *p) {
    un_deck *d = p->d;
    un_kind k = {.first_trigger = (uint8_t)d->triggers, .tier = USUAL_TIER, .count = 1};
    int before = p->problems->count;
    p->link = p->typed = false;
    if (d->kinds == UN_MAX_KINDS)
        (void)un_wrong_limit(p, "too many kinds of cards, at most 200 are read");
    if (read_head(p, &k)) {
        if (d->cards + k.count > UN_MAX_CARDS)
            (void)un_wrong_limit(p, "too many cards, at most 255 are played with");
        read_fields(p, &k);
    }
    un_scan_card(p);
    k.linker = p->link;
    if (p->problems->count > before || p->full) return;
    d->cards += k.count;
    insert_kind(d, &k);
}

void un_deck_begin(un_deck *d) {
    static const uint8_t made[] = {
        0, UN_OP_BABIES, UN_OP_STEAL_BACK, UN_OP_KICKED, UN_OP_SAC_SAVER, UN_OP_HOME};
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < sizeof made; i++)
        d->node[i] = (un_node){.op = made[i], .n = 1, .types = UN_SET_ANY};
    d->node[UN_NODE_STEAL_BACK].types = UN_SET_UNICORN;
    d->node[UN_NODE_KICKED].arg = UN_ARG_ME;
    d->nodes = sizeof made;
}

void un_deck_scan(un_deck *d, const char *data, size_t len, bool reference, un_problems *list) {
    reader p = {.d = d, .at = data, .end = data + len, .line = 1, .column = 1};
    p.reference = reference;
    p.problems = list;
    for (;;) {
        un_scan_skip(&p);
        if (un_scan_end(&p)) return;
        if (*p.at == '\n')
            un_scan_step(&p);
        else
            read_entry(&p);
    }
}

status un_deck_read(un_deck *d, const char *data, size_t len, bool reference, error *err) {
    un_problems list = {.count = 0};
    un_deck_scan(d, data, len, reference, &list);
    if (!list.count) return ST_OK;
    const un_problem *first = &list.at[0];
    char more[60] = "";
    if (list.count > 1)
        (void)snprintf(more, sizeof more, " (and %d more: see kibitz cards check)", list.count - 1);
    return error_set(err, first->code, "line %d, column %d: %s%s", first->line, first->column,
                     first->text, more);
}

static bool has_word(const char *name, const char *word) {
    size_t len = strlen(word);
    for (const char *at = strstr(name, word); at; at = strstr(at + 1, word)) {
        bool starts = at == name || at[-1] == ' ';
        if (starts && (at[len] == ' ' || at[len] == '\0')) return true;
    }
    return false;
}

static void find_words(un_deck *d) {
    for (int k = 0; k < d->kinds; k++)
        for (int i = 0; i < d->words; i++)
            if (has_word(d->kind[k].name, d->word[i]))
                d->kind[k].words = (uint8_t)(d->kind[k].words | 1U << i);
}

status un_deck_end(un_deck *d, error *err) {
    int id = 0;
    for (int i = 0; i < d->kinds; i++) {
        un_kind *k = &d->kind[i];
        k->first_id = (uint8_t)id;
        if (k->type != UN_BABY) d->pile = id + k->count;
        if (k->type == UN_INSTANT) {
            if (d->instants == UN_MAX_INSTANTS)
                return error_set(err, ST_BAD_VALUE, "more than 15 kinds of instants");
            k->instant = (uint8_t)++d->instants;
            d->instant_kind[d->instants] = (uint8_t)i;
        }
        bool linker = k->linker;
        k->linker = (uint8_t)(linker ? d->linkers + 1 : 0);
        for (int c = 0; linker && c < k->count; c++) {
            if (d->linkers == UN_MAX_LINKERS)
                return error_set(err, ST_BAD_VALUE, "more than 30 cards steal until they leave");
            d->linker_id[++d->linkers] = (uint8_t)(id + c);
        }
        id += k->count;
    }
    find_words(d);
    return ST_OK;
}

int un_kind_find(const un_deck *d, const char *slug, size_t len) {
    for (int i = 0; i < d->kinds; i++)
        if (strlen(d->kind[i].slug) == len && memcmp(d->kind[i].slug, slug, len) == 0) return i;
    return -1;
}

/* --- the decks that are compiled in --- */

extern const unsigned char un_base_deck[], un_picnic_deck[];
extern const size_t un_base_deck_size, un_picnic_deck_size;

const char *un_deck_name(int i) {
    static const char *const names[] = {"base", "picnic", NULL};
    return names[i];
}

const char *un_deck_text(const char *name, size_t *len) {
    bool base = strcmp(name, "base") == 0;
    if (!base && strcmp(name, "picnic") != 0) return NULL;
    *len = base ? un_base_deck_size : un_picnic_deck_size;
    return (const char *)(base ? un_base_deck : un_picnic_deck);
}
