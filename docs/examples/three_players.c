/* A game of Project L with one person, one player of our own and one search. */
#include <kibitz.h>
#include <stdio.h>
#include <string.h>

/* The person: reads a line; an empty one takes the first action that is legal. */
static int ask_person(void *self, const kibitz_turn *t, char *action, size_t room) {
    char *board = kibitz_view_board(t->view, NULL);
    (void)self;
    if (t->refused)
        printf("not possible: %s\n", t->refused);
    else
        printf("%s\n", board ? board : "");
    kibitz_free(board);
    printf("seat %d, your %s: ", t->seat + 1, t->kind);
    if (!fgets(action, (int)room, stdin)) return 0; /* gives up */
    action[strcspn(action, "\n")] = '\0';
    if (*action) return 1;
    kibitz_legal *l;
    if (kibitz_view_legal(t->view, &l, NULL)) return 0;
    snprintf(action, room, "%s", kibitz_legal_next(l, NULL));
    kibitz_legal_close(l);
    return 1;
}

/* Our own: how it is configured, and of all actions the one with the longest name. */
struct own {
    int decisions;
};

static int begin(void *self, int seat, int seats, const kibitz_view *v, const char *config) {
    ((struct own *)self)->decisions = 0;
    (void)v;
    printf("seat %d of %d is ours, configured by %s\n", seat + 1, seats, config);
    return 1;
}

static int choose(void *self, const kibitz_turn *t, char *action, size_t room) {
    kibitz_legal *l;
    const char *a;
    ((struct own *)self)->decisions++;
    if (kibitz_view_legal(t->view, &l, NULL)) return 0;
    for (*action = '\0'; (a = kibitz_legal_next(l, NULL));)
        if (strlen(a) > strlen(action) && !kibitz_view_verify(t->view, a, NULL, NULL))
            snprintf(action, room, "%s", a);
    kibitz_legal_close(l);
    return *action != '\0';
}

int main(void) {
    struct own self;
    kibitz *k;
    kibitz_position *p;
    kibitz_table *t;
    kibitz_error e;
    kibitz_status end;
    kibitz_player person = {.name = "person", .choose = ask_person};
    kibitz_player own = {"own", &self, "own.cfg", begin, choose, NULL, NULL, NULL, {NULL}};
    if (kibitz_open(&k, &e)) return 1;
    if (kibitz_position_start(k, kibitz_game_find(k, "projectl"), "players 3", &p, &e)) return 1;
    if (kibitz_table_create(k, p, 1, &t, &e)) return 1;
    kibitz_table_set_illegal(t, KIBITZ_ILLEGAL_ASK);
    if (kibitz_table_seat(t, 0, &person, &e) || kibitz_table_seat(t, 1, &own, &e) ||
        kibitz_table_seat_engine(t, 2, "nodes=500 Hash=4", &e) || kibitz_table_play(t, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    kibitz_table_status(t, &end);
    printf("%s\n", end.ending);
    for (int i = 0; i < end.seats; i++)
        printf("seat %d: %g points, rank %d\n", i + 1, end.points[i], end.rank[i]);
    printf("our player decided %d times\n", self.decisions);
    kibitz_table_close(t), kibitz_position_close(p), kibitz_close(k);
    return 0;
}
