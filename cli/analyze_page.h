#ifndef CLI_ANALYZE_PAGE_H
#define CLI_ANALYZE_PAGE_H
/* `kibitz analyze RECORD --html FILE`: the review as a page. */

#include "cli/analyze_record.h"
#include "engine/notation/record.h"
#include "search/review.h"

/* Whether the file may be written: see file_check(). Where none is asked for, it may. */
status analyze_page_check(const record_request *q, error *err);

/* Writes the page, if one is asked for. */
status analyze_page_write(const record_request *q, const position *p, const record *rec,
                          const review *rev, error *err);

#endif
