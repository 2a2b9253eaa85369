#define _POSIX_C_SOURCE 200809L
#include "web/http/web_page.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/base/sha256.h"
#include "web/page_files.h"
#include "web/page_join.h"

enum { ETAG_SIZE = 72, MAX_FILE = 4 << 20, MAX_NAME = 64 };

/* A file in one of its two forms. */
typedef struct page_form {
    const embedded_file *file;
    char etag[ETAG_SIZE];
} page_form;

typedef struct page_entry {
    page_form plain, packed;
} page_entry;

struct web_page {
    char *folder; /* NULL: inside the program */
    page_entry *at;
    size_t count, cap;
};

static const struct {
    const char *ending, *type;
} types[] = {{".js", "text/javascript; charset=utf-8"},
             {".css", "text/css; charset=utf-8"},
             {".html", "text/html; charset=utf-8"},
             {".svg", "image/svg+xml"}};

static const char *type_of(const char *name) {
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t end = strlen(types[i].ending);
        if (len > end && strcmp(name + len - end, types[i].ending) == 0) return types[i].type;
    }
    return NULL;
}

static void etag_of(char out[ETAG_SIZE], const void *data, size_t len) {
    unsigned char hash[SHA256_SIZE];
    sha256(data, len, hash);
    text t = text_over(out, ETAG_SIZE);
    text_char(&t, '"');
    for (int i = 0; i < 16; i++) text_format(&t, "%02x", hash[i]);
    text_char(&t, '"');
}

static page_form form_of(const embedded_file *file) {
    page_form f = {.file = file};
    if (file) etag_of(f.etag, file->at, *file->size);
    return f;
}

static status add_table(web_page *p, const embedded_file *table) {
    for (; table->name; table++) {
        if (MEM_GROW(p->at, p->cap, p->count + 1) != ST_OK) return ST_NOMEM;
        page_entry *e = &p->at[p->count++];
        e->plain = form_of(table);
        e->packed = form_of(page_file(page_packed, table->name));
    }
    return ST_OK;
}

status web_page_create(web_page **out, const char *folder, error *err) {
    *out = NULL;
    web_page *p = mem_alloc(sizeof *p);
    status st = p ? ST_OK : ST_NOMEM;
    if (st == ST_OK && folder) {
        p->folder = mem_string(folder);
        if (!p->folder) st = ST_NOMEM;
    } else {
        if (st == ST_OK) st = add_table(p, page_scripts);
        if (st == ST_OK) st = add_table(p, page_styles);
        if (st == ST_OK) st = add_table(p, page_shells);
        if (st == ST_OK) st = add_table(p, page_images);
    }
    if (st != ST_OK) {
        web_page_destroy(p);
        return error_set(err, st, "no memory for the page");
    }
    *out = p;
    return ST_OK;
}

void web_page_destroy(web_page *p) {
    if (!p) return;
    mem_free(p->folder);
    mem_free(p->at);
    mem_free(p);
}

/* Letters, digits, '-', '_' and '.', which does not begin it: no folder can be left with that. */
static bool plain_name(const char *name) {
    size_t len = strlen(name);
    if (!len || len > MAX_NAME || *name == '.') return false;
    for (; *name; name++)
        if (!text_is_alpha(*name) && !text_is_digit(*name) && !strchr("-_.", *name)) return false;
    return true;
}

static bool read_whole(int fd, text *out) {
    char buf[8192];
    for (ssize_t n; (n = read(fd, buf, sizeof buf)) != 0;) {
        if (n < 0 || out->len + (size_t)n > MAX_FILE) return false;
        text_putn(out, buf, (size_t)n);
    }
    return !out->cut;
}

/* From the folder, as it is now. */
static bool read_file(const web_page *p, web_request *q, const char *name) {
    text path = text_growing();
    text_format(&path, "%s/%s", p->folder, name);
    int fd = path.cut ? -1 : open(text_string(&path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    text_done(&path);
    if (fd < 0) return false;
    struct stat facts;
    text_clear(&q->out);
    bool good = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && read_whole(fd, &q->out);
    close(fd);
    if (good) etag_of(q->etag, q->out.at ? q->out.at : "", q->out.len);
    return good;
}

static bool find_entry(const web_page *p, web_request *q, const char *name, bool gzip) {
    for (size_t i = 0; i < p->count; i++) {
        const page_entry *e = &p->at[i];
        if (strcmp(e->plain.file->name, name) != 0) continue;
        bool packed = gzip && e->packed.file;
        const page_form *f = packed ? &e->packed : &e->plain;
        q->varies = e->packed.file != NULL;
        q->encoding = packed ? "gzip" : NULL;
        q->file = f->file->at;
        q->file_size = *f->file->size;
        memcpy(q->etag, f->etag, sizeof f->etag);
        return true;
    }
    return false;
}

/* --- headers --- */

/* One element of the list, "gzip ; q=0.5": its name, and whether it is allowed. */
static bool read_coding(const char *at, char *name, size_t cap) {
    size_t len = strcspn(at, ",; \t");
    text t = text_over(name, cap);
    text_putn(&t, at, len);
    at += len;
    at += strspn(at, "; \t");
    if (*at != 'q' && *at != 'Q') return true;
    at += 1 + strspn(at + 1, " \t");
    if (*at != '=') return true;
    at += 1 + strspn(at + 1, " \t");
    /* 0, 0.0, 0.000: any other digit allows it. */
    return strspn(at, "0.") < strspn(at, "0.123456789");
}

bool web_page_takes_gzip(const char *header) {
    bool named = false, good = false, others = false;
    while (header && *header) {
        header += strspn(header, ", \t");
        char name[16] = "";
        bool allowed = read_coding(header, name, sizeof name);
        if (text_same(name, "gzip") || text_same(name, "x-gzip")) {
            named = true;
            good = good || allowed;
        } else if (strcmp(name, "*") == 0) {
            others = allowed;
        }
        header += strcspn(header, ",");
    }
    return named ? good : others;
}

/* A list of ETags, or *. Weak ones are equal to strong ones here (RFC 9110, 13.1.2). */
static bool lists(const char *header, const char *etag) {
    if (!header) return false;
    while (*header == ' ') header++;
    if (strcmp(header, "*") == 0) return true;
    const char *at = strstr(header, etag);
    return at != NULL;
}

void web_page_answer(web_page *p, web_request *q, const char *path, const char *if_none_match,
                     const char *accept_encoding) {
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    const char *type = plain_name(name) ? type_of(name) : NULL;
    /* The review page is a form to be filled in, no page of its own. */
    bool form = strcmp(name, "review.html") == 0;
    bool found = type && !form &&
                 (p->folder ? read_file(p, q, name)
                            : find_entry(p, q, name, web_page_takes_gzip(accept_encoding)));
    if (!found) {
        q->refused = "page";
        web_refuse(q, 404, "not-found", "there is no such page", NULL);
        return;
    }
    q->type = type;
    if (lists(if_none_match, q->etag)) {
        q->code = 304;
        q->encoding = NULL;
        q->file = NULL;
        q->file_size = 0;
        text_clear(&q->out);
    }
}
