/* A game written on the kit, and the loop in which two people play it. */
#include <kibitz.h>
#include <kibitz/boardwalk.h>
#include <stdio.h>
#include <string.h>

static int valid(const bw_state *s, bw_move m) { return bw_is_placement(m) && bw_player(s) >= 0; }
static int full(const bw_state *s) { return bw_count(s, BW_BLANK) == 0; }
static int ends(const bw_state *s) { return bw_at(s, 0, 0) == bw_at(s, 0, 2) ? bw_player(s) : BW_NOBODY; }
static int next(const bw_state *s) { return 1 - bw_player(s); }
static const bw_game both_ends = {.abi = BW_ABI, .name = "both_ends", .title = "Both ends", .rows = 1, .cols = 3,
    .players = 2, .pieces = "XO", .validate_move = valid, .game_finished = full, .get_winner = ends, .next_player = next};

int main(void) {
    kibitz *k;
    kibitz_position *p;
    kibitz_status s;
    kibitz_error e;
    char line[100];
    if (kibitz_open(&k, &e) || kibitz_load_kit(k, &both_ends, NULL, &e)) return 1;
    if (kibitz_position_start(k, kibitz_game_find(k, "both_ends"), NULL, &p, &e)) return 1;
    for (kibitz_position_status(p, &s); !s.over; kibitz_position_status(p, &s)) {
        printf("player %d: ", s.actor);
        if (!fgets(line, sizeof line, stdin)) break;
        line[strcspn(line, "\n")] = '\0';
        if (kibitz_position_act(p, line, &e)) printf("%s\n", e.text);
    }
    printf("%s: %g %g\n", s.ending, s.utility[0], s.utility[1]);
    kibitz_position_close(p), kibitz_close(k);
}
