#ifndef TUNE_JOB_STATE_H
#define TUNE_JOB_STATE_H
/* The internals of a tuning run, shared by its files and by no other. */

#include <stdatomic.h>

#include "search/knobs.h"
#include "tune/job.h"

enum { TUNE_MAX_PARAMS = EVAL_MAX_FEATURES, TUNE_RIVALS = 8 };

/* A number that is tuned: a term of the evaluation, an option of the searches, or one that a bot
 * plays by. */
typedef struct tune_param {
    const char *name;
    int term;     /* -1: none */
    knob_id knob; /* KNOB_COUNT: none */
    int number;   /* of the bot's; -1: none */
    evolve_param range;
} tune_param;

/* What is reported of a round of playing. */
typedef struct tune_round {
    double value, spread; /* of the best set; spsa: of the first against the second */
} tune_round;

struct tune_job {
    tune_settings s;
    tune_world w;
    rules *rules;
    pool *threads;
    weights start; /* the weights it begins with */
    tune_param param[TUNE_MAX_PARAMS];
    int params;
    text notes;
    atomic_bool stopping;
    bool resumed; /* from a checkpoint */
    int64_t started_ns;
    uint64_t begun_at; /* epochs that were done when this run began */

    /* learning */
    data_set data;
    loss_work *train, *valid;
    fit fit;
    net_fit net;      /* TUNE_NET */
    net *made;        /* the net as integers; its numbers are set when it is written */
    uint16_t *mirror; /* images of its inputs */

    /* playing */
    evolve *evolve;
    pairings *pairings;
    weights *eval;     /* of each set, then of the opponents */
    engine_spec *spec; /* likewise */
    bool *spec_made;
    pairing *pairing;
    size_t blocks; /* a round for each set */
    /* with a bot's numbers: */
    const bot_params *tuned; /* NULL: terms and options are tuned */
    const bot *bot;          /* who plays by them */
    int numbers;
    float first[BOT_MAX_PARAMS]; /* what they are at the start */
    float *number;               /* of each side */
    bot_side rival[TUNE_RIVALS];
    int rivals; /* 0: the best set so far */
    uint64_t games;
    tune_round *round;
    double *path; /* what the method would have answered after each round: params numbers */
    size_t round_cap, path_cap;

    /* the match at the end */
    bool matched;
    stats_units units;
    double llr;
};

/* --- job_state.c --- */
/* Whether a name is among those asked for. */
bool job_wanted(const tune_settings *s, const char *name);
status job_add_param(tune_job *j, const tune_param *p, error *err);
/* The numbers as they are best now, in the order of param. */
void job_best(const tune_job *j, double *out);
/* The weights with these numbers in them. */
void job_weights(const tune_job *j, const double *number, weights *out);
uint64_t job_epochs_done(const tune_job *j);

/* --- job_learn.c --- */
status job_learn_start(tune_job *j, error *err);
status job_learn_epoch(tune_job *j, error *err);
status job_learn_failure(const tune_job *j, error *err); /* of the ranks that make the sums */
void job_learn_done(tune_job *j);

/* What was learned from the first epoch on, whatever it is. */
typedef struct job_course {
    const fit_moment *at; /* epoch + 1 of them */
    unsigned epoch, best_epoch;
    double best_valid;
    bool validated; /* some games were kept back */
    size_t positions, valid_positions;
} job_course;
job_course job_learn_course(const tune_job *j);

/* --- job_net.c --- */
status job_net_start(tune_job *j, error *err); /* the data is loaded */
status job_net_epoch(tune_job *j, error *err);
void job_net_done(tune_job *j);
status job_net_write(tune_job *j, error *err);
/* For the match at the end: the net, and the weights that it is to be better than. */
void job_net_sides(const tune_job *j, weights *made, weights *old);
net_fit_data job_net_data(const tune_job *j);

/* --- job_play.c --- */
status job_play_start(tune_job *j, error *err);
status job_play_round(tune_job *j, error *err);
void job_play_done(tune_job *j);
void job_play_write(const tune_job *j, text *out); /* to a checkpoint */
status job_play_read(tune_job *j, const char **s, error *err);
/* Where a knob begins and how far it goes. */
void job_knob_range(const tune_job *j, tune_param *p);
/* Old numbers against new ones. */
status job_play_match(tune_job *j, error *err);

/* --- job_bots.c --- */
/* If the group names a bot: its numbers, and whom it plays. */
status job_bots_choose(tune_job *j, error *err);
void job_bots_all(const tune_job *j, const double *number, float *out); /* also those not tuned */
void job_bots_set(tune_job *j, int slot, const double *number);         /* side `slot` has these */
bot_side job_bots_side(const tune_job *j, int slot);

/* --- job_files.c --- */

/* How our reports begin. */
#define JOB_REPORT_HEAD  "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
#define JOB_TABLE_LEARNS "epoch\ttrain\tvalid"
#define JOB_TABLE_PLAYS  "round\tworth\tspread"

/* Before a run writes its files: those that are there must be ours, or `force` set, and are kept as
 * FILE~. A run resumed continues with its checkpoint. */
status job_claim_files(const tune_settings *s, bool resumed, bool force, error *err);
status job_write_checkpoint(const tune_job *j, error *err);
/* What the file says; *rows points at the numbers inside *body, which the caller ends. */
status job_read_checkpoint(tune_settings *s, const char *path, game_list games, text *body,
                           const char **rows, error *err);
status job_write_weights(const tune_job *j, error *err);

/* The numbers of a checkpoint; `head` is what was before them. */
status job_read_rows(tune_job *j, const char *head, const char *rows, error *err);

#endif
