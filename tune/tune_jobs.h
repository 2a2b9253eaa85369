#ifndef TUNE_TUNE_JOBS_H
#define TUNE_TUNE_JOBS_H
/* `tune` and `selfplay` of the protocol: one piece of work at a time, on a thread of its own. */

#include "tune/job.h"
#include "uci/core/jobs.h"

/* The world is a tune_world, which must outlive the sessions. */
extern const jobs_interface tune_jobs;

/* "tune progress 3 100 pct 3 eta 12 ..." */
void tune_jobs_progress(const tune_state *s, reply *r);

#endif
