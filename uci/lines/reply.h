#ifndef UCI_LINES_REPLY_H
#define UCI_LINES_REPLY_H
/* One line of an answer, built once with typed fields. Two writers print it: as the line of the
 * protocol, and as the object of its JSON mode. A reply is plain data on the stack: words are the
 * caller's and must outlive it, lists of numbers are copied. */

#include "engine/base/text.h"

enum { REPLY_MAX_FIELDS = 32, REPLY_MAX_REALS = 128 };

typedef enum reply_kind {
    REPLY_WORD,   /* text to the next field */
    REPLY_QUOTED, /* text in quotes on the line */
    REPLY_OBJECT, /* JSON, the same in both forms */
    REPLY_WORDS,  /* words with spaces between: an array of strings */
    REPLY_EACH,   /* the same, with the key before each word of the line */
    REPLY_INT,
    REPLY_COUNT,  /* 64 bits: a string, as JSON numbers are doubles */
    REPLY_DIGITS, /* the same with a sign */
    REPLY_HASH,   /* 16 hexadecimal digits */
    REPLY_REAL,   /* with fixed digits */
    REPLY_SHORT,  /* as %g */
    REPLY_REALS,  /* an array */
    REPLY_BOOL,
    REPLY_FLAG, /* the key alone: true */
    REPLY_PAIR, /* a word and a count; those of one key follow each other and make one array */
    REPLY_SCORE /* cp or mate, its number, perhaps a bound: an object */
} reply_kind;

typedef struct reply_field {
    const char *key;
    const char *lead; /* what introduces it on the line; empty: nothing does */
    reply_kind kind;
    int digits;        /* of numbers with a point */
    int first, count;  /* of a list: among reply.real */
    const char *words; /* of all kinds with text */
    const char *bound; /* of a score; NULL: none */
    int64_t number;    /* also a REPLY_COUNT, as its bits */
    double real;
} reply_field;

typedef struct reply {
    const char *type; /* the first word of the line */
    const char *free; /* a line without keywords, printed as it is; its fields are for JSON alone */
    bool lost;        /* there was no memory for a part of it: it is not said */
    int fields, reals;
    reply_field field[REPLY_MAX_FIELDS];
    double real[REPLY_MAX_REALS];
} reply;

/* The caller's storage; `type` outlives it. */
void reply_init(reply *r, const char *type);
void reply_init_free(reply *r, const char *type, const char *line);

void reply_word(reply *r, const char *key, const char *word);
void reply_text(reply *r, const char *key, const text *t); /* lost where the text is cut */
void reply_quoted(reply *r, const char *key, const char *said);
void reply_object(reply *r, const char *key, const char *json);
void reply_words(reply *r, const char *key, const char *said);
void reply_each(reply *r, const char *key, const char *said);
void reply_int(reply *r, const char *key, int64_t n);
void reply_count(reply *r, const char *key, uint64_t n);
void reply_digits(reply *r, const char *key, int64_t n);
void reply_hash(reply *r, const char *key, uint64_t n);
void reply_real(reply *r, const char *key, double x, int digits);
void reply_short(reply *r, const char *key, double x, int digits);
void reply_bool(reply *r, const char *key, bool b);
void reply_flag(reply *r, const char *key);
void reply_pair(reply *r, const char *key, const char *word, uint64_t n);
void reply_score(reply *r, const char *key, const char *unit, int n, const char *bound);

/* A list, number by number. */
void reply_list(reply *r, const char *key, int digits);
void reply_list_add(reply *r, double x);

/* The line introduces the last field with this word instead of its key; empty: with nothing. */
void reply_lead(reply *r, const char *word);

/* --- the two writers --- */
/* Line breaks in a field (the name of a file may have one) become spaces: a line stays one. */
void reply_line(const reply *r, text *out);
/* `id` is JSON text to echo, or empty; where the reply has a field `id` that one counts. */
void reply_json(const reply *r, const char *id, text *out);

#endif
