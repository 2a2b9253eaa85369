#ifndef TESTS_WEB_LOAD_SERVERS_H
#define TESTS_WEB_LOAD_SERVERS_H
/* The servers that web_load.c asks: one on a file, or several on one PostgreSQL database, which can
 * be made to fail, too. */

#include <stdbool.h>

enum { LOAD_MAX_SERVERS = 8 };

typedef struct load_servers_setup {
    const char *program; /* kibitz */
    const char *folder;  /* for data */
    const char *store;   /* "postgresql://..."; NULL: a file in the folder */
    int count;
} load_servers_setup;

/* Starts all of them, on ports that are free. */
void load_servers_start(const load_servers_setup *setup);
/* The next connections and requests are to this one: load_port and load_server. */
void load_servers_use(int which);
/* Killed as by a failure of power. Before it runs again what it has sent should be read. */
void load_servers_kill(int which);
void load_servers_again(int which);
/* The database stops in the middle of what it does (pg_ctl stop -m immediate), and starts again. By
 * KIBITZ_TEST_POSTGRESQL_FOLDER and POSTGRES_SETTINGS: see tests/support/with_postgres. */
void load_servers_crash_database(void);
void load_servers_start_database(void);
double load_servers_cpu(void); /* of all threads of all of them, in seconds */
void load_servers_print_memory(void);
/* Ends all by SIGTERM; counts those that do not end well. */
void load_servers_end(void);

#endif
