#ifndef GAMES_AZUL_AZUL_OPTIONS_H
#define GAMES_AZUL_AZUL_OPTIONS_H
/* The options of Azul: where the published rules, the original's text and the original's program
 * differ, and what the published rules leave open. */

#include "games/azul/azul_rules.h"

extern const param_spec az_param_specs[];

/* The options that were set, over those of the profile. `rules reference` is the profile
 * original-program. */
status az_options_read(az_options *o, const params *p, error *err);

/* " name=value" for everything that differs from the published rules, in the order of
 * az_param_specs; the wall and the first seat are said elsewhere. */
void az_options_write(const az_options *o, text *out);

#endif
