/* The best action of a position: best GAME [POSITION]. */
#include <kibitz.h>
#include <stdio.h>

int main(int argc, char **argv) {
    kibitz *k = NULL;
    kibitz_position *p = NULL;
    kibitz_search *s = NULL;
    kibitz_error e;
    kibitz_limits l = kibitz_limits_none();
    l.movetime_ms = 500;
    kibitz_code code = kibitz_open(&k, &e);
    const kibitz_game *g = code ? NULL : kibitz_game_find(k, argc > 1 ? argv[1] : "chess");
    if (!code && argc > 2) code = kibitz_position_read(k, g, NULL, argv[2], &p, &e);
    if (!code && argc <= 2) code = kibitz_position_start(k, g, NULL, &p, &e);
    if (!code) code = kibitz_search_create(k, &s, &e);
    if (!code) code = kibitz_search_run(s, p, &l, NULL, NULL, &e);
    if (code) fprintf(stderr, "%s: %s\n", kibitz_code_name(code), e.text);
    else puts(kibitz_search_best(s));
    kibitz_search_close(s), kibitz_position_close(p), kibitz_close(k);
    return code != KIBITZ_OK;
}
