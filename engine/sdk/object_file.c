#define _POSIX_C_SOURCE 200809L
#include "engine/sdk/object_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"

/* What this program was made for. */
#if defined(__aarch64__)
enum { OUR_MACHINE = EM_AARCH64 };
#elif defined(__x86_64__)
enum { OUR_MACHINE = EM_X86_64 };
#elif defined(__riscv)
enum { OUR_MACHINE = EM_RISCV };
#else
enum { OUR_MACHINE = EM_NONE }; /* not known: not compared */
#endif

enum {
    OUR_CLASS = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32,
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    OUR_ORDER = ELFDATA2MSB
#else
    OUR_ORDER = ELFDATA2LSB
#endif
};

typedef struct object {
    const char *data;
    size_t len;
    const char *path;
    ElfW(Ehdr) head;
    error *err;
} object;

static status wrong(const object *o, const char *what) {
    return error_set(o->err, ST_UNSUPPORTED, "%.120s is no shared object that can be loaded: %s",
                     o->path, what);
}

/* Whether `count` things of `size` bytes at `at` are inside the file. */
static bool inside(const object *o, uint64_t at, uint64_t count, uint64_t size) {
    return at <= o->len && (count == 0 || size <= (o->len - at) / count);
}

static ElfW(Phdr) segment_at(const object *o, unsigned i) {
    ElfW(Phdr) p;
    memcpy(&p, o->data + o->head.e_phoff + (size_t)i * sizeof p, sizeof p);
    return p;
}

/* Where an address of the loaded object comes from in the file, with `bytes` bytes after it; false
 * where that is not all in one segment with these flags. */
static bool file_offset(const object *o, uint64_t address, uint64_t bytes, unsigned flags,
                        uint64_t *out) {
    for (unsigned i = 0; i < o->head.e_phnum; i++) {
        ElfW(Phdr) p = segment_at(o, i);
        if (p.p_type != PT_LOAD || (p.p_flags & flags) != flags) continue;
        if (address < p.p_vaddr || address - p.p_vaddr > p.p_filesz) continue;
        if (bytes > p.p_filesz - (address - p.p_vaddr)) continue;
        *out = p.p_offset + (address - p.p_vaddr);
        return true;
    }
    return false;
}

/* --- headers --- */

static status check_head(object *o) {
    if (o->len < sizeof o->head || memcmp(o->data, ELFMAG, SELFMAG) != 0)
        return wrong(o, o->len >= SELFMAG && memcmp(o->data, ELFMAG, SELFMAG) == 0
                            ? "the file is cut"
                            : "it does not begin like one");
    memcpy(&o->head, o->data, sizeof o->head);
    const ElfW(Ehdr) *h = &o->head;
    if (h->e_ident[EI_CLASS] != OUR_CLASS || h->e_ident[EI_DATA] != OUR_ORDER ||
        (OUR_MACHINE != EM_NONE && h->e_machine != OUR_MACHINE))
        return wrong(o, "it was made for another kind of machine");
    if (h->e_type != ET_DYN || h->e_ident[EI_VERSION] != EV_CURRENT)
        return wrong(o, "it was linked without -shared");
    if (h->e_phentsize != sizeof(ElfW(Phdr)) || h->e_phnum == 0)
        return wrong(o, "it has no segments");
    if (!inside(o, h->e_phoff, h->e_phnum, sizeof(ElfW(Phdr)))) return wrong(o, "the file is cut");
    return ST_OK;
}

static bool is_power_of_two(uint64_t n) {
    return n && (n & (n - 1)) == 0;
}

static status check_segments(const object *o) {
    bool dynamic = false;
    bool loads = false;
    uint64_t end = 0; /* segments are in order, or the loader reserves too little */
    for (unsigned i = 0; i < o->head.e_phnum; i++) {
        ElfW(Phdr) p = segment_at(o, i);
        if (p.p_type == PT_NULL || p.p_type == PT_GNU_STACK) continue;
        if (!inside(o, p.p_offset, 1, p.p_filesz)) return wrong(o, "the file is cut");
        dynamic |= p.p_type == PT_DYNAMIC;
        if (p.p_type != PT_LOAD) continue;
        bool aligned = p.p_align <= 1 || (is_power_of_two(p.p_align) &&
                                          p.p_vaddr % p.p_align == p.p_offset % p.p_align);
        if (p.p_filesz > p.p_memsz || !aligned || p.p_vaddr < end ||
            p.p_memsz > UINT64_C(1) << 40 || p.p_vaddr > UINT64_C(1) << 40)
            return wrong(o, "its segments make no sense");
        end = p.p_vaddr + p.p_memsz;
        loads = true;
    }
    if (!loads || !dynamic) return wrong(o, "it has nothing to load");
    return ST_OK;
}

/* The loader does not need them, but a linker puts them last: they show whether the end is
 * there. */
static status check_sections(const object *o) {
    const ElfW(Ehdr) *h = &o->head;
    if (h->e_shoff == 0 || h->e_shnum == 0) return ST_OK;
    if (h->e_shentsize != sizeof(ElfW(Shdr))) return wrong(o, "its sections make no sense");
    if (!inside(o, h->e_shoff, h->e_shnum, sizeof(ElfW(Shdr)))) return wrong(o, "the file is cut");
    for (unsigned i = 0; i < h->e_shnum; i++) {
        ElfW(Shdr) s;
        memcpy(&s, o->data + h->e_shoff + (size_t)i * sizeof s, sizeof s);
        if (s.sh_type == SHT_NULL || s.sh_type == SHT_NOBITS) continue;
        if (!inside(o, s.sh_offset, 1, s.sh_size)) return wrong(o, "the file is cut");
    }
    return ST_OK;
}

/* --- symbols --- */

typedef struct tables {
    uint64_t symbols, strings, strings_size, hash, gnu_hash; /* addresses */
} tables;

static status read_dynamic(const object *o, tables *t) {
    *t = (tables){0};
    for (unsigned i = 0; i < o->head.e_phnum; i++) {
        ElfW(Phdr) p = segment_at(o, i);
        if (p.p_type != PT_DYNAMIC) continue;
        for (uint64_t at = 0; at + sizeof(ElfW(Dyn)) <= p.p_filesz; at += sizeof(ElfW(Dyn))) {
            ElfW(Dyn) d;
            memcpy(&d, o->data + p.p_offset + at, sizeof d);
            if (d.d_tag == DT_NULL) break;
            if (d.d_tag == DT_SYMTAB) t->symbols = d.d_un.d_ptr;
            if (d.d_tag == DT_STRTAB) t->strings = d.d_un.d_ptr;
            if (d.d_tag == DT_STRSZ) t->strings_size = d.d_un.d_val;
            if (d.d_tag == DT_HASH) t->hash = d.d_un.d_ptr;
            if (d.d_tag == DT_GNU_HASH) t->gnu_hash = d.d_un.d_ptr;
        }
    }
    uint64_t at;
    if (!t->symbols || !t->strings || !file_offset(o, t->strings, t->strings_size, 0, &at))
        return wrong(o, "it has no symbols");
    return ST_OK;
}

static bool word_at(const object *o, uint64_t address, uint32_t *out) {
    uint64_t at;
    if (!file_offset(o, address, sizeof *out, 0, &at)) return false;
    memcpy(out, o->data + at, sizeof *out);
    return true;
}

/* How many symbols a GNU hash table speaks of: one after the end of its last chain. */
static bool count_by_gnu_hash(const object *o, uint64_t table, uint32_t *count) {
    uint32_t buckets;
    uint32_t first;
    uint32_t filters;
    if (!word_at(o, table, &buckets) || !word_at(o, table + 4, &first) ||
        !word_at(o, table + 8, &filters))
        return false;
    uint64_t bucket_at = table + 16 + (uint64_t)filters * sizeof(ElfW(Addr));
    uint64_t chain_at = bucket_at + (uint64_t)buckets * 4;
    uint32_t last = 0;
    for (uint32_t i = 0; i < buckets; i++) {
        uint32_t b;
        if (!word_at(o, bucket_at + (uint64_t)i * 4, &b)) return false;
        if (b > last) last = b;
    }
    *count = first;
    if (last < first) return true;
    for (uint32_t link = 0; !(link & 1); last++)
        if (!word_at(o, chain_at + (uint64_t)(last - first) * 4, &link)) return false;
    *count = last;
    return true;
}

static bool count_symbols(const object *o, const tables *t, uint32_t *count) {
    if (t->hash) return word_at(o, t->hash + 4, count); /* the number of chains */
    return t->gnu_hash && count_by_gnu_hash(o, t->gnu_hash, count);
}

static bool is_called(const object *o, const tables *t, const ElfW(Sym) * s, const char *name) {
    uint64_t at;
    size_t n = strlen(name) + 1;
    if (s->st_name > t->strings_size || n > t->strings_size - s->st_name) return false;
    return file_offset(o, t->strings + s->st_name, n, 0, &at) && memcmp(o->data + at, name, n) == 0;
}

static status check_symbol(const object *o, const char *name) {
    tables t;
    uint32_t count = 0;
    status st = read_dynamic(o, &t);
    if (st != ST_OK) return st;
    if (!count_symbols(o, &t, &count)) return wrong(o, "its table of symbols makes no sense");
    for (uint32_t i = 0; i < count; i++) {
        ElfW(Sym) s;
        uint64_t at;
        if (!file_offset(o, t.symbols + (uint64_t)i * sizeof s, sizeof s, 0, &at))
            return wrong(o, "its table of symbols makes no sense");
        memcpy(&s, o->data + at, sizeof s);
        if (s.st_shndx == SHN_UNDEF || !is_called(o, &t, &s, name)) continue;
        /* The lower four bits are the type, in both classes. */
        if ((s.st_info & 15) != STT_FUNC || !file_offset(o, s.st_value, 1, PF_X, &at))
            return error_set(o->err, ST_UNSUPPORTED, "in %.120s %s is no function", o->path, name);
        return ST_OK;
    }
    return error_set(o->err, ST_UNSUPPORTED,
                     "%.120s has no %s: a game on the kit ends with BW_EXPORT(game)", o->path,
                     name);
}

status object_file_check(const char *data, size_t len, const char *symbol, const char *path,
                         error *err) {
    object o = {.data = data, .len = len, .path = path, .err = err};
    status st = check_head(&o);
    if (st == ST_OK) st = check_segments(&o);
    if (st == ST_OK) st = check_sections(&o);
    return st == ST_OK ? check_symbol(&o, symbol) : st;
}

/* --- opening --- */

enum { MAX_BYTES = 64 << 20, PATH_SIZE = 4096, SAID_OF_PATH = 80 };

/* dlopen() looks for a name without a slash among the system's libraries. */
static status open_object(void **out, const char *path, error *err) {
    char here[PATH_SIZE];
    int n = snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof here)
        return error_set(err, ST_NOT_FOUND, "the path is too long");
    *out = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (*out) return ST_OK;
    const char *why = dlerror();
    size_t len = strlen(here);
    /* "./x.so: undefined symbol: f": the path is said already. */
    if (why && strncmp(why, here, len) == 0 && why[len] == ':')
        why += len + 1 + strspn(why + len + 1, " ");
    /* Of a long path the end says more. */
    len = strlen(path);
    bool cut = len > SAID_OF_PATH;
    return error_set(err, ST_UNSUPPORTED, "%s%s does not load: %.130s", cut ? "..." : "",
                     cut ? path + len - SAID_OF_PATH : path, why ? why : "no reason is known");
}

static status read_checked(const char *path, const char *symbol, uint64_t *hash, error *err) {
    text body;
    status st = file_read(&body, path, MAX_BYTES, err); /* a file that is there, and its hash */
    if (st != ST_OK) return st;
    *hash = hash_bytes(text_string(&body), body.len, 0);
    st = object_file_check(text_string(&body), body.len, symbol, path, err);
    text_done(&body);
    return st;
}

status object_file_look(const char *path, const char *symbol, error *err) {
    uint64_t hash;
    return read_checked(path, symbol, &hash, err);
}

status object_file_open(object_file *out, const char *path, const char *symbol, error *err) {
    status st = read_checked(path, symbol, &out->hash, err);
    if (st == ST_OK) st = open_object(&out->handle, path, err);
    if (st != ST_OK) return st;
    out->symbol = dlsym(out->handle, symbol);
    if (out->symbol) return ST_OK;
    (void)dlclose(out->handle);
    return error_set(err, ST_UNSUPPORTED, "%.120s has no %s", path, symbol);
}
