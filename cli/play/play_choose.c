#include "cli/play/play_choose.h"

#include <string.h>

#include "cli/play/play_list.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"

/* --- what was chosen so far --- */

static void forget_typed(play *p) {
    mem_free(p->choice.typed);
    p->choice.typed = NULL;
}

void play_choose_forget(play *p) {
    play_choice *c = &p->choice;
    for (int i = 0; i < c->count; i++) mem_free(c->part[i]);
    forget_typed(p);
    *c = (play_choice){0};
}

/* Takes over the parts of a walk. A game that is only looked at is not played. */
static void keep(play *p, play_walk *w) {
    play_choose_forget(p);
    if (play_replays(p)) return;
    memcpy(p->choice.part, w->part, sizeof w->part);
    p->choice.count = w->count;
    w->count = 0;
}

static bool is_open(const play *p) {
    return p->choice.count || p->choice.typed;
}

/* A walk that has followed what was chosen. */
static status resume(play_walk *w, const play *p, error *err) {
    status st = play_walk_init(w, p, p->pos, err);
    return st == ST_OK ? play_walk_follow(w, p->choice.part, p->choice.count, err) : st;
}

/* --- lists --- */

/* ST_OK where a line is an action by itself; then *event is it. */
static status read_action(const play *p, const position *view, const char *line, text *event) {
    char buf[GAME_TOKEN_SIZE];
    text own = text_over(buf, sizeof buf);
    status st = play_read_own(p, line, &own, NULL);
    if (st == ST_NOMEM) return st;
    if (st != ST_OK) {
        text_clear(&own);
        if (play_actor(p) == ACTOR_CHANCE && line[0] != '!') text_char(&own, '!');
        text_put(&own, line);
    }
    st = own.cut ? ST_NOT_FOUND : position_verify(view, buf, NULL, NULL);
    if (st == ST_OK) text_put(event, buf);
    return st;
}

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory to choose");
}

/* Numbers are for choosing unless they are actions or parts themselves. */
static status numbers_are_free(const play_walk *w, bool *free, error *err) {
    *free = true;
    for (size_t i = 1; *free && i <= w->next.count; i++) {
        char number[24];
        char buf[GAME_TOKEN_SIZE];
        text n = text_over(number, sizeof number);
        text event = text_over(buf, sizeof buf);
        text_format(&n, "%u", (unsigned)i);
        status st = read_action(w->p, w->view, number, &event);
        if (st == ST_NOMEM) return no_memory(err);
        *free = st != ST_OK && play_walk_find(w, number) < 0;
    }
    return ST_OK;
}

/* Keeps of what may follow what makes an action of the line that was typed. */
static status keep_turns_of(play_walk *w, const char *typed, error *err) {
    size_t kept = 0;
    status st = ST_OK;
    for (size_t i = 0; st != ST_NOMEM && i < w->next.count; i++) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        text line = text_growing();
        text_format(&line, "%s %s", typed, w->next.at[i].part);
        st = line.cut ? ST_NOMEM : read_action(w->p, w->view, text_string(&line), &event);
        if (st == ST_OK) w->next.at[kept++] = w->next.at[i];
        text_done(&line);
    }
    w->next.count = kept;
    return st == ST_NOMEM ? no_memory(err) : ST_OK;
}

static status show(play *p, play_walk *w, error *err) {
    text out = text_growing();
    bool numbered;
    status st = numbers_are_free(w, &numbered, err);
    if (st == ST_OK) st = play_list_put(w, numbered, &out, err);
    if (st == ST_OK) {
        play_say_text(p, &out);
        p->choice.listed = numbered && !play_replays(p);
    }
    text_done(&out);
    return st;
}

/* What may follow now; what need not be asked is skipped. What lies on a real table need not be
 * listed where there is much of it. */
static status show_next(play *p, bool asked, error *err) {
    enum { MUCH = 24 };
    play_walk w;
    status st = resume(&w, p, err);
    if (st == ST_OK)
        st = p->choice.typed ? keep_turns_of(&w, p->choice.typed, err)
                             : play_walk_only(&w, false, err);
    bool brief = !asked && play_actor(p) == ACTOR_CHANCE && w.next.count > MUCH;
    if (st == ST_OK && !brief) st = show(p, &w, err);
    if (st == ST_OK && brief) {
        text out = text_growing();
        play_list_heading(&w, &out);
        play_say_text(p, &out);
        text_done(&out);
    }
    play_walk_done(&w);
    return st;
}

/* --- a line --- */

typedef struct reading {
    play_walk walk;
    words said;
    size_t used;
} reading;

/* As many of the words as name a part: "basic unicorn" is one. -1: none. */
static int find_words(const reading *x, size_t *end) {
    for (*end = x->said.count; *end > x->used; --*end) {
        char buf[PLAY_NAME_SIZE];
        text name = text_over(buf, sizeof buf);
        for (size_t i = x->used; i < *end; i++)
            text_format(&name, "%s%s", i > x->used ? " " : "", x->said.at[i]);
        int i = name.cut ? -1 : play_walk_find(&x->walk, buf);
        if (i >= 0) return i;
    }
    return -1;
}

/* Takes a part for the next word; ST_NOT_FOUND where it names none. Parts that there is no choice
 * about may be left out. */
static status take_word(reading *x, error *err) {
    play_walk *w = &x->walk;
    const pick_list *next = &w->next;
    status st = ST_OK;
    while (st == ST_OK) {
        size_t end;
        uint64_t number;
        int i = find_words(x, &end);
        bool is_number = text_u64(x->said.at[x->used], UINT32_MAX, &number);
        bool counts = w->p->choice.listed || x->used > 0;
        bool one = next->count == 1 && !next->at[0].token;
        if (i < 0 && one && (!is_number || play_walk_silent(w))) {
            st = play_walk_take(w, 0, err);
            continue;
        }
        if (i < 0 && is_number && counts && number >= 1 && number <= next->count) {
            i = (int)number - 1;
            end = x->used + 1;
        }
        if (i < 0) return error_set(err, ST_NOT_FOUND, "that cannot be chosen");
        x->used = end;
        return play_walk_take(w, (size_t)i, err);
    }
    return st;
}

/* Follows the words; ST_NOT_FOUND leaves `used` at the word that names no part. */
static status read_words(reading *x, error *err) {
    status st = ST_OK;
    const play_walk *w = &x->walk;
    /* The part that was taken by itself last may be said again. */
    if (x->said.count > 1 && w->count && text_same(w->part[w->count - 1], x->said.at[0])) {
        size_t end;
        if (find_words(x, &end) < 0) x->used++;
    }
    while (st == ST_OK && x->used < x->said.count)
        st = x->walk.token ? error_set(err, ST_NOT_FOUND, "nothing follows") : take_word(x, err);
    return st;
}

static status explain(const reading *x, const char *line, error *err) {
    const play_walk *w = &x->walk;
    char buf[200];
    text names = text_over(buf, sizeof buf);
    for (size_t i = 0; i < w->next.count && i < 8; i++)
        text_format(&names, "%s%s",
                    i == 0                   ? ""
                    : i + 1 == w->next.count ? " or "
                                             : ", ",
                    w->next.at[i].part);
    if (w->next.count > 8) text_put(&names, ", ...");
    const char *word = x->used < x->said.count ? x->said.at[x->used] : line;
    if (w->token) return error_set(err, ST_BAD_SYNTAX, "nothing follows before %.40s", word);
    return error_set(err, ST_BAD_SYNTAX, "%.40s cannot be chosen here; %s", word, buf);
}

/* An action of which only the turn is missing: which of them fit there? */
static play_chose ask_turn(play *p, reading *x, const char *line, error *err) {
    bool turns = x->used && x->walk.next.count && x->walk.next.at[0].kind == PICK_TURN;
    if (!turns) return PLAY_CHOSE_NOTHING;
    if (keep_turns_of(&x->walk, line, err) != ST_OK) return PLAY_CHOSE_WRONG;
    if (!x->walk.next.count) return PLAY_CHOSE_NOTHING;
    char *typed = mem_string(line);
    if (!typed) {
        (void)no_memory(err);
        return PLAY_CHOSE_WRONG;
    }
    keep(p, &x->walk);
    p->choice.typed = typed;
    return show_next(p, true, err) == ST_OK ? PLAY_CHOSE_PART : PLAY_CHOSE_WRONG;
}

static play_chose finish(play *p, reading *x, text *event, error *err) {
    status st = play_walk_only(&x->walk, true, err);
    if (st == ST_OK && x->walk.token) {
        text_put(event, x->walk.token);
        return PLAY_CHOSE_ACTION;
    }
    if (st == ST_OK) keep(p, &x->walk);
    if (st == ST_OK) st = show_next(p, false, err);
    return st == ST_OK ? PLAY_CHOSE_PART : PLAY_CHOSE_WRONG;
}

/* Words that do not follow what was chosen may begin another action. */
static status read_from_start(reading *x, error *err) {
    play_walk again;
    status st = play_walk_init(&again, x->walk.p, x->walk.p->pos, err);
    reading y = {again, x->said, 0};
    if (st == ST_OK) st = read_words(&y, err);
    bool better = y.used > 0;
    play_walk_done(better ? &x->walk : &y.walk);
    if (!better) return st == ST_NOMEM ? st : ST_NOT_FOUND;
    x->walk = y.walk;
    x->used = y.used;
    return st;
}

static play_chose read_parts(play *p, reading *x, const char *line, text *event, error *err) {
    status st = read_words(x, err);
    if (st == ST_NOT_FOUND && !x->used && p->choice.count) st = read_from_start(x, err);
    if (st == ST_OK) return finish(p, x, event, err);
    if (st != ST_NOT_FOUND) return PLAY_CHOSE_WRONG;
    play_chose turn = ask_turn(p, x, line, err);
    if (turn != PLAY_CHOSE_NOTHING) return turn;
    uint64_t number;
    bool by_number = p->choice.listed && text_u64(line, UINT64_MAX, &number);
    if (!x->used && !is_open(p) && !by_number) return PLAY_CHOSE_NOTHING;
    (void)explain(x, line, err);
    return PLAY_CHOSE_WRONG;
}

/* The turn of an action that was typed without it, by its name or its number. */
static play_chose read_turn(play *p, reading *x, text *event, error *err) {
    play_chose done = PLAY_CHOSE_WRONG;
    if (keep_turns_of(&x->walk, p->choice.typed, err) != ST_OK) return done;
    uint64_t number = 0;
    int i = x->said.count == 1 ? play_walk_find(&x->walk, x->said.at[0]) : -1;
    bool counted = x->said.count == 1 && p->choice.listed &&
                   text_u64(x->said.at[0], x->walk.next.count, &number) && number;
    if (i < 0 && counted) i = (int)number - 1;
    if (i >= 0) {
        text line = text_growing();
        text_format(&line, "%s %s", p->choice.typed, x->walk.next.at[i].part);
        if (read_action(p, x->walk.view, text_string(&line), event) == ST_OK)
            done = PLAY_CHOSE_ACTION;
        text_done(&line);
    }
    if (done == PLAY_CHOSE_WRONG) (void)explain(x, "", err);
    return done;
}

play_chose play_choose(play *p, const char *line, text *event, error *err) {
    reading x = {0};
    play_chose done = PLAY_CHOSE_WRONG;
    char *copy = mem_string(line);
    if (play_actor(p) == ACTOR_NONE) {
        mem_free(copy);
        return PLAY_CHOSE_NOTHING;
    }
    status st = resume(&x.walk, p, err);
    if (!copy) st = no_memory(err);
    if (st == ST_OK) st = words_split(&x.said, copy, err);
    /* ST_NOT_FOUND: nothing can be listed in parts. */
    if (st == ST_NOT_FOUND || (st == ST_OK && !x.said.count))
        done = PLAY_CHOSE_NOTHING;
    else if (st == ST_OK)
        done = p->choice.typed ? read_turn(p, &x, event, err) : read_parts(p, &x, line, event, err);
    words_done(&x.said);
    play_walk_done(&x.walk);
    mem_free(copy);
    return done;
}

/* --- back --- */

/* Drops the last part, and those before it that there was no choice about. */
static status step_back(play *p, error *err) {
    play_choice *c = &p->choice;
    status st = ST_OK;
    bool again = c->typed == NULL;
    forget_typed(p);
    while (st == ST_OK && again && c->count) {
        play_walk w;
        mem_free(c->part[--c->count]);
        st = resume(&w, p, err);
        again = st == ST_OK && play_walk_silent(&w);
        play_walk_done(&w);
    }
    return st;
}

bool play_choose_back(play *p, const char *line) {
    error e;
    bool all = text_same(line, "cancel");
    bool back = strcmp(line, "..") == 0;
    if (!is_open(p) && back) play_say(p, "nothing was chosen so far\n");
    if (!is_open(p) || !(all || back || !*line)) return back;
    status st = ST_OK;
    if (all)
        play_choose_forget(p);
    else
        st = step_back(p, &e);
    if (st == ST_OK && !all) st = show_next(p, false, &e);
    if (st != ST_OK) play_say_error(p, &e);
    return true;
}

/* --- on request --- */

bool play_choose_list(play *p, const char *prefix) {
    error e;
    reading x = {0};
    char *copy = mem_string(prefix);
    bool open = is_open(p) && !*prefix;
    status st = open ? resume(&x.walk, p, &e) : play_walk_init(&x.walk, p, p->pos, &e);
    if (!copy) st = no_memory(&e);
    if (st == ST_OK) st = words_split(&x.said, copy, &e);
    if (st == ST_OK) st = read_words(&x, &e);
    bool found = st == ST_OK && !x.walk.token;
    if (found) {
        if (!open) keep(p, &x.walk);
        if (play_replays(p))
            st = show(p, &x.walk, &e);
        else
            st = show_next(p, true, &e);
    }
    bool failed = st != ST_OK && (found || st == ST_NOMEM);
    if (failed) play_say_error(p, &e);
    words_done(&x.said);
    play_walk_done(&x.walk);
    mem_free(copy);
    return found || failed;
}

void play_choose_question(const play *p) {
    play_walk w;
    text out = text_growing();
    bool asks = play_walk_init(&w, p, p->pos, NULL) == ST_OK &&
                play_walk_only(&w, false, NULL) == ST_OK && w.next.ask;
    if (asks) play_list_heading(&w, &out);
    if (asks) play_say_text(p, &out);
    text_done(&out);
    play_walk_done(&w);
}

void play_choose_complete(const play *p, const char *line,
                          void (*found)(void *ctx, const char *line), void *ctx) {
    reading x = {0};
    const char *space = strrchr(line, ' ');
    size_t before = space ? (size_t)(space + 1 - line) : 0;
    char *copy = mem_string(line);
    if (copy) copy[before] = '\0';
    bool ready = copy && play_actor(p) != ACTOR_NONE && resume(&x.walk, p, NULL) == ST_OK &&
                 words_split(&x.said, copy, NULL) == ST_OK && read_words(&x, NULL) == ST_OK &&
                 play_walk_only(&x.walk, false, NULL) == ST_OK && !x.walk.token;
    for (size_t i = 0; ready && i < x.walk.next.count; i++) {
        const pick_part *part = &x.walk.next.at[i];
        bool same = part->token && !before && strcmp(part->token, part->part) == 0;
        if (same || !text_starts(part->part, line + before)) continue;
        text full = text_growing();
        text_putn(&full, line, before);
        text_put(&full, part->part);
        if (!full.cut) found(ctx, text_string(&full));
        text_done(&full);
    }
    words_done(&x.said);
    play_walk_done(&x.walk);
    mem_free(copy);
}

/* --- what there is no choice about --- */

/* Answers to what others play, and everything that declines: what a player does of their own accord,
 * a move, a roll, is asked for also where there is nothing else. */
bool play_choose_forced(const play *p, const position *pos, text *event) {
    const rules *r = position_rules(pos);
    int actor = play_ended(pos) ? ACTOR_NONE : r->game->actor(r, position_data(pos));
    if (p->c.ask_all || actor < 0 || !p->seat[actor].human ||
        game_end(r, position_data(pos)) == END_CLAIM)
        return false;
    play_walk w;
    bool forced = play_walk_init(&w, p, pos, NULL) == ST_OK && play_walk_silent(&w) &&
                  w.next.at[0].token &&
                  (r->traits & GAME_REACTIONS || token_declines(w.next.at[0].part));
    if (forced && event) text_put(event, w.next.at[0].token);
    play_walk_done(&w);
    return forced;
}
