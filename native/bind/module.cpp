// The Python module fivefold._native.
#include "bind/bind.hpp"

NB_MODULE(_native, module) {
    module.doc() =
        "The C++ core: rules, engines and solvers. Positions go in and come out as text.";
    fivefold::bind::add_gomoku(module);
    fivefold::bind::add_gomoku_searcher(module);
    fivefold::bind::add_gomoku_threats(module);
    fivefold::bind::add_othello(module);
    fivefold::bind::add_pentomino(module);
    fivefold::bind::add_proof(module);
}
