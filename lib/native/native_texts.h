#ifndef LIB_NATIVE_NATIVE_TEXTS_H
#define LIB_NATIVE_NATIVE_TEXTS_H
/* Code generated from rules texts of this program when it was built (-DNATIVE_TEXTS). */

#include "engine/rules/machine/run.h"

extern const rb_native *const native_texts[]; /* ended by NULL */

#endif
