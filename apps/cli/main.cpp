#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app("Real-time navigation of many characters in changing worlds", "wend");
    app.require_subcommand(1);
    CLI11_PARSE(app, argc, argv);
    return 0;
}
