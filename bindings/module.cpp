#include "bindings.h"

namespace boardworth {

namespace {

// Core errors become the Python errors of the same name.
void translate_errors(const std::exception_ptr& error, void*) {
    const auto raise = [](const char* type, const std::exception& e) {
        const nb::object error_type = nb::module_::import_("boardworth.errors").attr(type);
        PyErr_SetString(error_type.ptr(), e.what());
    };
    try {
        std::rethrow_exception(error);
    } catch (const FormatError& e) {
        raise("FormatError", e);
    } catch (const IllegalMove& e) {
        raise("IllegalMove", e);
    } catch (const TooMany& e) {
        raise("TooMany", e);
    }
}

}  // namespace

}  // namespace boardworth

NB_MODULE(BOARDWORTH_MODULE, module) {
    using namespace boardworth;
    module.doc() =
        "The compiled core: every loop that runs per node, per training row or per fact.";
    nb::set_leak_warnings(false);  // games are cached for the life of the process
    nb::register_exception_translator(translate_errors);
    nb::class_<StopSign>(module, "StopSign",
                         "Asks searches on any thread to end, once and for all.")
        .def(nb::init<>())
        .def("stop", &StopSign::stop)
        .def_prop_ro("stopped", &StopSign::stopped);
    nb::class_<StartSign>(module, "StartSign",
                          "Tells a search on another thread from when on its time counts.")
        .def(nb::init<>())
        .def("start", &StartSign::start, "Only the first time counts.")
        .def_prop_ro("started", &StartSign::started);
    bind_rules(module);
    bind_records(module);
    bind_propnet(module);
    bind_interpreter(module);
    bind_state_machine(module);
    bind_features(module);
    bind_configurations(module);
    bind_relations(module);
    bind_logic(module);
    bind_fitting(module);
    bind_evaluators(module);
    bind_search(module);
    bind_uct(module);
    bind_paranoid(module);
}
