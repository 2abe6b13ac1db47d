// A C++ exception that nobody expects in C.
#include <stdexcept>

extern "C" void throw_exception(void) {
    throw std::runtime_error("nobody catches this");
}
