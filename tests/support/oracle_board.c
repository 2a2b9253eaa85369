#include "tests/support/oracle_board.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void oracle_words_add(oracle_words *w, const char *word) {
    size_t length = strlen(word);
    assert(w->count < ORACLE_WORDS && length < ORACLE_WORD);
    memcpy(w->at[w->count++], word, length + 1);
}

static int by_letters(const void *a, const void *b) {
    return strcmp(a, b);
}

void oracle_words_sort(oracle_words *w) {
    qsort(w->at, (size_t)w->count, sizeof w->at[0], by_letters);
}

bool oracle_words_have(const oracle_words *w, const char *word) {
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->at[i], word) == 0) return true;
    return false;
}

void oracle_words_join(const oracle_words *w, char out[ORACLE_WORDS * ORACLE_WORD]) {
    for (int i = 0; i < w->count; i++) {
        size_t length = strlen(w->at[i]);
        if (i > 0) *out++ = ' ';
        memcpy(out, w->at[i], length);
        out += length;
    }
    *out = '\0';
}

int oracle_cell(const char *s) {
    if (s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8') return -1;
    return (s[1] - '1') * 8 + (s[0] - 'a');
}

char *oracle_cell_name(char *out, int cell) {
    out[0] = (char)('a' + cell % 8);
    out[1] = (char)('1' + cell / 8);
    out[2] = '\0';
    return out + 2;
}

/* One row, from its cell in the a file; NULL unless it has eight cells. */
static const char *read_row(const char *s, const char *letters, char *cell) {
    int file = 0;
    for (; *s != '\0' && *s != '/' && *s != ' '; s++) {
        if (*s >= '1' && *s <= '8')
            file += *s - '0';
        else if (strchr(letters, *s) && file < 8)
            cell[file++] = *s;
        else
            return NULL;
        if (file > 8) return NULL;
    }
    return file == 8 ? s : NULL;
}

const char *oracle_board_read(const char *s, const char *letters, char cell[ORACLE_CELLS]) {
    memset(cell, '.', ORACLE_CELLS);
    for (int rank = 7; rank >= 0; rank--) {
        s = read_row(s, letters, cell + (ptrdiff_t)8 * rank);
        if (!s || *s != (rank > 0 ? '/' : ' ')) return NULL;
        if (rank > 0) s++;
    }
    return s;
}

char *oracle_board_write(char *out, const char cell[ORACLE_CELLS]) {
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char piece = cell[8 * rank + file];
            if (piece == '.') empty++;
            if (empty > 0 && (piece != '.' || file == 7)) *out++ = (char)('0' + empty);
            if (piece != '.') {
                *out++ = piece;
                empty = 0;
            }
        }
        if (rank > 0) *out++ = '/';
    }
    *out = '\0';
    return out;
}
