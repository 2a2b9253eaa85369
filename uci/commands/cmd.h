#ifndef UCI_COMMANDS_CMD_H
#define UCI_COMMANDS_CMD_H
/* The commands, by file. */

#include "uci/core/request.h"

typedef void (*cmd_fn)(session *s, const request *l);

/* cmd_engine.c */
void cmd_uci(session *s, const request *l);
void cmd_ugi(session *s, const request *l);
void cmd_mgi(session *s, const request *l);
void cmd_isready(session *s, const request *l);
void cmd_newgame(session *s, const request *l);
void cmd_register(session *s, const request *l);
void cmd_games(session *s, const request *l);
void cmd_game(session *s, const request *l);
void cmd_version(session *s, const request *l);

/* cmd_option.c */
void cmd_setoption(session *s, const request *l);
void cmd_getoption(session *s, const request *l);

/* cmd_load.c */
void cmd_load(session *s, const request *l);
void cmd_check(session *s, const request *l);
/* The same with the text that followed; takes `body` over. */
void cmd_load_text(session *s, const request *l, text body, bool spoiled);
/* The last line of the answer to `load` or `check`. */
void cmd_load_ends(const responder *v, const char *command);
/* RulesPath: files and folders, with ':' or ';' between. */
status cmd_load_rules_path(session *s, const char *paths, error *err);

/* cmd_position.c */
void cmd_position(session *s, const request *l);
void cmd_play(session *s, const request *l);
void cmd_undo(session *s, const request *l);

/* cmd_flip.c */
void cmd_flip(session *s, const request *l);

/* cmd_ask.c */
void cmd_status(session *s, const request *l);
void cmd_legal(session *s, const request *l);
void cmd_verify(session *s, const request *l);
void cmd_query(session *s, const request *l);

/* cmd_chance.c */
void cmd_chance(session *s, const request *l);
void cmd_roll(session *s, const request *l);
/* How many outcomes chance has here, as the position's owner can tell; `world` is used up. */
bool cmd_chance_count(const position *p, void *world, uint64_t *count);

/* cmd_table.c */
void cmd_scene(session *s, const request *l);
void cmd_pick(session *s, const request *l);
void cmd_belief(session *s, const request *l);

/* cmd_show.c */
void cmd_view(session *s, const request *l);
void cmd_state(session *s, const request *l);
void cmd_fen(session *s, const request *l);
void cmd_draw(session *s, const request *l);
void cmd_eval(session *s, const request *l);

/* cmd_go.c */
void cmd_go(session *s, const request *l);

/* cmd_count.c */
void cmd_perft(session *s, const request *l);
void cmd_bench(session *s, const request *l);
void cmd_speedtest(session *s, const request *l);
void cmd_count_run(session *s, task *t); /* perft, on the worker's thread */

/* cmd_workshop.c */
void cmd_tune(session *s, const request *l);
void cmd_selfplay(session *s, const request *l);

/* cmd_analyze.c */
void cmd_analyze(session *s, const request *l);
void cmd_cancel(session *s, const request *l);
typedef struct analysis analysis;
void cmd_analyze_end(analysis *a); /* cancels and ends; NULL is welcome */
void cmd_analyze_wait(analysis *a);

/* cmd_now.c: on the thread that hands lines in */
void cmd_stop(session *s, const responder *v, const char *rest);
void cmd_ponderhit(session *s, const responder *v, const char *rest);
void cmd_debug(session *s, const responder *v, const char *rest);
void cmd_quit(session *s, const responder *v, const char *rest);
void cmd_end_of_lines(session *s); /* with the lock: no more lines come */

#endif
