#include <ctype.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/run.h"

/* Actions as text: e2e4, e7e8q (e7e8=q where e8n is a place), e4, N@e4, e4=q, pass, skip, skip:trade,
 * the name of an act, swap:wood:2, die=4. */

static char kind_letter(const program *b, int kind, bool upper) {
    char c = b->kind[kind].letter;
    return (char)(upper ? toupper((unsigned char)c) : tolower((unsigned char)c));
}

/* What chance has brought: a number, or a kind that was drawn. */
static void put_outcome(const program *b, const rb_gen *g, rb_action a, text *out) {
    if (g->draws)
        text_put(out, b->kind[a.to].name);
    else
        text_format(out, "%d", (int16_t)a.to);
}

const rb_part *rb_part_of(const program *b, const rb_head *h, const rb_gen *g, int k) {
    return &b->side[h->mover].part[g->part + k];
}

void rb_put_part(const program *b, const rb_part *p, rb_action a, text *out) {
    int at = a.aux / p->stride % p->count;
    if (p->what == PART_KIND)
        text_put(out, b->kind[b->kind_list[p->kinds + at]].name);
    else if (p->what == PART_PLAYER)
        text_put(out, b->player_name[at]);
    else
        text_format(out, "%d", p->low + at);
}

/* "trade, offer salt, want silk" */
static void describe_choice(const program *b, const rb_head *h, const rb_gen *g, rb_action a,
                            text *out) {
    text_put(out, b->names + g->name);
    for (int k = 0; k < g->parts; k++) {
        const rb_part *p = rb_part_of(b, h, g, k);
        text_format(out, ", %s ", b->names + p->name);
        rb_put_part(b, p, a, out);
    }
}

void rb_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    const program *b = program_of(r);
    const rb_head *h = rb_head_in(s);
    (void)n;
    rb_action a = rb_unpack(steps[0]);
    if (a.gen == RB_NULL_GEN) text_put(out, "0000");
    if (a.gen >= b->gens) return; /* read, but nothing that the rules have */
    const rb_gen *g = &b->side[h->mover].gen[a.gen];
    int kind = a.opt - 1;
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE:
        text_put(out, b->board.cell_name[a.from]);
        text_put(out, b->board.cell_name[a.to]);
        if (a.opt && g->many && b->board.between) text_char(out, '=');
        if (a.opt && g->many) text_char(out, kind_letter(b, kind, false));
        break;
    case GEN_PLACE:
        if (g->many)
            text_format(out, "%c@", kind_letter(b, a.opt ? kind : b->kind_list[g->kinds], true));
        text_put(out, b->board.cell_name[a.to]);
        break;
    case GEN_PICK:
        text_put(out, b->board.cell_name[a.to]);
        if (a.opt && g->many) text_format(out, "=%c", kind_letter(b, kind, false));
        break;
    case GEN_PASS:
        text_put(out, "pass");
        break;
    case GEN_SKIP:
        text_put(out, "skip");
        if (g->many) text_format(out, ":%s", b->names + g->name);
        break;
    case GEN_ACT:
        text_put(out, b->names + g->name);
        for (int k = 0; k < g->parts; k++) {
            text_char(out, ':');
            rb_put_part(b, rb_part_of(b, h, g, k), a, out);
        }
        break;
    case GEN_CHANCE:
        text_format(out, "%s=", b->names + g->name);
        put_outcome(b, g, a, out);
        break;
    }
}

/* The cell at the start of a word, and how long its name is. */
static int cell_at(const program *b, const char *word, size_t *len) {
    char name[BOARD_NAME] = "";
    size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    size_t digits = strspn(word + letters, "0123456789");
    *len = letters + digits;
    if (b->board.between && letters && digits) { /* a1ne; in a1ne2 the last letter begins a cell */
        size_t side = strspn(word + *len, "nesw");
        if (side && isdigit((unsigned char)word[*len + side])) side--;
        *len += side;
    }
    if (!letters || !digits || *len >= sizeof name) return BOARD_OFF;
    memcpy(name, word, *len);
    return board_cell(&b->board, name);
}

/* What could be an action somewhere: cells that exist, a known word. */
static bool plausible(const program *b, const char *word, rb_action *a) {
    size_t len;
    *a = (rb_action){.from = RB_NO_CELL, .to = RB_NO_CELL, .aux = RB_NO_CELL, .gen = RB_NO_GEN};
    if (strcmp(word, "pass") == 0 || strcmp(word, "skip") == 0) return true;
    if (strncmp(word, "skip:", 5) == 0) return true;
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_ACT && strcmp(word, b->names + g->name) == 0) return true;
        if (g->kind != GEN_CHANCE && !g->parts) continue;
        size_t name = strlen(b->names + g->name);
        if (strncmp(word, b->names + g->name, name) == 0 && word[name] == (g->parts ? ':' : '='))
            return true;
    }
    if (isalpha((unsigned char)word[0]) && word[1] == '@') word += 2;
    int first = cell_at(b, word, &len);
    if (first < 0) return false;
    word += len;
    a->to = (uint16_t)first;
    int second = cell_at(b, word, &len);
    if (second >= 0) {
        a->from = (uint16_t)first;
        a->to = (uint16_t)second;
        word += len;
    }
    if (*word == '=') word++;
    return !*word || (isalpha((unsigned char)word[0]) && !word[1]);
}

/* The text of a move that becomes another piece, with its letter left out. */
static bool lacks_letter(const program *b, const rb_head *h, action step, const char *full,
                         const char *token) {
    rb_action a = rb_unpack(step);
    size_t n = strlen(token);
    return a.opt && b->side[h->mover].gen[a.gen].kind == GEN_MOVE &&
           strlen(full) == n + 1 + b->board.between && strncmp(full, token, n) == 0;
}

status rb_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err) {
    const program *b = program_of(r);
    char buf[GAME_TOKEN_SIZE];
    action *list = mem_alloc(r->max_actions * sizeof *list);
    if (!list) return error_set(err, ST_NOMEM, "no memory to read an action");
    int count = b->run->legal(b, s, NULL, list);
    int found = -1;
    int equal = -1;    /* case-insensitive: a7a8Q; -2: more than one */
    int short_of = -1; /* without its last letter, where that leaves no choice */
    for (int i = 0; i < count && found < 0; i++) {
        text t = text_over(buf, sizeof buf);
        rb_to_text(r, s, &list[i], 1, &t);
        if (strcmp(buf, token) == 0) found = i;
        if (text_same(buf, token)) equal = equal == -1 ? i : -2;
        if (lacks_letter(b, rb_head_in(s), list[i], buf, token)) short_of = short_of == -1 ? i : -2;
    }
    if (found < 0) found = equal;
    if (found < 0) found = short_of;
    *n = 1;
    if (found >= 0) steps[0] = list[found];
    mem_free(list);
    rb_action a;
    if (found >= 0) return ST_OK;
    if (plausible(b, token, &a)) {
        steps[0] = rb_pack(a);
        return ST_OK;
    }
    (void)error_set(err, ST_ILLEGAL_ACTION, "'%.40s' is not an action of %s", token, b->name);
    error_reason(err, "bad-action", "text=%.60s", token);
    error_arg(err, token);
    return ST_ILLEGAL_ACTION;
}

/* How many columns a move goes to the right. */
static int columns(const program *b, rb_action a) {
    return a.to % b->board.width - a.from % b->board.width;
}

/* The royal piece goes two columns along its row and further than any step of its own, or onto the
 * piece of its own side that it changes places with. */
static bool is_castling(const program *b, const uint8_t *cells, rb_action a) {
    unsigned owner = rb_code_owner(b, cells[a.from]);
    if (owner >= b->head.players || b->board.shape != BOARD_RECT) return false;
    const rb_royal *royal = &b->side[owner].royal;
    if (!royal->known || royal->kind != rb_code_kind(b, cells[a.from])) return false;
    if (a.from / b->board.width != a.to / b->board.width) return false;
    if (cells[a.to]) return rb_code_owner(b, cells[a.to]) == owner;
    return columns(b, a) == 2 || columns(b, a) == -2;
}

void rb_describe(const rules *r, const void *s, const action *steps, int n, text *out) {
    const program *b = program_of(r);
    const uint8_t *cells = rb_cells_in(b, s);
    (void)n;
    rb_action a = rb_unpack(steps[0]);
    if (a.gen == RB_NULL_GEN) text_put(out, "no move");
    if (a.gen >= b->gens) return;
    const rb_gen *g = &b->side[rb_head_in(s)->mover].gen[a.gen];
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE:
        if (is_castling(b, cells, a)) {
            text_format(out, "castling %s", columns(b, a) > 0 ? "kingside" : "queenside");
            break;
        }
        text_format(out, "%s %s to %s", b->kind[rb_code_kind(b, cells[a.from])].name,
                    b->board.cell_name[a.from], b->board.cell_name[a.to]);
        if (cells[a.to])
            text_format(out, ", taking the %s", b->kind[rb_code_kind(b, cells[a.to])].name);
        if (a.opt) text_format(out, ", becoming a %s", b->kind[a.opt - 1].name);
        break;
    case GEN_PLACE:
        text_format(out, "%s on %s", b->kind[a.opt ? a.opt - 1 : b->kind_list[g->kinds]].name,
                    b->board.cell_name[a.to]);
        break;
    case GEN_PICK:
        text_format(out, "choose %s", b->board.cell_name[a.to]);
        if (a.opt) text_format(out, " as %s", b->kind[a.opt - 1].name);
        break;
    case GEN_PASS:
        text_put(out, "pass");
        break;
    case GEN_SKIP:
        text_format(out, g->many ? "no more %s" : "no more: %s", b->names + g->name);
        break;
    case GEN_ACT:
        describe_choice(b, rb_head_in(s), g, a, out);
        break;
    case GEN_CHANCE:
        text_format(out, g->var == RB_NO_VAR ? "a card for %s: " : "%s is ", b->names + g->name);
        put_outcome(b, g, a, out);
        break;
    }
}
