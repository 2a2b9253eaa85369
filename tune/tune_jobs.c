#include "tune/tune_jobs.h"

#include <stdio.h>
#include <string.h>

#include "arena/match.h"
#include "arena/match_report.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

typedef struct jobs_state {
    const tune_world *world;
    thrd_t thread;
    bool started; /* there is a thread to join */
    mtx_t lock;   /* guards what follows */
    cnd_t ended;
    bool busy;     /* something is under way */
    bool reported; /* and its last word was said */
    tune_job *job; /* one of the two is under way */
    match *match;
    match_settings *settings;
    int concurrency;
    job_request request; /* whom to tell */
    tune_state last;
    bool has_last;
    char report[TUNE_PATH];     /* a page to write after this epoch; empty: none */
    char checkpoint[TUNE_PATH]; /* of the last run; empty: there was none */
    text again;                 /* the order that plays these games again */
    bool only_report;           /* the job at hand is loaded for its report alone */
} jobs_state;

static void say_word(const job_request *o, const char *word) {
    reply r;
    reply_init(&r, word);
    o->say(o->ctx, &r);
}

static void say_string(const job_request *o, const char *said) {
    reply r;
    reply_init(&r, "info");
    reply_word(&r, "string", said);
    o->say(o->ctx, &r);
}

/* The world with the games of the order: `load` changes the list of the session meanwhile. */
static tune_world world_for(const jobs_state *s, const job_request *o) {
    tune_world w = *s->world;
    w.games = o->games;
    return w;
}

/* --- tune list --- */

static void list_one(const job_request *o, const feature *f, const char *group, int len) {
    char name[64];
    reply r;
    (void)snprintf(name, sizeof name, "%.*s", len, group);
    reply_init(&r, "tune");
    reply_word(&r, "param", f->name);
    reply_short(&r, "value", (double)f->weight, 6);
    reply_short(&r, "min", (double)f->min, 6);
    reply_short(&r, "max", (double)f->max, 6);
    reply_short(&r, "step", (double)f->step, 6);
    reply_word(&r, "group", name);
    o->say(o->ctx, &r);
}

/* What bots play by may depend on the options, so it is asked of the rules. */
static status list_numbers(const job_request *o, error *err) {
    rules *r = NULL;
    feature list[BOT_MAX_PARAMS];
    if (!o->game->bot_params) return ST_OK;
    status st = rules_open(&r, o->game, o->setup, err);
    if (st != ST_OK) return st;
    for (const bot_params *b = o->game->bot_params; b->bot; b++) {
        int n = b->list(r, list);
        for (int i = 0; i < n; i++) list_one(o, &list[i], b->bot, (int)strlen(b->bot));
    }
    rules_close(r);
    return ST_OK;
}

static status list_terms(const job_request *o, error *err) {
    for (const feature *f = o->game->features; f && f->name; f++)
        list_one(o, f, f->name, (int)strcspn(f->name, ".-"));
    status st = list_numbers(o, err);
    if (st == ST_OK) say_word(o, "tuneok");
    return st;
}

/* --- work --- */

static void report_failure(const job_request *o, const char *what, const error *e) {
    char line[400];
    (void)snprintf(line, sizeof line, "error %s cmd=%s : %s", status_name(e->code), what, e->text);
    say_string(o, line);
}

static void write_report(jobs_state *s, const tune_job *j) {
    char path[TUNE_PATH];
    char line[TUNE_PATH + 40];
    error e;
    (void)mtx_lock(&s->lock);
    memcpy(path, s->report, sizeof path);
    s->report[0] = '\0';
    (void)mtx_unlock(&s->lock);
    if (!path[0]) return;
    if (tune_job_report(j, path, &e) != ST_OK) {
        report_failure(&s->request, "tune", &e);
        return;
    }
    (void)snprintf(line, sizeof line, "report in %s", path);
    say_string(&s->request, line);
}

void tune_jobs_progress(const tune_state *s, reply *r) {
    reply_init(r, "tune");
    reply_flag(r, "progress");
    reply_count(r, "done", s->done);
    reply_lead(r, "");
    reply_count(r, "total", s->total);
    reply_lead(r, "");
    reply_real(r, "pct", s->total ? 100.0 * (double)s->done / (double)s->total : 100, 1);
    reply_int(r, "eta", s->eta_s);
    if (s->learns) reply_real(r, "loss", s->loss, 6);
    if (s->validated) reply_real(r, "valid", s->valid, 6);
    if (!s->learns) reply_real(r, "winrate", s->win_rate, 4);
    if (s->has_best) reply_real(r, "best", s->best, s->learns ? 6 : 4);
    reply_short(r, "rate", s->rate, 3);
    reply_count(r, "games", s->games);
    reply_real(r, "llr", s->llr, 3);
}

static bool report_progress(void *ctx, const tune_job *j) {
    jobs_state *s = ctx;
    tune_state now = tune_job_state(j);
    reply r;
    tune_jobs_progress(&now, &r);
    s->request.say(s->request.ctx, &r);
    (void)mtx_lock(&s->lock);
    s->last = now;
    s->has_last = true;
    (void)mtx_unlock(&s->lock);
    write_report(s, j);
    return true;
}

static void report_lines(const job_request *o, const char *head, const char *lines) {
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        text line = text_growing();
        text_put(&line, head);
        text_putn(&line, lines, n);
        if (!line.cut) say_string(o, text_string(&line));
        text_done(&line);
        lines += n + (lines[n] == '\n');
    }
}

/* The last word comes back: it is said when the next piece of work may come. */
static const char *run_tune(jobs_state *s) {
    error e;
    if (s->only_report) {
        write_report(s, s->job);
        return "tuneok";
    }
    report_lines(&s->request, "", tune_job_notes(s->job));
    status st = tune_job_run(s->job, report_progress, s, &e);
    if (st == ST_OK) {
        text reported = text_growing();
        tune_job_summary(s->job, &reported);
        report_lines(&s->request, "", text_string(&reported));
        text_done(&reported);
    } else if (st != ST_STOPPED) {
        report_failure(&s->request, "tune", &e);
    }
    write_report(s, s->job); /* one that was asked for after the last epoch */
    return st == ST_STOPPED ? "tunestopped" : "tuneok";
}

static bool report_games(void *ctx, const standings *now) {
    jobs_state *s = ctx;
    uint64_t every = s->settings->games / 20 ? s->settings->games / 20 : 1;
    if (now->games % every) return true;
    reply r;
    reply_init(&r, "selfplay");
    reply_flag(&r, "progress");
    reply_count(&r, "done", now->games);
    reply_lead(&r, "");
    reply_count(&r, "total", s->settings->games);
    reply_lead(&r, "");
    if (s->settings->tested) {
        double llr;
        (void)stats_sprt_verdict(&s->settings->test, &now->pair[0], &llr);
        reply_real(&r, "llr", llr, 3);
    }
    s->request.say(s->request.ctx, &r);
    return true;
}

static const char *run_selfplay(jobs_state *s) {
    error e;
    text reported = text_growing();
    status st = match_run(s->match, s->concurrency, report_games, s, &e);
    if (st == ST_OK && !s->settings->mixed)
        st = match_report_final(s->settings, match_standings(s->match), match_verdict(s->match),
                                &reported, &e);
    report_lines(&s->request, "", text_string(&reported));
    text_done(&reported);
    if (st == ST_OK && s->settings->tested)
        report_lines(&s->request, "again: ", text_string(&s->again));
    if (st != ST_OK && st != ST_STOPPED) report_failure(&s->request, "selfplay", &e);
    return st == ST_STOPPED ? "selfplaystopped" : "selfplayok";
}

static int work(void *arg) {
    jobs_state *s = arg;
    const char *last = s->job ? run_tune(s) : run_selfplay(s);
    (void)mtx_lock(&s->lock);
    tune_job *job = s->job;
    match *played = s->match;
    match_settings *settings = s->settings;
    s->job = NULL;
    s->match = NULL;
    s->settings = NULL;
    (void)mtx_unlock(&s->lock);
    tune_job_destroy(job);
    match_destroy(played);
    if (settings) settings_done(settings);
    mem_free(settings);
    (void)mtx_lock(&s->lock);
    s->busy = false;
    (void)mtx_unlock(&s->lock);
    say_word(&s->request, last); /* who begins something now waits for this thread first */
    s->request.end(s->request.ctx);
    (void)mtx_lock(&s->lock);
    s->reported = true;
    (void)cnd_broadcast(&s->ended);
    (void)mtx_unlock(&s->lock);
    return 0;
}

/* Hands what was made to a thread; takes the order over if that succeeds. */
static status begin(jobs_state *s, const job_request *o, error *err) {
    if (s->started) (void)thrd_join(s->thread, NULL);
    s->started = false;
    s->request = *o;
    s->request.word = NULL;
    s->busy = true;
    s->reported = false;
    if (thrd_create(&s->thread, work, s) == thrd_success) {
        s->started = true;
        return ST_OK;
    }
    s->busy = false;
    s->reported = true;
    return error_set(err, ST_NOMEM, "no thread can be started");
}

static bool is_busy(jobs_state *s) {
    (void)mtx_lock(&s->lock);
    bool busy = s->busy;
    (void)mtx_unlock(&s->lock);
    return busy;
}

/* --- tune --- */

static status read_tune(tune_settings *t, const job_request *o, bool *force, int *at, error *err) {
    size_t i = 2;
    status st = ST_OK;
    tune_settings_init(t, o->game);
    t->setup = *o->setup;
    if (i < o->count && !tune_settings_has(o->word[i])) { /* start grad ... */
        *at = (int)i;
        st = tune_settings_take(t, "method", o->word[i++], err);
    }
    while (st == ST_OK && i < o->count) {
        *at = (int)i;
        const char *value = i + 1 < o->count ? o->word[i + 1] : NULL;
        if (strcmp(o->word[i], "force") ==
            0) { /* one word: files of others may be replaced, other rules are read */
            *force = true;
            i++;
            continue;
        }
        st = value ? tune_settings_take(t, o->word[i], value, err)
                   : error_set(err, ST_BAD_SYNTAX, "tune start %s takes a value", o->word[i]);
        i += 2;
    }
    if (st == ST_OK) *at = -1;
    return st;
}

static status start_tune(jobs_state *s, const job_request *o, int *at, error *err) {
    tune_settings *t = mem_alloc(sizeof *t);
    if (!t) return error_set(err, ST_NOMEM, "no memory for the tuner");
    tune_world w = world_for(s, o);
    status st = read_tune(t, o, &w.force, at, err);
    if (st == ST_OK) st = tune_job_create(&s->job, t, &w, err);
    mem_free(t);
    return st;
}

static status report_status(jobs_state *s, const job_request *o) {
    reply r;
    (void)mtx_lock(&s->lock);
    if (s->has_last) {
        tune_jobs_progress(&s->last, &r);
    } else {
        reply_init(&r, "tune");
        reply_word(&r, "state", s->busy ? "running" : "idle");
        reply_lead(&r, "");
    }
    (void)mtx_unlock(&s->lock);
    o->say(o->ctx, &r);
    return ST_OK;
}

/* Of the run under way after its epoch, or else of the last one, from its checkpoint. */
static status request_report(jobs_state *s, const job_request *o, bool *kept, int *at, error *err) {
    *at = -1;
    if (o->count != 3) return error_set(err, ST_BAD_SYNTAX, "tune report takes the file to write");
    *at = 2;
    size_t n = strlen(o->word[2]);
    if (n == 0 || n >= TUNE_PATH) return error_set(err, ST_BAD_VALUE, "no name for a file");
    status claimed = tune_job_claim_report(o->word[2], false, err);
    if (claimed != ST_OK) return claimed;
    (void)mtx_lock(&s->lock);
    bool busy = s->busy;
    bool tuning = busy && s->job && !s->only_report;
    if (tuning) memcpy(s->report, o->word[2], n + 1);
    (void)mtx_unlock(&s->lock);
    if (tuning) return ST_OK;
    *at = -1;
    if (busy) return error_set(err, ST_BUSY, "one piece of work is under way");
    if (!s->checkpoint[0]) return error_set(err, ST_BAD_VALUE, "no run to report of yet");
    tune_world w = world_for(s, o);
    status st = tune_job_resume(&s->job, s->checkpoint, &w, 0, NULL, err);
    if (st != ST_OK) return st;
    s->only_report = true;
    memcpy(s->report, o->word[2], n + 1);
    st = begin(s, o, err);
    *kept = st == ST_OK;
    if (st == ST_OK) return ST_OK;
    tune_job_destroy(s->job);
    s->job = NULL;
    return st;
}

static void stop_work(jobs_state *s) {
    (void)mtx_lock(&s->lock);
    if (s->job) tune_job_stop(s->job);
    if (s->match) match_stop(s->match);
    (void)mtx_unlock(&s->lock);
}

/* *kept: the order lives on with the work it began. */
static status request_tune(jobs_state *s, const job_request *o, bool *kept, int *at, error *err) {
    const char *verb = o->count > 1 ? o->word[1] : "";
    *at = o->count > 1 ? 1 : -1;
    if (strcmp(verb, "list") == 0) return list_terms(o, err);
    if (strcmp(verb, "status") == 0) return report_status(s, o);
    if (strcmp(verb, "stop") == 0) {
        stop_work(s);
        return ST_OK;
    }
    if (strcmp(verb, "report") == 0) return request_report(s, o, kept, at, err);
    bool start = strcmp(verb, "start") == 0;
    if (!start && strcmp(verb, "resume") != 0)
        return error_set(err, ST_BAD_SYNTAX,
                         "tune list | start METHOD data FILE out FILE ... | resume FILE | status | "
                         "stop | report FILE");
    if (is_busy(s)) return error_set(err, ST_BUSY, "one piece of work is under way");
    bool force = !start && o->count == 4 && strcmp(o->word[3], "force") == 0;
    if (!start && o->count != 3 && !force)
        return error_set(err, ST_BAD_SYNTAX,
                         "tune resume takes the file of a checkpoint, and force where its rules "
                         "have changed");
    s->has_last = s->only_report = false;
    s->report[0] = '\0';
    tune_world w = world_for(s, o);
    w.force = force;
    status st =
        start ? start_tune(s, o, at, err) : tune_job_resume(&s->job, o->word[2], &w, 0, NULL, err);
    if (st == ST_OK)
        (void)snprintf(s->checkpoint, sizeof s->checkpoint, "%.*s.tune", TUNE_PATH - 6,
                       tune_job_settings(s->job)->out);
    if (st == ST_OK) st = begin(s, o, err);
    *kept = st == ST_OK;
    if (st != ST_OK) {
        tune_job_destroy(s->job);
        s->job = NULL;
    }
    return st;
}

/* --- selfplay --- */

typedef struct selfplay_words {
    text engine;        /* words for all engines */
    text first, second; /* engines of a match of weights */
    const char *out;
    bool sprt;
} selfplay_words;

static status take_word(match_settings *s, selfplay_words *w, const char *name, const char *value,
                        int *concurrency, error *err) {
    uint64_t n = 0;
    bool number = text_u64(value, 100000000, &n);
    char test[64];
    if (strcmp(name, "out") == 0) {
        w->out = value;
    } else if (strcmp(name, "engine") == 0) {
        text_format(&w->engine, " %s", value);
    } else if (w->sprt && (strncmp(name, "elo", 3) == 0 || strcmp(name, "alpha") == 0 ||
                           strcmp(name, "beta") == 0)) {
        (void)snprintf(test, sizeof test, "%.20s=%.30s", name, value);
        return stats_sprt_read(&s->test, test, err);
    } else if (!number || n == 0) {
        return error_set(err, ST_BAD_VALUE, "%.40s: %.40s is no good number", name, value);
    } else if (strcmp(name, "games") == 0) {
        s->games = n;
    } else if (strcmp(name, "players") == 0) {
        s->setup.players = (int)(n < 100 ? n : 100);
    } else if (strcmp(name, "nodes") == 0 || strcmp(name, "movetime") == 0) {
        text_format(&w->engine, " %s=%s", name, value);
    } else if (strcmp(name, "seed") == 0) {
        s->seed = n;
    } else if (strcmp(name, "threads") == 0) {
        *concurrency = (int)(n < 256 ? n : 256);
    } else {
        return error_set(err, ST_UNKNOWN_TOKEN, "selfplay has no setting %.40s", name);
    }
    return ST_OK;
}

static void name_weights(text *out, const char *name, const char *file) {
    text_format(out, "name=%s", name);
    if (strcmp(file, "default") != 0) text_format(out, " EvalFile='%s'", file);
}

static status add_engine(match_settings *s, const selfplay_words *w, const text *own, error *err) {
    text line = text_growing();
    text_format(&line, "nodes=2000 Hash=16%s %s", text_string(&w->engine), text_string(own));
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                         : settings_add_engine(s, text_string(&line), err);
    text_done(&line);
    return st;
}

static status read_selfplay(match_settings *s, selfplay_words *w, const job_request *o,
                            int *concurrency, int *at, error *err) {
    size_t i = 1;
    status st = ST_OK;
    w->sprt = o->count > 1 && strcmp(o->word[1], "sprt") == 0;
    if (w->sprt) {
        if (o->count < 4)
            return error_set(err, ST_BAD_SYNTAX,
                             "selfplay sprt takes two weights files, or default");
        name_weights(&w->first, "new", o->word[2]);
        name_weights(&w->second, "old", o->word[3]);
        s->tested = true;
        s->games = 100000;
        s->opening_plies = 4;
        i = 4;
    }
    while (st == ST_OK && i < o->count) {
        *at = (int)i;
        const char *value = i + 1 < o->count ? o->word[i + 1] : NULL;
        st = value ? take_word(s, w, o->word[i], value, concurrency, err)
                   : error_set(err, ST_BAD_SYNTAX, "selfplay %s takes a value", o->word[i]);
        i += 2;
    }
    if (st == ST_OK) *at = -1;
    if (st == ST_OK) st = add_engine(s, w, &w->first, err);
    if (st == ST_OK && w->sprt) st = add_engine(s, w, &w->second, err);
    if (st == ST_OK && !w->sprt && !w->out)
        st = error_set(err, ST_BAD_SYNTAX, "where do the games go? selfplay games N out FILE");
    return st;
}

static void note_request(jobs_state *s, const job_request *o) {
    bool seeded = false;
    text_clear(&s->again);
    for (size_t i = 0; i < o->count; i++) {
        bool space = strpbrk(o->word[i], " \t") != NULL;
        seeded |= strcmp(o->word[i], "seed") == 0;
        text_format(&s->again, space ? "%s\"%s\"" : "%s%s", i ? " " : "", o->word[i]);
    }
    if (!seeded) text_format(&s->again, " seed %llu", (unsigned long long)s->settings->seed);
}

static status make_match(jobs_state *s, const job_request *o, int *at, error *err) {
    selfplay_words w = {text_growing(), text_growing(), text_growing(), NULL, false};
    match_settings *m = s->settings;
    settings_init(m);
    m->game = o->game;
    m->setup = *o->setup;
    m->mixed = !(o->count > 1 && strcmp(o->word[1], "sprt") == 0);
    m->opening_plies = 8;
    s->concurrency = 1;
    status st = read_selfplay(m, &w, o, &s->concurrency, at, err);
    if (st == ST_OK) st = settings_check(m, err);
    match_config c = {
        .settings = m, .games = o->games, .book = s->world->book, .program = s->world->commit};
    if (st == ST_OK) st = match_create(&s->match, &c, err);
    if (st == ST_OK && w.out) st = match_attach(s->match, w.out, NULL, err);
    text_done(&w.engine);
    text_done(&w.first);
    text_done(&w.second);
    return st;
}

static status request_selfplay(jobs_state *s, const job_request *o, bool *kept, int *at,
                               error *err) {
    if (o->count > 1 && strcmp(o->word[1], "stop") == 0) {
        stop_work(s);
        return ST_OK;
    }
    if (o->count < 3)
        return error_set(err, ST_BAD_SYNTAX,
                         "selfplay games N out FILE ... | sprt WEIGHTS WEIGHTS ... | stop");
    if (is_busy(s)) return error_set(err, ST_BUSY, "one piece of work is under way");
    s->settings = mem_alloc(sizeof *s->settings);
    if (!s->settings) return error_set(err, ST_NOMEM, "no memory for the games");
    status st = make_match(s, o, at, err);
    note_request(s, o);
    if (st == ST_OK) st = begin(s, o, err);
    *kept = st == ST_OK;
    if (st == ST_OK) return st;
    match_destroy(s->match);
    settings_done(s->settings);
    mem_free(s->settings);
    s->match = NULL;
    s->settings = NULL;
    return st;
}

/* --- the kind --- */

static void *create(const void *world) {
    jobs_state *s = mem_alloc(sizeof *s);
    if (!s) return NULL;
    s->world = world;
    s->reported = true;
    s->again = text_growing();
    (void)mtx_init(&s->lock, mtx_plain);
    (void)cnd_init(&s->ended);
    return s;
}

static status request(void *made, const job_request *o, int *at, error *err) {
    jobs_state *s = made;
    bool kept = false;
    status st = strcmp(o->word[0], "tune") == 0 ? request_tune(s, o, &kept, at, err)
                                                : request_selfplay(s, o, &kept, at, err);
    if (!kept) o->end(o->ctx);
    return st;
}

static void wait_for(void *made) {
    jobs_state *s = made;
    (void)mtx_lock(&s->lock);
    while (!s->reported) (void)cnd_wait(&s->ended, &s->lock);
    (void)mtx_unlock(&s->lock);
}

static void destroy(void *made) {
    jobs_state *s = made;
    if (!s) return;
    stop_work(s);
    if (s->started) (void)thrd_join(s->thread, NULL);
    text_done(&s->again);
    cnd_destroy(&s->ended);
    mtx_destroy(&s->lock);
    mem_free(s);
}

const jobs_interface tune_jobs = {create, request, wait_for, destroy, NULL};
