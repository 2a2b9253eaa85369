/* The loop of a user interface: it never waits for the search, and stops it when it is tired of it. */
#include <kibitz.h>
#include <stdio.h>

int main(void) {
    kibitz *k;
    kibitz_position *p;
    kibitz_search *s;
    kibitz_progress now;
    kibitz_line line;
    kibitz_error e;
    kibitz_limits l = kibitz_limits_none();
    l.infinite = 1;
    if (kibitz_open(&k, &e) || kibitz_search_create(k, &s, &e)) return 1;
    if (kibitz_position_start(k, kibitz_game_find(k, "othello"), NULL, &p, &e)) return 1;
    if (kibitz_search_start(s, p, &l, &e)) return 1;
    do { /* here a user interface would handle its events and draw */
        kibitz_search_progress(s, &now);
        if (kibitz_search_line(s, 0, &line) && now.depth >= 6) kibitz_search_stop(s);
    } while (now.running);
    if (kibitz_search_wait(s, &e)) return 1;
    kibitz_search_line(s, 0, &line);
    printf("%s, depth %u: %.1f %%\n", line.action, now.depth, 100 * line.value[0]);
    kibitz_search_close(s), kibitz_position_close(p), kibitz_close(k);
    return 0;
}
