#ifndef MCP_MCP_SCHEMA_H
#define MCP_MCP_SCHEMA_H
/* Shapes of arguments and answers in a short form, written out as JSON Schema for clients, and the
 * check of a value against them:
 *
 *     {table:s`a handle of new_table`, level?:i<1..10>, kind:(cell|card), seats:[{seat:i, name?:s}]}
 *
 * s string, i integer, n number, b boolean, o any object, (a|b) one of these words, [x] a list of x,
 * {…} an object with these members and no others. A name with ? may be left out; <low..high> bounds a
 * number; words between backquotes describe the member. The schemas use only keywords that draft-07 and
 * 2020-12 read the same way. The forms are ours: a wrong one is a broken assertion. */

#include "engine/base/json.h"
#include "engine/base/status.h"
#include "mcp/mcp_json.h"

void mcp_schema_write(const char *form, json_writer *w);

/* Whether a value has that form. ST_BAD_VALUE says which member is wrong and what it takes. */
status mcp_schema_check(const char *form, const json_t *value, error *err);

#endif
