#include "rules/gdl/ground/clingo.h"

#include <dlfcn.h>

#include <memory>
#include <span>
#include <stdexcept>

#include "errors.h"

namespace boardworth {

namespace {

// What is used of clingo.h (clingo 5, MIT licence): layouts and names are those of its C interface.
using Symbol = std::uint64_t;
using Logger = void (*)(int code, const char* message, void* data);
struct Control;
struct Part {
    const char* name;
    const Symbol* parameters;
    std::size_t size;
};
struct Observer {
    using Unused = bool (*)();
    Unused init_program = nullptr;
    Unused begin_step = nullptr;
    Unused end_step = nullptr;
    bool (*rule)(bool choice, const std::uint32_t* head, std::size_t head_size,
                 const std::int32_t* body, std::size_t body_size, void* data) = nullptr;
    Unused weight_rule = nullptr;
    Unused minimize = nullptr;
    Unused project = nullptr;
    bool (*output_atom)(Symbol symbol, std::uint32_t atom, void* data) = nullptr;
    Unused others[11] = {};
};

class Library {
  public:
    explicit Library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW)) {
        if (handle_ == nullptr)
            throw std::runtime_error("clingo cannot be loaded: " + std::string(dlerror()));
        find(control_new, "clingo_control_new");
        find(control_free, "clingo_control_free");
        find(control_add, "clingo_control_add");
        find(control_ground, "clingo_control_ground");
        find(register_observer, "clingo_control_register_observer");
        find(symbol_size, "clingo_symbol_to_string_size");
        find(symbol_text, "clingo_symbol_to_string");
        find(error_message, "clingo_error_message");
    }

    bool (*control_new)(const char* const*, std::size_t, Logger, void*, unsigned, Control**);
    void (*control_free)(Control*);
    bool (*control_add)(Control*, const char*, const char* const*, std::size_t, const char*);
    bool (*control_ground)(Control*, const Part*, std::size_t, void*, void*);
    bool (*register_observer)(Control*, const Observer*, bool, void*);
    bool (*symbol_size)(Symbol, std::size_t*);
    bool (*symbol_text)(Symbol, char*, std::size_t);
    const char* (*error_message)();

  private:
    template <class Function>
    void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        if (function == nullptr)
            throw std::runtime_error("clingo's library lacks " + std::string(name));
    }

    void* handle_;  // stays open: clingo is not made to be unloaded
};

class Collector {
  public:
    Collector(const Library& library, std::size_t max_rules)
        : library_(library), max_rules_(max_rules) {}

    Observer observer() {
        Observer functions;
        functions.rule = [](bool choice, const std::uint32_t* head, std::size_t head_size,
                            const std::int32_t* body, std::size_t body_size, void* data) {
            return static_cast<Collector*>(data)->add_rule(choice, {head, head_size},
                                                           {body, body_size});
        };
        functions.output_atom = [](Symbol symbol, std::uint32_t atom, void* data) {
            return static_cast<Collector*>(data)->add_name(symbol, atom);
        };
        return functions;
    }

    GroundText text;
    std::string warnings;
    bool too_many = false;

  private:
    bool add_rule(bool choice, std::span<const std::uint32_t> head,
                  std::span<const std::int32_t> body) {
        if (choice) return true;
        too_many = text.rules.heads.size() >= max_rules_ || head.size() != 1;
        if (too_many) return false;
        text.rules.heads.push_back(static_cast<std::int32_t>(head[0]));
        text.rules.literals.insert(text.rules.literals.end(), body.begin(), body.end());
        text.rules.starts.push_back(text.rules.literals.size());
        return true;
    }

    bool add_name(Symbol symbol, std::uint32_t atom) {
        std::size_t size = 0;
        if (!library_.symbol_size(symbol, &size)) return false;
        const std::size_t start = text.names.size();
        text.names.resize(start + size);
        if (!library_.symbol_text(symbol, text.names.data() + start, size)) return false;
        text.names.back() = '\n';  // instead of the closing zero
        text.named_atoms.push_back(static_cast<std::int32_t>(atom));
        return true;
    }

    const Library& library_;
    std::size_t max_rules_;
};

}  // namespace

GroundText ground_by_clingo(const std::string& path, const std::string& program,
                            std::size_t max_rules) {
    const Library library(path);
    Collector collector(library, max_rules);
    const auto check = [&](bool done) {
        if (done) return;
        if (collector.too_many)
            throw TooMany("more than " + std::to_string(max_rules) + " ground rules");
        const char* message = library.error_message();
        throw FormatError("clingo: " + std::string(message == nullptr ? "unknown error" : message) +
                          collector.warnings);
    };
    const Logger logger = [](int, const char* message, void* data) {
        static_cast<std::string*>(data)->append("\n").append(message);
    };
    Control* created = nullptr;
    const char* options[] = {"--warn=none"};
    check(library.control_new(options, 1, logger, &collector.warnings, 20, &created));
    const std::unique_ptr<Control, void (*)(Control*)> control(created, library.control_free);
    const Observer observer = collector.observer();
    check(library.register_observer(control.get(), &observer, true, &collector));
    check(library.control_add(control.get(), "base", nullptr, 0, program.c_str()));
    const Part part{"base", nullptr, 0};
    check(library.control_ground(control.get(), &part, 1, nullptr, nullptr));
    return std::move(collector.text);
}

}  // namespace boardworth
