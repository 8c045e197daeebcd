// Counts the branches of an input: `hit(number)` counts, `count_in(address, size)` sets the array.
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

std::uint8_t* counters = nullptr;
std::size_t counter_count = 0;

PyObject* count_in(PyObject*, PyObject* arguments) {
    Py_ssize_t address = 0;
    Py_ssize_t size = 0;
    if (PyArg_ParseTuple(arguments, "nn", &address, &size) == 0) {
        return nullptr;
    }
    counters = reinterpret_cast<std::uint8_t*>(address);
    counter_count = static_cast<std::size_t>(size);
    Py_RETURN_NONE;
}

PyObject* hit(PyObject*, PyObject* number) {
    const auto place = static_cast<std::size_t>(PyLong_AsLong(number));
    if (place < counter_count && counters[place] < std::numeric_limits<std::uint8_t>::max()) {
        ++counters[place];
    }
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"count_in", count_in, METH_VARARGS, nullptr},
    {"hit", hit, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "hits", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit_hits() {
    return PyModule_Create(&module);
}
