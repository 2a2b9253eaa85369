#include <string.h>

#include "tune/job_state.h"

/* Numbers that a bot plays by: which are tuned, and against whom they are tried. */

/* --- the numbers --- */

static const bot *find_bot(const game *g, const char *name, size_t len) {
    for (const bot *b = g->bots; b && b->name; b++)
        if (strlen(b->name) == len && strncmp(b->name, name, len) == 0) return b;
    return NULL;
}

static status check_words(const tune_job *j, error *err) {
    const tune_settings *s = &j->s;
    const char *name = j->tuned->bot;
    if (tune_learns(s->method))
        return error_set(err, ST_BAD_VALUE,
                         "the parameters of bot:%s take a method that plays (spsa, cmaes, ga)",
                         name);
    if (s->weights[0])
        return error_set(
            err, ST_BAD_VALUE,
            "the parameters of bot:%s begin with the game's option %s, not with weights", name,
            j->tuned->option);
    bool own = text_starts(s->engine, "bot:") && strcmp(s->engine + 4, name) == 0;
    if (!own && strcmp(s->engine, TUNE_DEFAULT_ENGINE) != 0)
        return error_set(err, ST_BAD_VALUE,
                         "the parameters of bot:%s are tried by itself: leave engine out", name);
    if (s->seats >= j->rules->players)
        return error_set(err, ST_BAD_VALUE, "seats: of %d seats at least one is for the opponents",
                         j->rules->players);
    return ST_OK;
}

/* Every name that was asked for has to be one of them. */
static status check_names(const tune_job *j, const feature *list, error *err) {
    for (const char *s = j->s.params; *s;) {
        size_t len = strcspn(s, ",");
        bool found = len == 0;
        for (int i = 0; !found && i < j->numbers; i++)
            found = strlen(list[i].name) == len && strncmp(list[i].name, s, len) == 0;
        if (!found)
            return error_set(err, ST_BAD_VALUE, "bot:%s has no number %.*s", j->tuned->bot,
                             (int)(len < 60 ? len : 60), s);
        s += len + (s[len] == ',');
    }
    return ST_OK;
}

static status add_numbers(tune_job *j, error *err) {
    feature list[BOT_MAX_PARAMS];
    j->numbers = j->tuned->list(j->rules, list);
    status st = check_names(j, list, err);
    for (int i = 0; st == ST_OK && i < j->numbers; i++) {
        const feature *f = &list[i];
        tune_param p = {f->name,
                        -1,
                        KNOB_COUNT,
                        i,
                        {(double)f->weight, (double)f->min, (double)f->max, (double)f->step}};
        j->first[i] = f->weight;
        if (job_wanted(&j->s, f->name)) st = job_add_param(j, &p, err);
    }
    if (st == ST_OK && !j->params)
        st = error_set(err, ST_BAD_VALUE,
                       "nothing to tune: bot:%s has no number that was asked for", j->tuned->bot);
    return st;
}

/* --- the opponents --- */

static status add_rivals(tune_job *j, error *err) {
    const char *s = j->s.opponents;
    while (*s) {
        size_t len = strcspn(s, ",");
        const bot *b =
            text_starts(s, "bot:") && len > 4 ? find_bot(j->s.game, s + 4, len - 4) : NULL;
        if (!b)
            return error_set(
                err, ST_BAD_VALUE,
                "opponents of a bot's parameters are bots (bot:NAME, several with commas "
                "between), and %s has no %.*s",
                j->s.game->name, (int)(len < 60 ? len : 60), s);
        if (j->rivals == TUNE_RIVALS)
            return error_set(err, ST_BAD_VALUE, "at most %d opponents", TUNE_RIVALS);
        j->rival[j->rivals++] = (bot_side){.bot = b};
        s += len + (s[len] == ',');
    }
    return ST_OK;
}

status job_bots_choose(tune_job *j, error *err) {
    j->tuned = j->s.group[0] ? game_bot_params(j->s.game, j->s.group) : NULL;
    if (!j->tuned) return ST_OK;
    j->bot = find_bot(j->s.game, j->tuned->bot, strlen(j->tuned->bot));
    status st = check_words(j, err);
    if (st == ST_OK) st = add_numbers(j, err);
    return st == ST_OK ? add_rivals(j, err) : st;
}

/* --- sides --- */

static float *numbers_of(const tune_job *j, int slot) {
    return j->number + (size_t)slot * BOT_MAX_PARAMS;
}

void job_bots_all(const tune_job *j, const double *number, float *out) {
    memcpy(out, j->first, sizeof j->first);
    for (int i = 0; i < j->params; i++) out[j->param[i].number] = (float)number[i];
}

void job_bots_set(tune_job *j, int slot, const double *number) {
    job_bots_all(j, number, numbers_of(j, slot));
}

bot_side job_bots_side(const tune_job *j, int slot) {
    return (bot_side){.bot = j->bot, .by = j->tuned, .number = numbers_of(j, slot)};
}
