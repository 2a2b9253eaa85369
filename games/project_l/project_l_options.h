#ifndef GAMES_PROJECT_L_PROJECT_L_OPTIONS_H
#define GAMES_PROJECT_L_PROJECT_L_OPTIONS_H
/* The options of Project L: where printed rules and reference program differ, and the sizes. */

#include "games/project_l/project_l_rules.h"

extern const param_spec pl_param_specs[];

/* Fills the rules' options from what was set, official or reference values elsewhere. r->set is
 * read. */
status pl_options_read(pl_rules *r, const params *p, error *err);

/* " name=value" for everything that differs from official, by name. */
void pl_options_write(const pl_rules *r, text *out);

#endif
