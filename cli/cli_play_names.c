#include <stdio.h>
#include <string.h>

#include "cli/cli_play_state.h"

/* Who sits where, by name. Names are kept with the people: whoever changes seats takes the name
 * along. */

status play_check_name(const char *name, error *err) {
    size_t n = strlen(name);
    if (n == 0 || n >= PLAY_PERSON_ROOM)
        return error_set(err, ST_BAD_VALUE, "a name has 1 to %d bytes", PLAY_PERSON_ROOM - 1);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || *c == ',')
            return error_set(err, ST_BAD_VALUE,
                             "a name has no commas and no control characters in it");
    return ST_OK;
}

void play_fill_names(const play *p, play_names *out) {
    const game_manners *m = play_manners(p);
    int first = m && m->from_zero ? 0 : 1;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        out->at[i] = out->room[i];
        if (p->seat[i].name[0])
            memcpy(out->room[i], p->seat[i].name, PLAY_PERSON_ROOM);
        else
            (void)snprintf(out->room[i], PLAY_PERSON_ROOM, "Player %d", i + first);
    }
}

const char *play_name(const play *p, int seat, play_who *room) {
    if (p->seat[seat].name[0]) return p->seat[seat].name;
    (void)snprintf(room->room, sizeof room->room, "seat %d", seat + 1);
    return room->room;
}

/* The next name of a list without the blanks around it; false at its end. */
static bool next_name(const char **list, char *room, error *err, status *st) {
    if (!*list) return false;
    const char *from = *list + strspn(*list, " \t");
    size_t n = strcspn(from, ",");
    *list = from[n] ? from + n + 1 : NULL;
    while (n && strchr(" \t", from[n - 1])) n--;
    text copy = text_over(room, PLAY_PERSON_ROOM);
    text_putn(&copy, from, n);
    if (copy.cut)
        *st = error_set(err, ST_BAD_VALUE, "a name has 1 to %d bytes", PLAY_PERSON_ROOM - 1);
    else
        *st = n ? play_check_name(room, err) : ST_OK;
    return true;
}

status play_take_names(play *p, const rules *r, const char *list, error *err) {
    char room[GAME_MAX_PLAYERS][PLAY_PERSON_ROOM] = {{0}};
    char name[PLAY_PERSON_ROOM];
    status st = ST_OK;
    int n = 0;
    for (; st == ST_OK && next_name(&list, name, err, &st); n++) {
        if (st == ST_OK && n >= r->players)
            st =
                error_set(err, ST_BAD_VALUE, "there are %d seats here, and more names", r->players);
        for (int i = 0; st == ST_OK && name[0] && i < n; i++)
            if (text_same(room[i], name))
                st = error_set(err, ST_BAD_VALUE, "two seats are called %s", name);
        if (st == ST_OK) memcpy(room[n], name, sizeof name);
    }
    if (st != ST_OK) return st;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) memcpy(p->seat[i].name, room[i], sizeof room[i]);
    return ST_OK;
}

void play_write_names(const play *p, const rules *r, text *out) {
    int last = -1;
    for (int i = 0; i < r->players; i++)
        if (p->seat[i].name[0]) last = i;
    for (int i = 0; i <= last; i++) text_format(out, "%s%s", i ? "," : "", p->seat[i].name);
}
