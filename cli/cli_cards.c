#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "games/unicorns/deck/unicorns_words.h"
#include "games/unicorns/text/unicorns_text.h"

/* `kibitz cards`: decks of Unstable Unicorns for people who write them. */

enum { FILE_LIMIT = 1 << 20, MAX_CARDS = 50 };

typedef struct request {
    const char *what, *file;
    const char *card[MAX_CARDS];
    int cards;
    bool reference;
} request;

/* --- reading --- */

/* Everything that is wrong with the deck is printed; false where something is. The rules hold the
 * deck alone: as much as words for effects need. */
static status read_deck(const request *q, un_rules *r, un_problems *list, error *err) {
    size_t len = 0;
    const char *built_in = un_deck_text(q->file, &len);
    text data = text_growing();
    status st = built_in ? ST_OK : file_read(&data, q->file, FILE_LIMIT, err);
    if (st != ST_OK) return st;
    un_deck_begin(&r->deck);
    if (built_in)
        un_deck_scan(&r->deck, built_in, len, q->reference, list);
    else
        un_deck_scan(&r->deck, text_string(&data), data.len, q->reference, list);
    text_done(&data);
    return ST_OK;
}

static int print_problems(const request *q, const un_problems *list) {
    int shown = list->count < UN_MAX_PROBLEMS ? list->count : UN_MAX_PROBLEMS;
    for (int i = 0; i < shown; i++)
        (void)printf("%s:%d:%d: %s\n", q->file, list->at[i].line, list->at[i].column,
                     list->at[i].text);
    (void)printf("%s: %d problem%s\n", q->file, list->count, list->count == 1 ? "" : "s");
    return EXIT_NO;
}

/* --- telling --- */

static const char *word_of(const un_word *list, unsigned value) {
    while (list->name && list->value != value) list++;
    return list->name ? list->name : "";
}

/* Names of the bits of a set; `none` where it is empty. */
static void put_set(const un_word *list, unsigned set, const char *none, text *out) {
    bool any = false;
    for (; list->name; list++) {
        if (!list->value || (set & list->value) != list->value) continue;
        text_format(out, "%s%s", any ? " " : "", list->name);
        any = true;
    }
    if (!any) text_put(out, none);
}

static void list_cards(const un_rules *r) {
    for (int i = 0; i < r->deck.kinds; i++) {
        const un_kind *k = &r->deck.kind[i];
        text flags = text_growing();
        put_set(un_flag_words, k->flags, "", &flags);
        (void)printf("%3d  %-30s  %-*s%s\n", k->count, k->name, flags.len ? 11 : 0,
                     word_of(un_type_words, k->type), text_string(&flags));
        text_done(&flags);
    }
}

static void show_card(const un_rules *r, const un_kind *k) {
    text out = text_growing();
    text_format(&out, "%s  (%s, %d in the deck)\n  token   %s\n  flags   ", k->name,
                word_of(un_type_words, k->type), k->count, k->slug);
    put_set(un_flag_words, k->flags, "-", &out);
    text_format(&out, "\n  tier    %d\n", k->tier);
    if (k->lasting) {
        text_put(&out, "  cont    ");
        put_set(un_lasting_words, k->lasting, "-", &out);
        text_char(&out, '\n');
    }
    if (!k->triggers || k->lasting || k->flags) {
        text_put(&out, "  does    ");
        un_say_card(r, k, &out);
        text_char(&out, '\n');
    }
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
        text_format(&out, "  %-7s ", un_trigger_words[t->when].name);
        un_put_effect(r, t->node, &out);
        text_put(&out, "\n          ");
        un_say_trigger(t->when, &out);
        text_put(&out, ": ");
        un_say_effect(r, t->node, &out);
        text_char(&out, '\n');
    }
    (void)printf("%s", text_string(&out));
    text_done(&out);
}

static int show_cards(const request *q, const un_rules *r) {
    error e;
    for (int i = 0; i < q->cards; i++) {
        int kind = un_find_card(&r->deck, q->card[i], &e);
        if (kind < 0) return cli_fail("cards", &e);
        show_card(r, &r->deck.kind[kind]);
    }
    for (int i = 0; !q->cards && i < r->deck.kinds; i++) show_card(r, &r->deck.kind[i]);
    return EXIT_DONE;
}

static void report_sums(const request *q, const un_deck *d) {
    int players = (d->pile - UN_SPARE) / UN_DEALT;
    if (players > UN_SEATS) players = UN_SEATS;
    (void)printf("%s: %d kinds, %d cards: %d of the pile, %d of the nursery; ", q->file, d->kinds,
                 d->cards, d->pile, d->cards - d->pile);
    if (players < 2)
        (void)printf("too few for a game of its own\n");
    else
        (void)printf("enough for %s%d players\n", players > 2 ? "2 to " : "", players);
}

/* --- arguments --- */

static status take_rules(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    q->reference = strcmp(value, "reference") == 0;
    if (q->reference || strcmp(value, "official") == 0) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "--rules takes official or reference, not %.40s", value);
}

static const arg args[] = {
    ARGS_WORD("DECK", "a file (- is standard input), or a deck of the program: base, picnic"),
    ARGS_WORD("CARD", "a name or its token: \"Black Knight Unicorn\", black-knight-unicorn"),
    ARGS_CALL("--rules", "official|reference", take_rules,
              "whose triggers count (default official)"),
    ARGS_END};

static const arg_group groups[] = {{"Cards", args, NULL, 0}, {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    (void)taken;
    if (!q->what) {
        q->what = word;
        bool known =
            strcmp(word, "list") == 0 || strcmp(word, "check") == 0 || strcmp(word, "show") == 0;
        return known ? ST_OK
                     : error_set(err, ST_BAD_SYNTAX, "list, check or show? see kibitz help cards");
    }
    if (!q->file)
        q->file = word;
    else if (strcmp(q->what, "show") != 0 || q->cards == MAX_CARDS)
        return error_set(err, ST_BAD_SYNTAX, "one argument too many: %.60s", word);
    else
        q->card[q->cards++] = word;
    return ST_OK;
}

static status read_arguments(request *q, int argc, char **argv, error *err) {
    static const arg_reader how = {"cards", groups, take_word};
    status st = args_read(&how, q, argc, argv, err);
    if (st == ST_OK && !q->what)
        st = error_set(err, ST_BAD_SYNTAX, "list, check or show? see kibitz help cards");
    if (st == ST_OK && !q->file)
        st = error_set(err, ST_BAD_SYNTAX, "which deck? a file, or base or picnic");
    return st;
}

static int run(int argc, char **argv) {
    error e;
    request q = {0};
    if (read_arguments(&q, argc, argv, &e) != ST_OK) return cli_fail("cards", &e);
    un_rules *r = mem_alloc(sizeof *r);
    un_problems *list = mem_alloc(sizeof *list);
    status st =
        r && list ? read_deck(&q, r, list, &e) : error_set(&e, ST_NOMEM, "no memory for the deck");
    int code = EXIT_DONE;
    if (st == ST_OK && list->count) {
        code = print_problems(&q, list);
    } else if (st == ST_OK && un_deck_end(&r->deck, &e) != ST_OK) {
        (void)printf("%s: %s\n", q.file, e.text);
        code = EXIT_NO;
    } else if (st == ST_OK) {
        if (strcmp(q.what, "list") == 0) list_cards(r);
        if (strcmp(q.what, "show") == 0) code = show_cards(&q, r);
        if (strcmp(q.what, "check") == 0) report_sums(&q, &r->deck);
    } else {
        code = cli_fail("cards", &e);
    }
    mem_free(list);
    mem_free(r);
    return code;
}

const subcommand cli_cards = {
    "cards",
    run,
    "list, check and explain the cards of a deck of Unstable Unicorns",
    "kibitz cards list DECK                   one a line: copies, name, type, flags\n"
    "       kibitz cards check DECK                  everything that is wrong with it\n"
    "       kibitz cards show DECK [CARD ...]        what cards do, in the notation and in words\n",
    groups,
    "Exit codes: 0 done, 1 the deck is not sound, 2 invalid arguments, 3 the file cannot be read.\n"
    "The notation: games/unicorns/README.md\n\n"
    "Example: kibitz cards show base narwhal yay\n",
};
