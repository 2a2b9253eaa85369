#include "games/azul/azul_tiles.h"

#include <string.h>

const char az_letter[AZ_COLOURS + 1] = "BYRKW";

int az_colour_of(char letter) {
    const char *at = letter ? strchr(az_letter, letter) : NULL;
    return at ? (int)(at - az_letter) : -1;
}

/* Kinds are found in the order of their first tiles, so all of one size follow each other. Where
 * the same heap is reached by another order of tiles it is there already. */
void az_kinds_init(az_kinds *k) {
    int count = 1;
    memset(k, 0, sizeof *k);
    for (int from = 0; from < count; from++) {
        if (az_sum(k->tiles[from]) == AZ_ON_DISPLAY) break;
        for (unsigned c = 0; c < AZ_COLOURS; c++) {
            az_tiles request = k->tiles[from] + az_tile(c);
            int at = 1;
            while (at < count && k->tiles[at] != request) at++;
            assert(at < AZ_KINDS);
            if (at == count) k->tiles[count++] = request;
            k->more[from][c] = (uint8_t)at;
        }
    }
    assert(count == AZ_KINDS);
}

int az_kind_of(const az_kinds *k, az_tiles t) {
    unsigned kind = 0;
    if (az_sum(t) > AZ_ON_DISPLAY) return -1;
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned i = 0; i < az_of_colour(t, c); i++) kind = k->more[kind][c];
    assert(k->tiles[kind] == t);
    return (int)kind;
}
