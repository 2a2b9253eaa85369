#ifndef WEB_PAGE_JOIN_H
#define WEB_PAGE_JOIN_H
/* One page of many files: modules become one inline script, styles one inline style, and the
 * policy of the page names both by their hashes, so that nothing else can run. */

#include "engine/base/embedded.h"
#include "engine/base/text.h"

/* A file of a table by its name; NULL: there is none. */
const embedded_file *page_file(const embedded_file *table, const char *name);

/* Modules after one another, without their last line `export { … };` and their imports. Names ends with
 * NULL. ST_INTERNAL for a module that is not there, that does not end so or that imports from another than
 * those before it. */
status page_join_scripts(const char *const *names, text *out, error *err);
/* Styles after one another. */
status page_join_styles(const char *const *names, text *out, error *err);

/* The content security policy: this script and this style, pictures in data: alone. */
void page_put_policy(text *out, const text *script, const text *style);

/* Text between tags or in an attribute. */
void page_put_html(text *out, const char *s);
/* JSON inside a script element: no < is left in it. */
void page_put_json(text *out, const char *json, size_t len);

/* What takes the place of @NAME@ in a page. */
typedef struct page_slot {
    const char *name;
    const text *value;
} page_slot;

/* A page of page_shells with its slots (ended by one without a name) filled in, each as often as it
 * appears. ST_INTERNAL for a slot that the page does not have. */
status page_fill(const char *shell, const page_slot *slots, text *out, error *err);

#endif
