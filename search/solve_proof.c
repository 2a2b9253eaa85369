#include "search/solve_core.h"
const solve_prover solve_proof = {0};
