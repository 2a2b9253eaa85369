#include "arena/illegal.h"

#include <assert.h>
#include <string.h>

#include "engine/game/tokens.h"

static const char *const names[] = {"forfeit", "skip", "ask", "random"};
enum { POLICIES = sizeof names / sizeof *names };

const char *illegal_policy_name(illegal_policy p) {
    assert((unsigned)p < POLICIES);
    return names[p];
}

status illegal_policy_read(illegal_policy *out, const char *word, error *err) {
    for (int i = 0; i < POLICIES; i++) {
        if (!text_same(names[i], word)) continue;
        *out = (illegal_policy)i;
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE,
                     "an illegal answer can forfeit, skip, ask or random, not %.40s", word);
}

bool illegal_check(const position *now, const text *answer, error *why) {
    token tok;
    const char *said = text_string(answer);
    if (!answer->len) {
        (void)error_set(why, ST_ILLEGAL_ACTION, "the answer is empty");
    } else if (answer->cut) {
        (void)error_set(why, ST_ILLEGAL_ACTION, "the answer is too long");
    } else if (said[0] == '!' || said[0] == '?') {
        (void)error_set(why, ST_ILLEGAL_ACTION, "chance is not the player's to announce");
    } else {
        return token_read(position_ref(now), said, &tok, why) == ST_OK;
    }
    return false;
}

/* By what games call it: next to the words for declining those of Project L and pig. */
bool illegal_gives_up(const char *name) {
    static const char *const others[] = {"nothing", "endft", "hold"};
    const char *last = strrchr(name, ':');
    const char *word = last ? last + 1 : name;
    if (token_declines(word)) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i]) == 0) return true;
    return false;
}

static bool find_pass(void *ctx, const token *tok, const char *name) {
    token *found = ctx;
    if (!illegal_gives_up(name)) return true;
    *found = *tok;
    return false;
}

bool illegal_instead(illegal_policy p, const position *now, uint64_t seed, text *event) {
    const rules *r = position_rules(now);
    token tok = {.count = 0};
    text_clear(event);
    event->cut = false;
    if (p == ILLEGAL_SKIP) {
        if (token_spell(position_ref(now), find_pass, &tok) != ST_OK) return false;
    } else if (p == ILLEGAL_RANDOM) {
        rng g = rng_stream(seed, position_ply(now));
        if (token_random(position_ref(now), &g, &tok) != ST_OK) return false;
    }
    if (!tok.count) return false;
    token_write(r, position_data(now), &tok, event);
    return !event->cut;
}
