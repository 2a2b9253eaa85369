/* What a card does, in words made from the deck's data: a new card explains itself. */
#include "games/unicorns/deck/unicorns_words.h"
#include "games/unicorns/text/unicorns_text.h"

typedef struct fact {
    unsigned bit;
    const char *words;
} fact;

static const fact flags[] = {
    {UN_NOT_DESTROYABLE, "it cannot be destroyed"},
    {UN_NOT_SACRIFICABLE, "it cannot be sacrificed"},
    {UN_NOT_NEIGHABLE, "it cannot be stopped"},
    {UN_DOUBLE, "it counts as two unicorns"},
    {UN_NEEDS_BASIC, "it goes to stables with a basic unicorn only"},
    {0, NULL},
};

static const fact lasting[] = {
    {UN_NO_INSTANTS, "its player cannot play instants"},
    {UN_NO_UPGRADES, "its player cannot play upgrades"},
    {UN_NO_NEIGH, "cards of its player cannot be stopped"},
    {UN_UNICORNS_SAFE, "unicorns of this stable cannot be destroyed"},
    {UN_SPELL_PROOF, "magic cards affect no card on any table"},
    {UN_SPELL_PROOF_SELF, "magic cards do not affect it"},
    {UN_BASIC_LOCK, "other players cannot play basic unicorns"},
    {UN_BASIC_LOCK_ALL, "basic unicorns cannot come into other stables"},
    {UN_PANDAS, "unicorns of this stable count as pandas"},
    {UN_BLIND, "unicorns of this stable have no effects"},
    {UN_NO_SPELLS, "its player cannot play magic cards"},
    {0, NULL},
};

static const char *const types[] = {"baby unicorn", "basic unicorn", "magical unicorn",
                                    "magic card",   "upgrade",       "downgrade",
                                    "instant"};

const char *un_type_words_of(const un_kind *k) {
    return types[k->type];
}

static void say_facts(const fact *list, unsigned set, bool *any, text *out) {
    for (; list->words; list++) {
        if (!(set & list->bit)) continue;
        text_format(out, "%s%s", *any ? "; " : "", list->words);
        *any = true;
    }
}

void un_say_card(const un_rules *r, const un_kind *k, text *out) {
    bool any = false;
    if (k->type == UN_INSTANT) {
        text_put(out, "stops a card that another player plays");
        any = true;
    }
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
        text_put(out, any ? "; " : "");
        if (t->when != UN_WHEN_CAST) {
            un_say_trigger(t->when, out);
            text_put(out, ": ");
        }
        un_say_effect(r, t->node, out);
        any = true;
    }
    say_facts(lasting, k->lasting, &any, out);
    say_facts(flags, k->flags, &any, out);
    if (!any) text_put(out, "does nothing of its own");
}

/* A kind by its name or its token, case-insensitive; what is near otherwise. */
static int find_kind(const un_deck *d, const char *name, const char **near) {
    enum { NEAR = 3 };
    int fewest = NEAR;
    for (int i = 0; i < d->kinds; i++) {
        const un_kind *k = &d->kind[i];
        if (text_same(k->name, name) || text_same(k->slug, name)) return i;
        int by_name = text_distance(k->name, name);
        int by_slug = text_distance(k->slug, name);
        int edits = by_name < by_slug ? by_name : by_slug;
        if (edits >= fewest) continue;
        fewest = edits;
        *near = k->slug;
    }
    return -1;
}

int un_find_card(const un_deck *d, const char *name, error *err) {
    const char *near = NULL;
    int kind = find_kind(d, name, &near);
    if (kind < 0)
        (void)error_set(err, ST_BAD_VALUE, "there is no card %.40s%s%s%s", name,
                        near ? "; did you mean " : "; kibitz cards list names them",
                        near ? near : "", near ? "?" : "");
    return kind;
}

status un_explain(const rules *head, const char *what, text *out, error *err) {
    const un_rules *r = un_of(head);
    int kind = un_find_card(&r->deck, what, err);
    if (kind < 0) {
        if (err) err->code = ST_NOT_FOUND;
        return ST_NOT_FOUND;
    }
    const un_kind *k = &r->deck.kind[kind];
    text_format(out, "%s (%s, %d in the deck): ", k->name, types[k->type], k->count);
    un_say_card(r, k, out);
    text_char(out, '\n');
    return ST_OK;
}
