#ifndef UCI_OBEY_H
#define UCI_OBEY_H
/* The thread that obeys lines, in their order (uci/lines/line_queue.h). Games, positions and
 * options of the session are its own; long work it hands to the worker. */

int obey_main(void *session_pointer);

#endif
