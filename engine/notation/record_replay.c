#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/formats.h"
#include "engine/notation/forms/movetext.h"
#include "engine/notation/record.h"
#include "engine/notation/record_tree.h"
#include "engine/notation/spelling.h"

/* Records as positions, and with their variations as trees. */

static void name_line(error *err, unsigned line) {
    if (!err) return;
    error inner = *err;
    (void)snprintf(err->text, sizeof err->text, "line %u: %.200s", line, inner.text);
}

/* An event of the record as it is played, in `room`. A list from elsewhere may state outcomes of
 * chance without the '!': where chance acts nothing else can be meant. */
static const char *spelled(const position *p, const char *event, char *room, size_t cap) {
    const rules *r = position_rules(p);
    if (event[0] == '!' || r->game->actor(r, position_data(p)) != ACTOR_CHANCE) return event;
    text marked = text_over(room, cap);
    text_char(&marked, '!');
    text_put(&marked, event);
    return position_verify(p, room, NULL, NULL) == ST_OK ? room : event;
}

/* A column as it was called when all letters were used, as it is called now. */
static void put_column(const char *letters, size_t n, text *out) {
    int x = letters[n - 1] - 'a';
    if (n == 2) x += 26 * (letters[0] - 'a' + 1);
    static const char now[] = "abcdefghjklmnopqrstuvwxyz";
    if (x >= 25) text_char(out, now[x / 25 - 1]);
    text_char(out, now[x % 25]);
}

/* An event of an old record: every cell in it is called otherwise. */
static const char *renamed(const char *event, char *room, size_t cap) {
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    text out = text_over(room, cap);
    while (*event) {
        size_t n = strspn(event, small);
        if ((n == 1 || n == 2) && text_is_digit(event[n]))
            put_column(event, n, &out);
        else
            text_putn(&out, event, n ? n : 1);
        event += n ? n : 1;
    }
    return room;
}

/* "1-0" and the like after the last move of a list. */
static bool is_result(const char *word) {
    static const char *const all[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(word, all[i]) == 0) return true;
    return false;
}

/* What is no token may be chess notation, with the number of its move. `old`: the letters of its
 * cells are those of old records. */
static status play_event(position *p, const char *event, bool old, error *err) {
    char buf[GAME_TOKEN_SIZE + 1];
    char now[GAME_TOKEN_SIZE + 1];
    if (old) event = renamed(event, now, sizeof now);
    status st = position_play(p, spelled(p, event, buf, sizeof buf), err);
    spelling how =
        st == ST_OK || st == ST_NOMEM ? SPELLING_TOKENS : spelling_for(position_rules(p));
    if (how != SPELLING_SAN) return st;
    text move = text_over(buf, sizeof buf);
    event = spelling_without_number(how, event);
    if (!*event || is_result(event)) return ST_OK;
    st = spelling_read(how, p, event, &move, err);
    return st == ST_OK ? position_play(p, buf, err) : st;
}

/* Whether the first event of a plain list is one, and not the first word of a position text. */
static bool is_first(const position *p, const char *event) {
    char buf[GAME_TOKEN_SIZE + 1];
    text move = text_over(buf, sizeof buf);
    spelling how = spelling_for(position_rules(p));
    if (position_verify(p, spelled(p, event, buf, sizeof buf), NULL, NULL) == ST_OK) return true;
    event = spelling_without_number(how, event);
    return how == SPELLING_SAN && (!*event || spelling_read(how, p, event, &move, NULL) == ST_OK);
}

enum { MAX_START_WORDS = 64 };

/* A list without a header may begin with a position text of two or more words. *head is their
 * number, and then *out is that position; 0 if there is none. */
static status read_head(position **out, size_t *head, const record *r, const game *g,
                        const params *p, error *err) {
    size_t n = r->event_count < MAX_START_WORDS ? r->event_count : MAX_START_WORDS;
    for (*head = 0; n > 1; n--) {
        text line = text_growing();
        for (size_t i = 0; i < n; i++) {
            if (i) text_char(&line, ' ');
            text_put(&line, r->events[i].token);
        }
        status st = line.cut ? error_set(err, ST_NOMEM, "no memory for the record")
                             : position_read(out, g, p, SEAT_ALL, text_string(&line), err);
        text_done(&line);
        if (st == ST_OK) *head = n;
        if (st == ST_OK || st == ST_NOMEM) return st;
    }
    return ST_OK;
}

static status read_start(position **out, const record *r, const game *g, const params *p, int seat,
                         error *err) {
    text line = text_growing();
    status st = record_local_text(r, g, record_get(r, "start"), &line, err);
    if (st == ST_OK) st = position_read(out, g, p, seat, text_string(&line), err);
    text_done(&line);
    return st;
}

/* The position before the first event, and how many words of a plain list state it. */
typedef struct replay_start {
    position *pos;
    size_t head;
} replay_start;

static status open_start(replay_start *out, const record *r, const game *g, const params *p,
                         int seat, error *err) {
    *out = (replay_start){0};
    if (record_get(r, "start")) return read_start(&out->pos, r, g, p, seat, err);
    status st = position_start(&out->pos, g, p, seat, err);
    if (st != ST_OK || r->field_count || !r->event_count) return st;
    if (is_first(out->pos, r->events[0].token)) return ST_OK;
    position *other = NULL;
    st = read_head(&other, &out->head, r, g, p, err);
    if (st == ST_OK && !out->head) return ST_OK;
    position_destroy(out->pos);
    out->pos = other;
    return st;
}

/* The game of the record; NULL, with an error, where there is none. */
static const game *game_of(const record *r, game_list games, const game *fallback, error *err) {
    const char *name = record_get(r, "game");
    const game *g = name ? game_find(games, name) : fallback;
    if (!g && name)
        (void)error_set(err, ST_NOT_FOUND, "the record is of the game %.60s, which is not here",
                        name);
    else if (!g)
        (void)error_set(err, ST_BAD_SYNTAX, "the record does not name its game");
    return g;
}

static status replay_for(position **out, const record *r, const game *g, unsigned plies, int seat,
                         error *err) {
    *out = NULL;
    if (!g) return record_get(r, "game") ? ST_NOT_FOUND : ST_BAD_SYNTAX; /* of game_of() */
    params p;
    status st = record_setup(&p, r, g, err);
    if (st != ST_OK) return st;
    replay_start at;
    st = open_start(&at, r, g, &p, seat, err);
    position *pos = at.pos;
    size_t head = at.head;
    if (st == ST_OK) st = record_check_rules(r, position_rules(pos), err);
    bool old = g->traits & GAME_SKIPS_I && record_is_old(r, g);
    for (size_t i = head; st == ST_OK && i < r->event_count && i - head < plies; i++) {
        st = seat == SEAT_ALL ? play_event(pos, r->events[i].token, old, err)
                              : position_play(pos, r->events[i].token, err);
        if (st != ST_OK) name_line(err, r->events[i].line);
    }
    if (st == ST_OK)
        *out = pos;
    else
        position_destroy(pos);
    return st;
}

status record_replay(position **out, const record *r, game_list games, const game *fallback,
                     unsigned plies, error *err) {
    *out = NULL;
    if (record_get(r, "view"))
        return error_set(err, ST_UNSUPPORTED,
                         "the record holds what one seat saw of a game that was not over: kibitz "
                         "play continues from it, nothing else can");
    return replay_for(out, r, game_of(r, games, fallback, err), plies, SEAT_ALL, err);
}

status record_replay_view(position **out, const record *r, game_list games, const game *fallback,
                          error *err) {
    const char *view = record_get(r, "view");
    int64_t seat = SEAT_PUBLIC;
    *out = NULL;
    if (!view) return error_set(err, ST_NOT_FOUND, "the record is no single seat's");
    if (strcmp(view, "public") != 0 && !text_i64(view, 0, GAME_MAX_PLAYERS - 1, &seat))
        return error_set(err, ST_BAD_VALUE, "view: expected a seat from 0, or public");
    status st = replay_for(out, r, game_of(r, games, fallback, err), UINT_MAX, (int)seat, err);
    if (st != ST_OK || position_seat(*out) == (int)seat) return st;
    position_destroy(*out);
    *out = NULL;
    return error_set(err, ST_BAD_VALUE, "view: nothing is hidden in this game");
}

/* --- variations --- */

/* A tree while it is made: the position is that of the node `at`. */
typedef struct planter {
    const record *r;
    game_tree *t;
    position *p;
    int at;
    unsigned first; /* the ply of the start */
    int *main;      /* the node after each number of events of the main line */
    int *branch;    /* and of each event in variations */
} planter;

static int ancestor(const game_tree *t, int node, unsigned steps) {
    while (steps-- > 0) node = t->nodes[node].parent;
    return node;
}

/* Back to what the two have in common, and forth. */
static status go_to(planter *x, int node, error *err) {
    const game_tree *t = x->t;
    unsigned depth = game_tree_depth(t, node);
    unsigned here = game_tree_depth(t, x->at);
    unsigned common = depth < here ? depth : here;
    int a = ancestor(t, x->at, here - common);
    int b = ancestor(t, node, depth - common);
    for (; a != b; common--) {
        a = t->nodes[a].parent;
        b = t->nodes[b].parent;
    }
    position_cut(x->p, x->first + common);
    status st = ST_OK;
    for (unsigned d = common + 1; st == ST_OK && d <= depth; d++)
        st = position_play(x->p, t->nodes[ancestor(t, node, depth - d)].token, err);
    x->at = node;
    return st;
}

/* "$2 [%clk 0:01:00] words": numbers of marks, what clocks and engines said, and the rest. */
static status take_remark(planter *x, int node, const char *remark, error *err) {
    uint64_t nag;
    while (*remark == '$') {
        char number[8] = "";
        size_t n = strcspn(remark, " ");
        if (n < 2 || n > sizeof number) break;
        memcpy(number, remark + 1, n - 1);
        if (!text_u64(number, 255, &nag) || !nag) break;
        game_tree_nag(x->t, node, (int)nag);
        remark += n + strspn(remark + n, " ");
    }
    char *copy = mem_string(remark);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for the record");
    movetext_read_commands(&x->t->nodes[node], copy);
    status st = game_tree_remark(&x->t->nodes[node].after, copy, strlen(copy), err);
    mem_free(copy);
    return st;
}

/* Adds an event after a node; *out is the node that it leads to: the same one where it says no more
 * than the rules do. */
static status plant(planter *x, const record_event *e, int parent, int *out, error *err) {
    *out = parent;
    status st = go_to(x, parent, err);
    unsigned ply = position_ply(x->p);
    bool old = x->t->game->traits & GAME_SKIPS_I && record_is_old(x->r, x->t->game);
    if (st == ST_OK) st = play_event(x->p, e->token, old, err);
    if (st == ST_OK && position_ply(x->p) > ply) {
        const char *event = position_event(x->p, ply);
        *out = game_tree_child(x->t, parent, event);
        if (*out == GAME_TREE_NONE) st = game_tree_add(x->t, parent, event, out, err);
        if (st == ST_OK) x->at = *out;
        if (st == ST_OK && !x->t->nodes[*out].line) x->t->nodes[*out].line = e->line;
        if (st == ST_OK && e->remark && *e->remark) st = take_remark(x, *out, e->remark, err);
    }
    if (st != ST_OK) name_line(err, e->line);
    return st;
}

static status plant_all(planter *x, size_t head, error *err) {
    const record *r = x->r;
    status st = ST_OK;
    for (size_t i = 0; i < head && i <= r->event_count; i++) x->main[i] = 0;
    x->main[head] = 0;
    for (size_t i = head; st == ST_OK && i < r->event_count; i++)
        st = plant(x, &r->events[i], x->main[i], &x->main[i + 1], err);
    for (size_t i = 0; st == ST_OK && i < r->branch_count; i++) {
        const record_branch *b = &r->branches[i];
        int parent = b->after < 0 ? x->main[-b->after - 1] : x->branch[b->after];
        st = plant(x, &b->event, parent, &x->branch[i], err);
    }
    return st == ST_OK ? go_to(x, game_tree_last(x->t, 0), err) : st;
}

/* Who has won, as the header says it. */
static void take_result(game_tree *t, const record *r, int players) {
    const char *stated = record_get(r, "result");
    const char *resigned = record_get(r, "resigned");
    int64_t seat;
    if (resigned && players == 2 && text_i64(resigned, 0, 1, &seat)) t->result = 1 - (int)seat;
    if (!stated) return;
    int best = GAME_TREE_DRAW;
    for (int i = 0; *stated; i++) {
        size_t n = strcspn(stated, " ");
        if (n == 1 && *stated == '1') best = i;
        stated += n + strspn(stated + n, " ");
    }
    t->result = best;
}

/* The players, from their names or from what sat there. */
static status take_players(game_tree *t, const record *r, int players, error *err) {
    const char *names = record_get(r, "names");
    const char *apart = names ? "," : " ";
    if (!names) names = record_get(r, "seats");
    status st = ST_OK;
    for (int i = 0; names && st == ST_OK && i < players && i < 2; i++) {
        char name[80];
        text copy = text_over(name, sizeof name);
        size_t n = strcspn(names, apart);
        text_putn(&copy, names, n);
        if (*name) st = game_tree_set_tag(t, formats_player_tag(t->game, i), name, err);
        names += n + (names[n] != '\0');
    }
    return st;
}

static status take_tags(game_tree *t, const record *r, error *err) {
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < r->field_count; i++) {
        const record_field *f = &r->fields[i];
        bool tag = f->key[0] >= 'A' && f->key[0] <= 'Z'; /* what we write ourselves is small */
        if (tag && *f->value) st = game_tree_set_tag(t, f->key, f->value, err);
    }
    return st;
}

status record_tree(game_tree **out, const record *r, game_list games, const game *fallback,
                   error *err) {
    planter x = {.r = r};
    replay_start start = {0};
    params p;
    *out = NULL;
    if (record_get(r, "view"))
        return error_set(err, ST_UNSUPPORTED, "the record holds what one seat saw of a game");
    const game *g = game_of(r, games, fallback, err);
    if (!g) return record_get(r, "game") ? ST_NOT_FOUND : ST_BAD_SYNTAX;
    status st = record_setup(&p, r, g, err);
    if (st == ST_OK) st = open_start(&start, r, g, &p, SEAT_ALL, err);
    x.p = start.pos;
    if (st == ST_OK) st = record_check_rules(r, position_rules(x.p), err);
    if (st == ST_OK) st = game_tree_from(&x.t, x.p, err);
    x.main = mem_alloc((r->event_count + 1) * sizeof *x.main);
    x.branch = mem_alloc((r->branch_count + 1) * sizeof *x.branch);
    if (st == ST_OK && (!x.main || !x.branch))
        st = error_set(err, ST_NOMEM, "no memory for the record");
    if (st == ST_OK) {
        x.first = position_ply(x.p);
        position_allow(x.p, POSITION_NULL_MOVES);
        st = plant_all(&x, start.head, err);
    }
    if (st == ST_OK) {
        take_result(x.t, r, position_rules(x.p)->players);
        game_tree_judge(x.t, x.p);
        st = take_players(x.t, r, position_rules(x.p)->players, err);
    }
    if (st == ST_OK) st = take_tags(x.t, r, err);
    if (st == ST_OK)
        *out = x.t;
    else
        game_tree_destroy(x.t);
    mem_free(x.main);
    mem_free(x.branch);
    position_destroy(x.p);
    return st;
}
