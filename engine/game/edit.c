#include "engine/game/edit.h"

#include <string.h>

bool edit_index(const char *word, unsigned max, unsigned *out) {
    uint64_t n = 0;
    if (!text_u64(word, max, &n) || !n) return false;
    *out = (unsigned)n - 1;
    return true;
}

status edit_seat(const rules *r, const char *who, unsigned *out, error *err) {
    if (edit_index(text_starts(who, "seat ") ? who + 5 : who, r->players, out)) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "there is no seat '%.40s': 1 to %d", who, r->players);
}

const char *edit_of_seat(const rules *r, const char *cell, unsigned *seat) {
    char buf[8];
    const char *dot = strchr(cell, '.');
    text name = text_over(buf, sizeof buf);
    if (!dot || (cell[0] != 'p' && cell[0] != 'P')) return NULL;
    text_putn(&name, cell + 1, (size_t)(dot - cell - 1));
    return !name.cut && edit_index(buf, r->players, seat) ? dot + 1 : NULL;
}

status edit_number(const char *cell, const char *what, unsigned max, unsigned *out, error *err) {
    uint64_t n;
    if (!text_u64(what, max, &n))
        return error_set(err, ST_BAD_VALUE, "%.40s takes a whole number from 0 to %u, not '%.40s'",
                         cell, max, what);
    *out = (unsigned)n;
    return ST_OK;
}
