#ifndef CLI_BUILD_INFO_H
#define CLI_BUILD_INFO_H
/* What this program was built from. Only build_info.c depends on the commit: nothing else is
 * compiled again for a new one. */

typedef struct build_info {
    const char *version, *commit, *compiler, *features;
    const char *program; /* "kibitz VERSION COMMIT", for files */
} build_info;

const build_info *build_info_get(void);

#endif
