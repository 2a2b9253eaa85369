#ifndef CLI_PAGER_H
#define CLI_PAGER_H
/* Pages for people. */

/* Prints to stdout. In a terminal a page that is longer than the screen goes through the command
 * $PAGER (`less` where that is not set; nothing where it is empty); if there is no such command, or
 * it fails, it is printed as elsewhere. */
void pager_print(const char *page);

#endif
