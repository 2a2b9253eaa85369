#include "uci/lines/reply.h"

#include <assert.h>
#include <string.h>

#include "engine/base/json.h"

/* --- building --- */

void reply_init(reply *r, const char *type) {
    assert(type && *type);
    r->type = type;
    r->free = NULL;
    r->lost = false;
    r->fields = r->reals = 0;
}

void reply_init_free(reply *r, const char *type, const char *line) {
    reply_init(r, type);
    assert(line);
    r->free = line;
}

/* The keys of an object differ; pairs of one key follow each other. */
static FOR_ASSERT bool is_key_new(const reply *r, const char *key, reply_kind kind) {
    /* These two the object has already. */
    if (strcmp(key, "type") == 0 || (r->free && strcmp(key, "text") == 0)) return false;
    for (int i = 0; i < r->fields; i++) {
        if (strcmp(r->field[i].key, key) != 0) continue;
        const reply_field *last = &r->field[r->fields - 1];
        return kind == REPLY_PAIR && last->kind == kind && strcmp(last->key, key) == 0;
    }
    return true;
}

static reply_field *add(reply *r, const char *key, reply_kind kind) {
    assert(r->fields < REPLY_MAX_FIELDS);
    assert(key && *key && is_key_new(r, key, kind));
    reply_field *f = &r->field[r->fields++];
    *f = (reply_field){.key = key, .lead = key, .kind = kind};
    return f;
}

void reply_word(reply *r, const char *key, const char *word) {
    assert(word);
    add(r, key, REPLY_WORD)->words = word;
}

void reply_object(reply *r, const char *key, const char *json) {
    assert(json && *json);
    add(r, key, REPLY_OBJECT)->words = json;
}

void reply_text(reply *r, const char *key, const text *t) {
    reply_word(r, key, text_string(t));
    r->lost |= t->cut;
}

void reply_quoted(reply *r, const char *key, const char *said) {
    add(r, key, REPLY_QUOTED)->words = said;
}

void reply_words(reply *r, const char *key, const char *said) {
    assert(said);
    add(r, key, REPLY_WORDS)->words = said;
}

void reply_each(reply *r, const char *key, const char *said) {
    add(r, key, REPLY_EACH)->words = said;
}

void reply_int(reply *r, const char *key, int64_t n) {
    add(r, key, REPLY_INT)->number = n;
}

void reply_count(reply *r, const char *key, uint64_t n) {
    add(r, key, REPLY_COUNT)->number = (int64_t)n;
}

void reply_digits(reply *r, const char *key, int64_t n) {
    add(r, key, REPLY_DIGITS)->number = n;
}

void reply_hash(reply *r, const char *key, uint64_t n) {
    add(r, key, REPLY_HASH)->number = (int64_t)n;
}

void reply_real(reply *r, const char *key, double x, int digits) {
    assert(digits >= 0 && digits <= 17);
    reply_field *f = add(r, key, REPLY_REAL);
    f->real = x;
    f->digits = digits;
}

void reply_short(reply *r, const char *key, double x, int digits) {
    assert(digits > 0 && digits <= 17);
    reply_field *f = add(r, key, REPLY_SHORT);
    f->real = x;
    f->digits = digits;
}

void reply_bool(reply *r, const char *key, bool b) {
    add(r, key, REPLY_BOOL)->number = b;
}

void reply_flag(reply *r, const char *key) {
    (void)add(r, key, REPLY_FLAG);
}

void reply_pair(reply *r, const char *key, const char *word, uint64_t n) {
    reply_field *f = add(r, key, REPLY_PAIR);
    f->words = word;
    f->number = (int64_t)n;
}

void reply_score(reply *r, const char *key, const char *unit, int n, const char *bound) {
    assert(strcmp(unit, "cp") == 0 || strcmp(unit, "mate") == 0);
    reply_field *f = add(r, key, REPLY_SCORE);
    f->words = unit;
    f->number = n;
    f->bound = bound;
}

void reply_list(reply *r, const char *key, int digits) {
    reply_field *f = add(r, key, REPLY_REALS);
    f->digits = digits;
    f->first = r->reals;
}

void reply_list_add(reply *r, double x) {
    assert(r->fields && r->field[r->fields - 1].kind == REPLY_REALS);
    assert(r->reals < REPLY_MAX_REALS);
    r->real[r->reals++] = x;
    r->field[r->fields - 1].count++;
}

void reply_lead(reply *r, const char *word) {
    assert(r->fields && word);
    r->field[r->fields - 1].lead = word;
}

/* --- words of a list --- */

static const char *next_word(const char **at, size_t *n) {
    *at += strspn(*at, " ");
    const char *word = *at;
    *n = strcspn(word, " ");
    *at += *n;
    return *n ? word : NULL;
}

/* --- the line --- */

static void put_number(const reply_field *f, text *out) {
    switch (f->kind) {
    case REPLY_INT:
    case REPLY_DIGITS:
        text_format(out, " %lld", (long long)f->number);
        break;
    case REPLY_COUNT:
        text_format(out, " %llu", (unsigned long long)f->number);
        break;
    case REPLY_HASH:
        text_format(out, " %016llx", (unsigned long long)f->number);
        break;
    case REPLY_REAL:
        text_format(out, " %.*f", f->digits, f->real);
        break;
    case REPLY_SHORT:
        text_format(out, " %.*g", f->digits, f->real);
        break;
    default:
        assert(false);
    }
}

static void put_word(text *out, const char *word) {
    text_char(out, ' ');
    text_put(out, word);
}

static void put_each(const reply_field *f, text *out) {
    size_t n;
    const char *at = f->words;
    for (const char *word; (word = next_word(&at, &n));) {
        put_word(out, f->lead);
        text_char(out, ' ');
        text_putn(out, word, n);
    }
}

static void put_field(const reply *r, const reply_field *f, text *out) {
    if (f->kind == REPLY_EACH) {
        put_each(f, out);
        return;
    }
    if (*f->lead) put_word(out, f->lead);
    switch (f->kind) {
    case REPLY_WORD:
    case REPLY_OBJECT:
    case REPLY_WORDS:
        put_word(out, f->words);
        break;
    case REPLY_QUOTED:
        text_put(out, " \"");
        text_put(out, f->words);
        text_char(out, '"');
        break;
    case REPLY_BOOL:
        text_put(out, f->number ? " true" : " false");
        break;
    case REPLY_PAIR:
        text_format(out, " %s %llu", f->words, (unsigned long long)f->number);
        break;
    case REPLY_SCORE:
        text_format(out, " %s %lld", f->words, (long long)f->number);
        if (f->bound) put_word(out, f->bound);
        break;
    case REPLY_REALS:
        for (int i = 0; i < f->count; i++)
            text_format(out, " %.*f", f->digits, r->real[f->first + i]);
        break;
    case REPLY_EACH:
    case REPLY_FLAG:
        break;
    default:
        put_number(f, out);
    }
}

void reply_line(const reply *r, text *out) {
    size_t from = out->len;
    text_put(out, r->free ? r->free : r->type);
    for (int i = 0; !r->free && i < r->fields; i++) put_field(r, &r->field[i], out);
    for (size_t i = from; i < out->len; i++)
        if (out->at[i] == '\n' || out->at[i] == '\r') out->at[i] = ' ';
}

/* --- the object --- */

static void write_words(json_writer *w, const reply_field *f) {
    size_t n;
    const char *at = f->words;
    json_open(w, '[');
    for (const char *word; (word = next_word(&at, &n));) json_stringn(w, word, n);
    json_close(w, ']');
}

static void write_digits(json_writer *w, const reply_field *f) {
    char buf[24];
    text digits = text_over(buf, sizeof buf);
    if (f->kind == REPLY_DIGITS)
        text_format(&digits, "%lld", (long long)f->number);
    else
        text_format(&digits, f->kind == REPLY_HASH ? "%016llx" : "%llu",
                    (unsigned long long)f->number);
    json_string(w, buf);
}

static void write_score(json_writer *w, const reply_field *f) {
    json_open(w, '{');
    json_key(w, f->words);
    json_int(w, f->number);
    if (f->bound) {
        json_key(w, f->bound);
        json_bool(w, true);
    }
    json_close(w, '}');
}

/* All pairs of one key from field i on; returns how many. */
static int write_pairs(json_writer *w, const reply *r, int i) {
    int n = 0;
    const char *key = r->field[i].key;
    json_open(w, '[');
    for (; i + n < r->fields && strcmp(r->field[i + n].key, key) == 0; n++) {
        json_open(w, '[');
        json_string(w, r->field[i + n].words);
        json_int(w, r->field[i + n].number);
        json_close(w, ']');
    }
    json_close(w, ']');
    return n;
}

/* Returns how many fields were written. */
static int write_field(json_writer *w, const reply *r, int i) {
    const reply_field *f = &r->field[i];
    json_key(w, f->key);
    switch (f->kind) {
    case REPLY_WORD:
    case REPLY_QUOTED:
        json_string(w, f->words);
        break;
    case REPLY_OBJECT:
        json_raw(w, f->words);
        break;
    case REPLY_WORDS:
    case REPLY_EACH:
        write_words(w, f);
        break;
    case REPLY_INT:
        json_int(w, f->number);
        break;
    case REPLY_COUNT:
    case REPLY_DIGITS:
    case REPLY_HASH:
        write_digits(w, f);
        break;
    case REPLY_REAL:
        json_real(w, f->real, f->digits);
        break;
    case REPLY_SHORT:
        json_short(w, f->real, f->digits);
        break;
    case REPLY_REALS:
        json_open(w, '[');
        for (int k = 0; k < f->count; k++) json_real(w, r->real[f->first + k], f->digits);
        json_close(w, ']');
        break;
    case REPLY_BOOL:
        json_bool(w, f->number);
        break;
    case REPLY_FLAG:
        json_bool(w, true);
        break;
    case REPLY_PAIR:
        return write_pairs(w, r, i);
    case REPLY_SCORE:
        write_score(w, f);
        break;
    }
    return 1;
}

static bool has_own_id(const reply *r) {
    for (int i = 0; i < r->fields; i++)
        if (strcmp(r->field[i].key, "id") == 0) return true;
    return false;
}

void reply_json(const reply *r, const char *id, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "type");
    json_string(&w, r->type);
    if (*id && !has_own_id(r)) {
        json_key(&w, "id");
        json_raw(&w, id);
    }
    if (r->free) {
        json_key(&w, "text");
        json_string(&w, r->free);
    }
    for (int i = 0; i < r->fields;) i += write_field(&w, r, i);
    json_close(&w, '}');
}
