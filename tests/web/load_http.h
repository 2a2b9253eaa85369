#ifndef TESTS_WEB_LOAD_HTTP_H
#define TESTS_WEB_LOAD_HTTP_H
/* HTTP as the client of web_load.c speaks it: connections, requests, answers, chunks of a stream;
 * lists of numbers, and how the program ends. One thread. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { REQUEST_SIZE = 2048 };

typedef struct bytes {
    char *at;
    size_t len, cap;
} bytes;

typedef struct numbers {
    int64_t *at;
    size_t len, cap;
} numbers;

/* One connection. */
typedef struct wire {
    int fd;    /* -1: closed */
    bytes in;  /* as it came; of a stream: without its chunks */
    long left; /* of a chunk; -1: its size comes next; -2: headers come next */
    bytes raw;
} wire;

extern int load_port, load_failures;
extern pid_t load_server; /* 0: none runs */

int64_t load_now_ns(void);
/* The number that a text begins with; 0 where it begins with none. */
int64_t load_number_at(const char *s);

/* Ends the program and its server. */
__attribute__((format(printf, 1, 2), noreturn)) void load_die(const char *fmt, ...);
/* Counts a failure; the first ones are printed. */
__attribute__((format(printf, 1, 2))) void load_fail(const char *fmt, ...);

void load_add_number(numbers *l, int64_t n);
double load_percentile(numbers *l, double p); /* of nanoseconds, in milliseconds */
void load_add_bytes(bytes *b, const char *from, size_t n);
void load_drop_bytes(bytes *b, size_t n); /* from its start */

int load_connect_to(void); /* the server; -1: it does not listen */
void load_write_all(int fd, const char *s, size_t len);
void load_put_request(char *out, size_t size, const char *cookie, const char *method,
                      const char *target, const char *body);
/* A complete answer at the start of `in`: its length, or 0. */
size_t load_answer_length(const bytes *in, int *code);
/* Asks and waits; the answer is in *in. */
int load_ask(int fd, bytes *in, const char *cookie, const char *method, const char *target,
             const char *body);
/* What follows a key of the JSON, up to its end. */
bool load_find_word(const char *json, const char *key, char *out, size_t size);
void load_keep_cookie(const bytes *in, char *out, size_t size);
void load_unchunk(wire *w); /* takes the chunks apart */

#endif
