#ifndef WEB_THINK_THINK_IDS_H
#define WEB_THINK_THINK_IDS_H
/* Names for what is new, and when it was made. Any thread. */

#include <stdint.h>

enum { THINK_ID_SIZE = 13 };

/* A word of 12 letters and digits that cannot be guessed. */
void think_new_id(char out[THINK_ID_SIZE]);

int64_t think_now_ms(void); /* since 1970 */

#endif
