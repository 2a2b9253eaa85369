#ifndef UCI_CORE_SAFE_H
#define UCI_CORE_SAFE_H
/* What strangers may not ask for: ST_UNSUPPORTED with --safe. */

#include "uci/core/request.h"

void safe_options(uci_options *o);
status safe_file(const session *s, error *err);
status safe_long_work(const session *s, error *err);
status safe_option(const session *s, int id, const char *value, error *err);
status safe_perft(const session *s, const perft_options *o, error *err);
status safe_bench(const session *s, const request *l, const fingerprint_setup *b, error *err);

#endif
