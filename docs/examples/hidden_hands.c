/* A player of a game with hidden hands gets a view, never the position: leduc, ten games. */
#include <kibitz.h>
#include <stdio.h>
#include <string.h>

/* Raises with a king, folds a jack to a raise, calls otherwise. */
static int choose(void *self, const kibitz_turn *t, char *action, size_t room) {
    const char *card = self; /* what `see` wrote down */
    const char *want = *card == 'K' ? "raise" : *card == 'J' ? "fold" : "call";
    if (kibitz_view_verify(t->view, want, NULL, NULL)) want = "call";
    snprintf(action, room, "%s", want);
    return 1;
}

/* "!p1=K": the own card. The other's is seen as "?", and only at the end. */
static void see(void *self, const char *event) {
    char *card = self;
    if (strncmp(event, "!p1=", 4) == 0) *card = event[4];
}

int main(void) {
    char card = '?';
    double won = 0;
    kibitz *k;
    kibitz_error e;
    kibitz_player own = {.name = "own", .self = &card, .choose = choose, .see = see};
    if (kibitz_open(&k, &e)) return 1;
    for (unsigned seed = 1; seed <= 10; seed++) {
        kibitz_position *p;
        kibitz_table *t;
        kibitz_status end;
        if (kibitz_position_start(k, kibitz_game_find(k, "leduc"), NULL, &p, &e) ||
            kibitz_table_create(k, p, seed, &t, &e) || kibitz_table_seat(t, 0, &own, &e) ||
            kibitz_table_seat_engine(t, 1, "nodes=300", &e) || kibitz_table_play(t, &e)) {
            fprintf(stderr, "%s\n", e.text);
            return 1;
        }
        kibitz_table_status(t, &end);
        won += end.utility[0];
        kibitz_table_close(t), kibitz_position_close(p);
    }
    printf("won %g of 10\n", won);
    kibitz_close(k);
    return 0;
}
