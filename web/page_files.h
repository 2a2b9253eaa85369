#ifndef WEB_PAGE_FILES_H
#define WEB_PAGE_FILES_H
/* The files of web/page, inside the program: modules, styles, and pages to be filled in. */

#include "engine/base/embedded.h"

extern const embedded_file page_scripts[], page_styles[], page_shells[], page_images[];
/* All of them once more, each compressed by gzip, under the same names. */
extern const embedded_file page_packed[];

#endif
