#include "uci/core/task.h"

#include "engine/base/memory.h"

void task_done(task *t) {
    if (!t) return;
    position_destroy(t->root);
    mem_free(t->only);
    text_done(&t->check_name);
    text_done(&t->check_text);
    mem_free(t);
}
