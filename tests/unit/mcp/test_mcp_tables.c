#include <acutest.h>
TEST_LIST = {{NULL, NULL}};
