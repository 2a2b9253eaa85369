#ifndef TUNE_JOB_H
#define TUNE_JOB_H
/* A tuning run from its settings to a weights file: loads the games or plays them, continues epoch
 * by epoch, writes checkpoints, and in the end the weights of the best epoch with where they come
 * from. One thread runs it; any thread may stop it. */

#include "search/searcher.h"
#include "tune/evolution/pairings.h"
#include "tune/tune_settings.h"

typedef struct tune_job tune_job;

typedef struct tune_world {
    game_list games;
    const search_registry *book;
    const char *commit; /* of this program, for the weights' first line */
    bool trust;         /* programs that a checkpoint names may be started */
    bool force;         /* files that we did not write may be replaced, and games and checkpoints of
                           other rules are read */
} tune_world;

/* Copies the settings. Loads the data. ST_BAD_VALUE where there is too little of it, or names are
 * unknown. */
status tune_job_create(tune_job **out, const tune_settings *s, const tune_world *w, error *err);

/* Resumes from a checkpoint. Threads and the report may be given again; 0 and NULL: as they
 * were. */
status tune_job_resume(tune_job **out, const char *checkpoint, const tune_world *w, int threads,
                       const char *plot, error *err);
void tune_job_destroy(tune_job *j); /* NULL is welcome */

const tune_settings *tune_job_settings(const tune_job *j);
uint64_t tune_job_positions(const tune_job *j); /* that it learns from */
const char *tune_job_notes(const tune_job *j);  /* lines: what was found in the data, warnings */

typedef struct tune_state {
    uint64_t done, total;
    /* Methods that learn: the loss on the games they learn from and on those to validate with, and
     * the lowest that was validated so far. Methods that play: the win rate of the best set of the
     * last round, and the highest of all rounds (spsa: of its first set against its second one, and
     * no best). */
    bool learns, validated, has_best;
    double loss, valid, win_rate, best;
    double rate; /* epochs a second */
    uint64_t games;
    int64_t eta_s;
    double llr; /* of new against old, in the match at the end */
} tune_state;

tune_state tune_job_state(const tune_job *j);

/* The state in words: "epoch 3 of 50: loss 0.61, validated 0.62, lowest so far 0.62". */
void tune_job_words(const tune_job *j, text *out);

/* After every epoch; false stops. */
typedef bool (*tune_listener)(void *ctx, const tune_job *j);

/* To the end: epochs, the match if one is asked for, weights, report. ST_STOPPED: a checkpoint is
 * there. */
status tune_job_run(tune_job *j, tune_listener listen, void *ctx, error *err);
void tune_job_stop(tune_job *j); /* from any thread */

/* Before a report is written there for the first time: see file_claim(). */
status tune_job_claim_report(const char *file, bool force, error *err);

/* A page about the run as it is, and the numbers next to it as FILE.tsv. For the thread that runs
 * it. */
status tune_job_report(const tune_job *j, const char *file, error *err);

/* For people, after the run: what it came to, in a few lines. */
void tune_job_summary(const tune_job *j, text *out);

#endif
