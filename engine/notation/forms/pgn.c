#include "engine/notation/forms/pgn.h"

#include <ctype.h>
#include <string.h>

#include "engine/notation/forms/movetext.h"
#include "engine/notation/san/san.h"

/* --- variants --- */

/* Letters and digits alone, small. */
static void plain_name(const char *s, char *out, size_t cap) {
    size_t n = 0;
    for (; *s && n + 1 < cap; s++)
        if (text_is_alpha(*s) || text_is_digit(*s)) out[n++] = (char)tolower((unsigned char)*s);
    out[n] = '\0';
}

/* What people and servers call the games; the first of each is what lichess writes. */
static const struct {
    const char *written, *game;
} known[] = {{"Standard", "chess"},
             {"Chess960", "chess960"},
             {"Crazyhouse", "crazyhouse"},
             {"Atomic", "atomic"},
             {"King of the Hill", "koth"},
             {"Racing Kings", "racingkings"},
             {"Three-check", "threecheck"},
             {"Normal", "chess"},
             {"Chess", "chess"},
             {"Classical", "chess"},
             {"Orthodox", "chess"},
             {"From Position", "chess"},
             {"Fischerandom", "chess960"},
             {"Fischer Random", "chess960"},
             {"Fischer Random Chess", "chess960"},
             {"FRC", "chess960"},
             {"wild/fr", "chess960"},
             {"Chess 960", "chess960"},
             {"zh", "crazyhouse"},
             {"Crazy House", "crazyhouse"},
             {"Atomic Chess", "atomic"},
             {"KOTH", "koth"},
             {"KingOfTheHill", "koth"},
             {"Race Kings", "racingkings"},
             {"3-check", "threecheck"},
             {"3 checks", "threecheck"},
             {"Three checks", "threecheck"}};

const game *pgn_variant(game_list games, const char *name) {
    char want[64];
    char have[64];
    plain_name(name, want, sizeof want);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        plain_name(known[i].written, have, sizeof have);
        if (strcmp(have, want) == 0) return game_find(games, known[i].game);
    }
    for (game_list g = games; *g; g++) {
        plain_name((*g)->name, have, sizeof have);
        if (strcmp(have, want) == 0) return *g;
        plain_name((*g)->title, have, sizeof have);
        if (strcmp(have, want) == 0) return *g;
    }
    return game_find(games, name);
}

const char *pgn_variant_name(const game *g) {
    if (strcmp(g->name, "chess") == 0) return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].game, g->name) == 0) return known[i].written;
    return g->title;
}

/* --- what movetext asks for --- */

static status choose_game(game_tree *t, const game_text *s, error *err) {
    const char *variant = game_tree_tag(t, "Variant");
    t->game = variant ? pgn_variant(s->games, variant) : s->fallback;
    if (!variant && !t->game) t->game = game_find(s->games, "chess");
    if (!t->game && variant)
        return error_set(err, ST_UNSUPPORTED, "the Variant %.60s is not here", variant);
    if (!t->game) return error_set(err, ST_UNSUPPORTED, "chess is not here");
    status st = ST_OK;
    const char *fen = game_tree_tag(t, "FEN");
    const char *set_up = game_tree_tag(t, "SetUp");
    if (fen && !(set_up && strcmp(set_up, "0") == 0)) st = game_tree_set_start(t, fen, err);
    movetext_take_tag(t, "Variant");
    movetext_take_tag(t, "FEN");
    movetext_take_tag(t, "SetUp");
    return st;
}

static status read_move(const position *p, const char *word, text *out, error *err) {
    static const char *const null[] = {"--", "Z0", "0000", "@@@@", "null"};
    for (size_t i = 0; i < sizeof null / sizeof *null; i++)
        if (strcmp(word, null[i]) == 0) {
            text_put(out, "0000");
            return ST_OK;
        }
    return san_read(p, word, out, err);
}

static void put_tags(const game_tree *t, const position *p, text *out) {
    const char *variant = pgn_variant_name(t->game);
    if (variant) movetext_put_tag(out, "Variant", variant);
    if (!t->start && !t->setup.count) return;
    text fen = text_growing();
    position_write(p, &fen);
    movetext_put_tag(out, "SetUp", "1");
    movetext_put_tag(out, "FEN", text_string(&fen));
    out->cut |= fen.cut;
    text_done(&fen);
}

static bool read_result(const game_tree *t, const char *word, int *out) {
    static const struct {
        const char *word;
        int result;
    } row[] = {{"1-0", 0},
               {"0-1", 1},
               {"1/2-1/2", GAME_TREE_DRAW},
               {"1/2", GAME_TREE_DRAW},
               {"\xc2\xbd-\xc2\xbd", GAME_TREE_DRAW},
               {"*", GAME_TREE_UNKNOWN}};
    (void)t;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (strcmp(word, row[i].word) != 0) continue;
        *out = row[i].result;
        return true;
    }
    return false;
}

static const char *write_result(const game_tree *t) {
    if (t->result == GAME_TREE_DRAW) return "1/2-1/2";
    if (t->result < 0) return "*";
    return t->result == 0 ? "1-0" : "0-1";
}

static const movetext_format pgn_format = {.choose = choose_game,
                                           .check = san_check,
                                           .read = read_move,
                                           .write = san_write,
                                           .tags = put_tags,
                                           .read_result = read_result,
                                           .write_result = write_result};

status pgn_next(game_text *s, game_tree **out, error *err) {
    return movetext_next(s, &pgn_format, out, err);
}

status pgn_write(const game_tree *t, text *out, error *err) {
    return movetext_write(t, &pgn_format, out, err);
}

/* Tags, or a first move with its number. */
bool pgn_looks(const char *head) {
    head += strspn(head, " \t\r\n");
    if (*head == '[') {
        size_t n = 1;
        while (text_is_alpha(head[n]) || text_is_digit(head[n])) n++;
        size_t space = strspn(head + n, " \t");
        return n > 1 && space && head[n + space] == '"';
    }
    size_t n = strspn(head, "0123456789");
    size_t dots = strspn(head + n, ".");
    const char *move = head + n + dots + strspn(head + n + dots, " \t");
    return n && dots && (text_is_alpha(*move) || *move == '{') && !strstr(head, "],");
}
