#include "search/timekeeper.h"

#include <assert.h>

void timekeeper_init(timekeeper *k, search_budget budget) {
    assert(budget.soft_ms <= budget.hard_ms);
    *k = (timekeeper){.budget = budget};
}

int timekeeper_pace_ms(const timekeeper *k) {
    int64_t pace = k->budget.soft_ms / 20;
    return pace < 1 ? 1 : pace > 10 ? 10 : (int)pace;
}

static void note(timekeeper *k, const search_line *best, int seat, int64_t elapsed_ms) {
    if (!k->any || !token_equal(&k->best, &best->first)) {
        k->changes += k->any;
        k->best = best->first;
        k->since_ms = elapsed_ms;
        k->first = best->values[seat];
        k->any = true;
    }
    k->value = best->values[seat];
}

/* A tree search that cannot bring the second choice up to the first in the time that is left. */
static bool out_of_reach(const timekeeper *k, const search_report *r, int64_t elapsed_ms) {
    if (r->count < 2 || !r->lines[0].visits || elapsed_ms < k->budget.soft_ms / 8) return false;
    uint64_t second = 0;
    for (size_t i = 1; i < r->count; i++)
        if (r->lines[i].visits > second) second = r->lines[i].visits;
    if (r->lines[0].visits <= second) return false;
    int64_t left = k->budget.soft_ms - elapsed_ms;
    if (left <= 0) return true;
    double rate = (double)r->visits / (double)(elapsed_ms > 0 ? elapsed_ms : 1);
    return (double)(r->lines[0].visits - second) > rate * (double)left;
}

/* How much of the soft budget this choice deserves, in percent: half for one that has stood from
 * the start, twice for one that has just changed, more where its value falls. */
static int64_t patience(const timekeeper *k, int64_t elapsed_ms) {
    int64_t stood = elapsed_ms > 0 ? (elapsed_ms - k->since_ms) * 100 / elapsed_ms : 0;
    int64_t percent = stood >= 90 ? 55 : stood >= 60 ? 80 : stood >= 30 ? 120 : 180;
    if (k->changes > 3) percent += 20;
    double fall = k->first - k->value;
    if (fall > 0.02) percent += 40;
    if (fall > 0.08) percent += 80;
    return percent;
}

bool timekeeper_look(timekeeper *k, const search_report *r, int seat, int64_t elapsed_ms) {
    if (k->budget.hard_ms < 0) return false;
    if (elapsed_ms >= k->budget.hard_ms) return true;
    if (k->budget.soft_ms >= k->budget.hard_ms || !r->count) return false;
    note(k, &r->lines[0], seat, elapsed_ms);
    if (out_of_reach(k, r, elapsed_ms)) return true;
    return elapsed_ms * 100 >= k->budget.soft_ms * patience(k, elapsed_ms);
}
