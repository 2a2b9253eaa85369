#include "cli/play/play_answer.h"

#include <string.h>

#include "cli/play/play_choose.h"
#include "cli/play/play_engines.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "search/score.h"
#include "search/search_why.h"

/* Answers to the person at the keyboard, from what that person may know: what is legal and why not,
 * what the engine would do and why, and what the evaluation says. */

enum { LEGAL_SHOWN = 60 };

/* A state that fits what the person may know; NULL when there is no memory, which has been said. */
static void *world_of(const play *p, const position *view) {
    void *world = mem_alloc(position_rules(view)->state_size);
    rng deal = {.s = 1};
    if (world)
        position_world(view, &deal, world);
    else
        play_say(p, "no memory for the answer\n");
    return world;
}

typedef struct listing {
    const play *p;
    const rules *r;
    const void *world;
    const char *prefix;
    unsigned shown, count;
    text *out;
} listing;

static bool list_one(void *ctx, const token *tok, const char *name) {
    listing *l = ctx;
    char buf[GAME_TOKEN_SIZE];
    text spelled = text_over(buf, sizeof buf);
    play_spell(l->p, l->world, tok, name, &spelled);
    bool outcome = name[0] == '!' && text_starts(name + 1, l->prefix);
    if (!outcome && !text_starts(name, l->prefix) && !text_starts(buf, l->prefix)) return true;
    l->count++;
    if (l->shown == LEGAL_SHOWN) return true;
    l->shown++;
    text_format(l->out, "  %s", buf);
    if (l->r->terminal->describe) {
        size_t width = strlen(buf);
        text_repeat(l->out, ' ', width < 24 ? 24 - (int)width : 2);
        play_put_description(l->p, l->world, tok, l->out);
    }
    text_char(l->out, '\n');
    return true;
}

static void list_legal(play *p, const position *view, const char *prefix) {
    const rules *r = position_rules(view);
    text out = text_growing();
    listing l = {.p = p, .r = r, .world = world_of(p, view), .prefix = prefix, .out = &out};
    if (l.world) {
        status st = token_spell((state_ref){r, l.world, position_trail(view)}, list_one, &l);
        play_say_text(p, &out);
        if (st == ST_UNSUPPORTED)
            play_say(p, "there are too many outcomes to list\n");
        else if (st != ST_OK)
            play_say(p, "no memory for the list\n");
        else if (l.count > l.shown)
            play_say(p, "  and %u more; legal PREFIX lists those that start so\n",
                     l.count - l.shown);
        else if (!l.count)
            play_say(p, "nothing legal starts with %.60s\n", prefix);
    }
    mem_free((void *)l.world);
    text_done(&out);
}

void play_show_legal(play *p, const char *prefix) {
    error e;
    position *own = NULL;
    const position *view = NULL;
    if (play_actor(p) == ACTOR_NONE) {
        play_say(p, "the game is over\n");
        return;
    }
    if (play_choose_list(p, prefix)) return;
    if (play_view(p, &own, &view, &e) == ST_OK)
        list_legal(p, view, prefix);
    else
        play_say_error(p, &e);
    position_destroy(own);
}

/* --- things of the game --- */

static bool explain(play *p, const char *name, error *err) {
    const rules *r = position_rules(p->pos);
    text out = text_growing();
    status st = r->terminal->explain ? r->terminal->explain(r, name, &out, err) : ST_UNSUPPORTED;
    if (st == ST_UNSUPPORTED)
        (void)error_set(err, st, "%s has no cards or things to explain; rules has its rules",
                        r->game->name);
    if (st == ST_OK) play_say_text(p, &out);
    text_done(&out);
    return st == ST_OK;
}

void play_explain(play *p, const char *name) {
    error e;
    if (!explain(p, name, &e)) play_say_error(p, &e);
}

/* --- why --- */

static void say_what_it_does(play *p, const position *view, const char *event,
                             const char *canonical) {
    const rules *r = position_rules(view);
    void *world = world_of(p, view);
    token tok;
    if (!world) return;
    text out = text_growing();
    bool read =
        token_read_exact((state_ref){r, world, position_trail(view)}, event, &tok, NULL) == ST_OK;
    if (read)
        play_spell(p, world, &tok, canonical, &out);
    else
        text_put(&out, canonical);
    text_put(&out, " is legal");
    if (r->terminal->describe && read) {
        text_put(&out, ": ");
        play_put_description(p, world, &tok, &out);
    }
    text_char(&out, '\n');
    play_say_text(p, &out);
    text_done(&out);
    mem_free(world);
}

void play_show_why(play *p, const char *event) {
    error e;
    position *own = NULL;
    const position *view = NULL;
    char buf[GAME_TOKEN_SIZE];
    char with_mark[GAME_TOKEN_SIZE];
    text canonical = text_over(buf, sizeof buf);
    text marked = text_over(with_mark, sizeof with_mark);
    char own_buf[GAME_TOKEN_SIZE];
    text own_words = text_over(own_buf, sizeof own_buf);
    status st = play_read_own(p, event, &own_words, &e);
    bool wrong = st != ST_OK && st != ST_NOT_FOUND; /* words of this game, but none that is good */
    if (play_actor(p) == ACTOR_CHANCE && event[0] != '!') text_char(&marked, '!');
    text_put(&marked, st == ST_OK ? own_buf : event);
    if (!wrong)
        st = play_actor(p) == ACTOR_NONE ? error_set(&e, ST_GAME_OVER, "the game is over")
                                         : play_view(p, &own, &view, &e);
    if (st == ST_OK && !wrong) st = position_verify(view, with_mark, &canonical, &e);
    error other;
    if (st == ST_OK)
        say_what_it_does(p, view, with_mark, buf);
    else if (explain(p, event, &other))
        ; /* it is no action, but a card */
    else if (text_starts(e.text, event) && e.text[strlen(event)] == ':')
        play_say_error(p, &e); /* it names the action itself */
    else
        play_say(p, "%.60s is not legal: %s%s%s%s\n", event, e.text, e.reason[0] ? " (" : "",
                 e.reason, e.reason[0] ? ")" : "");
    position_destroy(own);
}

/* "own-lines" as words. */
static void put_term(const explain_term *t, text *out) {
    for (const char *c = t->name; *c; c++) text_char(out, *c == '-' || *c == '_' ? ' ' : *c);
    text_format(out, " (%+.2f)", t->gain);
}

/* The terms that speak for it, or those against. */
static void put_terms_for(const explanation *x, bool in_favour, text *out) {
    int count = 0;
    int seen = 0;
    for (int i = 0; i < x->count; i++) count += (x->term[i].gain > 0) == in_favour;
    if (count) text_put(out, in_favour ? " it gains" : " it gives up");
    for (int i = 0; i < x->count; i++) {
        if ((x->term[i].gain > 0) != in_favour) continue;
        text_put(out, seen == 0 ? " " : seen + 1 == count ? " and " : ", ");
        put_term(&x->term[i], out);
        seen++;
    }
}

static void put_comparison(const explanation *x, const char *first, const char *second, text *out) {
    int gains = 0;
    for (int i = 0; i < x->count; i++) gains += x->term[i].gain > 0;
    text_format(out, "%s rather than %s:", first, second);
    if (x->ends[0] || x->ends[1])
        text_format(out, " %s ends the game", x->ends[0] ? first : second);
    else if (!x->count)
        text_put(out, " the terms are equal, what follows makes the difference");
    put_terms_for(x, true, out);
    if (gains && gains < x->count) text_put(out, ", but");
    put_terms_for(x, false, out);
    if (x->outcomes > 1) text_format(out, ", on average over %d outcomes of chance", x->outcomes);
}

/* The first token of a line. */
static void put_first(const play *p, const position *root, const char *line, text *out) {
    char first[GAME_TOKEN_SIZE];
    text copy = text_over(first, sizeof first);
    text_putn(&copy, line, strcspn(line, " "));
    play_spell_line(p, root, first, out);
}

/* How far a proven end is. */
static void put_distance(const position *root, const search_line *line, int seat, text *out) {
    line_score s = score_of_line(root, line, seat, false);
    if (!s.mate) return;
    text_put(out, " (");
    score_write(&s, out);
    text_char(out, ')');
}

/* What tells the best from the second best: the terms of the evaluation, and what both evaluate to
 * to the one who asks. */
static void put_reason(const play *p, const position *root, const search_report *rep, int seat,
                       text *out) {
    search_comparison c;
    if (rep->count < 2) {
        text_put(out, "no other action was considered");
        return;
    }
    status st = search_compare(root, seat, play_weights(p), rep, &c, NULL);
    if (st == ST_NOMEM) text_put(out, "no memory to compare their terms; ");
    if (st == ST_OK && *c.first && strcmp(c.first, c.second) != 0) {
        char own[2][GAME_TOKEN_SIZE];
        text in_words[2] = {text_over(own[0], sizeof own[0]), text_over(own[1], sizeof own[1])};
        play_spell_line(p, root, c.first, &in_words[0]);
        play_spell_line(p, root, c.second, &in_words[1]);
        put_comparison(&c.terms, own[0], own[1], out);
        text_put(out, "; ");
    }
    const search_line *best = &rep->lines[0];
    const search_line *next = &rep->lines[1];
    put_first(p, root, best->pv, out);
    text_format(out, " has the value %.1f %%", 100 * best->values[seat]);
    put_distance(root, best, seat, out);
    text_put(out, ", ");
    put_first(p, root, next->pv, out);
    text_format(out, " %.1f %%", 100 * next->values[seat]);
    put_distance(root, next, seat, out);
}

/* What the first action of a line does, in words. */
static void put_what_it_does(const play *p, const position *root, const search_line *line,
                             text *out) {
    if (position_seat(root) != SEAT_ALL || !position_rules(root)->terminal->describe) return;
    text_put(out, " (");
    play_put_description(p, position_data(root), &line->first, out);
    text_char(out, ')');
}

static void say_hint(play *p, const position *root, const search_report *rep, int seat,
                     bool forced) {
    const rules *r = position_rules(root);
    const search_line *best = &rep->lines[0];
    play_who who;
    text out = text_growing();
    text_put(&out, "hint: ");
    put_first(p, root, best->pv, &out);
    if (r->terminal->spell && !r->terminal->screen) put_what_it_does(p, root, best, &out);
    for (int i = 0; i < r->players; i++)
        text_format(&out, "%s %s %.1f %%", i ? "," : ":", play_name(p, i, &who),
                    100 * best->values[i]);
    put_distance(root, best, seat, &out);
    if (strchr(best->pv, ' ')) {
        text_put(&out, "; line ");
        play_spell_line(p, root, best->pv, &out);
    }
    text_put(&out, "\nwhy: ");
    if (forced)
        text_put(&out, "it is the only legal action");
    else
        put_reason(p, root, rep, seat, &out);
    text_char(&out, '\n');
    play_say_text(p, &out);
    text_done(&out);
}

/* Whether there is but one thing to do, as far as the one to act knows. */
static bool is_forced(const position *root) {
    uint64_t n = 0;
    rng deal = {.s = 1};
    void *world = mem_alloc(position_rules(root)->state_size);
    if (world) {
        position_world(root, &deal, world);
        if (token_count((state_ref){position_rules(root), world, position_trail(root)}, &n) !=
            ST_OK)
            n = 0;
    }
    mem_free(world);
    return n == 1;
}

void play_show_hint(play *p) {
    error e;
    search_question q;
    search_answer a;
    position *own = NULL;
    if (play_actor(p) < 0) {
        play_say(p, play_actor(p) == ACTOR_NONE ? "the game is over\n" : "chance decides here\n");
        return;
    }
    status st = play_question(p, true, &q, &e);
    if (st == ST_OK) st = play_view(p, &own, &q.root, &e);
    if (st == ST_OK) {
        q.options.multipv = 2;
        search_prepare(p->search, false);
        st = search_run(p->search, &q, p->c.listen, p->c.listen_ctx, &a, &e);
    }
    if (st == ST_OK && a.report.count)
        say_hint(p, q.root, &a.report, q.seat, is_forced(q.root));
    else if (st == ST_OK)
        play_say(p, "nothing was found in this time\n");
    else
        play_say_error(p, &e);
    position_destroy(own);
}

/* --- the evaluation --- */

static bool is_zero(const evaluation *v, int term, int from, int to) {
    for (int i = from; i < to; i++)
        if (v->raw[i][term] != 0) return false;
    return true;
}

static void put_totals(const evaluation *v, int from, int to, text *out) {
    text_format(out, "%-27s", "total");
    for (int i = from; i < to; i++) text_format(out, "          %+7.2f", v->total[i]);
    text_char(out, '\n');
}

static void put_terms(const weights *e, const evaluation *v, int from, int to, text *out) {
    int zeros = 0;
    for (int k = 0; k < e->count; k++) {
        double weight = (double)e->weight[k];
        if (is_zero(v, k, from, to)) {
            zeros++;
            continue;
        }
        text_format(out, "%-20s %6.3f", e->game->features[k].name, weight);
        for (int i = from; i < to; i++) {
            double raw = (double)v->raw[i][k];
            text_format(out, " %8.3g %+7.2f", raw, raw != 0 ? weight * raw : 0);
        }
        text_char(out, '\n');
    }
    put_totals(v, from, to, out);
    if (zeros) text_format(out, "and %d term%s 0\n", zeros, zeros == 1 ? " is" : "s are");
}

/* The columns of seats from..to-1: terms and their sum, or what a net says. */
static void put_seats(const play *p, const evaluator *e, const evaluation *v, int from, int to,
                      text *out) {
    play_who who;
    if (e->net) {
        text_put(out, "a net evaluates, ");
        net_write_shape(e->net, out);
        text_put(out, "; `why` names terms that come close to it\n");
    }
    text_format(out, "%-27s", e->net ? "" : "term                 weight");
    for (int i = from; i < to; i++) text_format(out, " %16.16s", play_name(p, i, &who));
    text_char(out, '\n');
    if (e->net)
        put_totals(v, from, to, out);
    else
        put_terms(&e->weights, v, from, to, out);
}

static void put_expected(const evaluation *v, int players, text *out) {
    text_format(out, "%-27s", "expected score");
    for (int i = 0; i < players; i++) text_format(out, "         %6.1f %%", 100 * v->win[i]);
    text_char(out, '\n');
}

/* In a hidden game a person can know the own terms only. */
void play_show_table(play *p) {
    const rules *r = position_rules(p->pos);
    error why;
    position *own = NULL;
    const position *view = NULL;
    if (play_view(p, &own, &view, &why) != ST_OK) {
        play_say_error(p, &why);
        return;
    }
    evaluator e;
    evaluator_init(&e, play_weights(p), r);
    void *world = world_of(p, view);
    evaluation *v = mem_alloc(sizeof *v);
    text out = text_growing();
    if (!evaluator_speaks(&e)) {
        play_say(p, "%s has no evaluation; ask for a hint\n", r->game->name);
    } else if (world && v) {
        evaluate_state(&e, world, v);
        int seat = own ? play_actor(p) : 0;
        put_seats(p, &e, v, seat, own ? seat + 1 : r->players, &out);
        if (!own) put_expected(v, r->players, &out);
        play_say_text(p, &out);
    } else {
        play_say(p, "no memory for the evaluation\n");
    }
    text_done(&out);
    mem_free(v);
    mem_free(world);
    evaluator_done(&e);
    position_destroy(own);
}
