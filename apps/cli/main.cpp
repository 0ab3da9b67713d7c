// The command line. CLI11 is slow to compile and stays in this file.

#include <functional>

#include <CLI/CLI.hpp>

#include "wend/io/budget_text.hpp"

#include "commands.hpp"

namespace {

using namespace wend;
using namespace wend::cli;

CLI::Validator budget_syntax() {
    return CLI::Validator(
        [](std::string& text) {
            const auto budget = io::parse_budget(text);
            return budget ? std::string() : budget.status().message;
        },
        "BUDGET");
}

/// "x,y" or "x,y,z".
CLI::Option* add_point(CLI::App& command, const std::string& name, Vec3& point, bool& has_height,
                       const std::string& help) {
    const auto parse = [name, &point, &has_height](const std::vector<std::string>& words) {
        std::vector<double> numbers(words.size());
        for (std::size_t i = 0; i < words.size(); ++i)
            if (!CLI::detail::lexical_cast(words[i], numbers[i]) || !std::isfinite(numbers[i]))
                throw CLI::ValidationError(name, "found '" + words[i] + "', expected a number of metres");
        if (numbers.size() != 2 && numbers.size() != 3)
            throw CLI::ValidationError(name, "expected x,y or x,y,z in metres");
        point = {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0};
        has_height = has_height || numbers.size() == 3;
        return true;
    };
    return command.add_option(name, parse, help)
        ->delimiter(',')
        ->expected(1, 3)
        ->required()
        ->type_name("X,Y[,Z]");
}

class CommandLine {
  public:
    CommandLine() {
        app_.set_version_flag("--version", "wend " WEND_VERSION);
        app_.require_subcommand(1);
        app_.footer("SCENE is a JSON file or the name of a shipped scene.");
        add_run();
        add_serve();
        add_plan();
        add_verify();
        add_check();
        add_scenes();
        add_generate();
    }

    int execute(int argc, char** argv) {
        if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
            std::cerr << "wend: found '" << argv[1] << "', expected a command; wend --help lists them\n";
            return bad_input;
        }
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            return app_.exit(error, std::cout, std::cerr) == 0 ? done : bad_input;
        }
        return chosen_();
    }

  private:
    [[nodiscard]] bool is_command(const std::string& word) {
        return !app_.get_subcommands([&](CLI::App* command) { return command->get_name() == word; }).empty();
    }
    CLI::App* add(const std::string& name, const std::string& help, std::function<int()> command) {
        CLI::App* sub = app_.add_subcommand(name, help);
        sub->callback([this, command = std::move(command)] { chosen_ = command; });
        return sub;
    }
    static void add_json(CLI::App& command, bool& json) {
        command.add_flag("--json", json, "Print one JSON object and nothing else");
    }

    /// What running and serving have in common.
    template <class Options>
    static void add_world_options(CLI::App& command, Options& options) {
        command.add_option("--seed", options.seed, "Places groups and breaks ties")->capture_default_str();
        command
            .add_option("--threads", options.threads, "0: as many as the machine has; the result is the same")
            ->capture_default_str();
        command
            .add_option_function<std::string>(
                "--budget",
                [&options](const std::string& text) { options.budget = io::parse_budget(text).value(); },
                "What a frame may plan for: 10ms of time, 2000x expansions (repeatable), or both: 10ms,2000x")
            ->check(budget_syntax());
    }

    static void add_outputs(CLI::App& command, OutputFiles& files) {
        command.add_option("--record", files.record, "Write a recording")->type_name("F.wend");
        command.add_option("--sqlite", files.sqlite, "Write a JuPedSim trajectory database")
            ->type_name("F.sqlite");
        command.add_option("--html", files.html, "Write a page that replays the run")->type_name("F.html");
    }

    void add_run() {
        CLI::App& command = *add("run", "Simulate a scene and say how it went", [this] { return run(run_); });
        command.add_option("scene", run_.scene)->required()->type_name("SCENE");
        command.add_option("--seconds", run_.seconds, "Duration instead of the scene's")
            ->check(CLI::PositiveNumber);
        add_world_options(command, run_);
        add_json(command, run_.json);
        add_outputs(command, run_);
        CLI::Option* png = command.add_option("--png", run_.png, "Draw one frame")->type_name("F.png");
        command.add_option("--at", run_.at, "Time of that frame, seconds; the end when not given")
            ->check(CLI::NonNegativeNumber)
            ->needs(png);
        command.add_option("--agent", run_.agent, "Whose plans and tunnels that frame shows")
            ->type_name("NAME")
            ->needs(png);
    }

    void add_serve() {
        CLI::App& command =
            *add("serve", "Run a scene live in the browser", [this] { return serve(serve_); });
        command.add_option("scene", serve_.scene)->required()->type_name("SCENE");
        command.add_option("--port", serve_.port, "0: any free one")->capture_default_str();
        command.add_option("--address", serve_.address, "Loopback, unless others are meant to look in")
            ->capture_default_str();
        add_world_options(command, serve_);
        add_outputs(command, serve_);
    }

    void add_plan() {
        CLI::App& command =
            *add("plan", "Answer one query, through every domain", [this] { return plan(plan_); });
        command.add_option("scene", plan_.scene)->required()->type_name("SCENE");
        add_point(command, "--from", plan_.from, plan_.has_height, "Start");
        add_point(command, "--to", plan_.to, plan_.has_height, "Goal");
        command.add_option("--radius", plan_.radius, "Of the disc that walks, metres")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        command.add_flag("--fast", plan_.fast, "First corridor found instead of the proven shortest path");
        command
            .add_option("--chain", plan_.chain,
                        "How the domains hang together: tunnels to the goal, or waypoints; none: only the "
                        "shortest path on the mesh")
            ->check(CLI::IsMember({"tunnels", "waypoints", "none"}))
            ->capture_default_str();
        add_json(command, plan_.json);
        command.add_option("--svg", plan_.svg, "Draw the mesh and the path")->type_name("F.svg");
    }

    void add_verify() {
        CLI::App& command = *add("verify", "Check a recording, independently of the planner",
                                 [this] { return verify(verify_); });
        command.add_option("recording", verify_.recording)->required()->type_name("F.wend|F.sqlite");
        command.add_option("--scene", verify_.scene, "What was asked of the run")
            ->required()
            ->type_name("SCENE");
        add_json(command, verify_.json);
    }

    void add_check() {
        CLI::App& command = *add("check", "Validate a scene file", [this] { return check(check_); });
        command.add_option("scene", check_.scene)->required()->type_name("SCENE");
        command.add_option("--seed", check_.seed, "Of the placement that is tried")->capture_default_str();
        add_json(command, check_.json);
    }

    void add_scenes() {
        CLI::App& command = *add("scenes", "List the scenes that ship", [this] { return scenes(scenes_); });
        add_json(command, scenes_.json);
    }

    void add_generate() {
        CLI::App& command = *add("generate", "Make a scene from a few numbers and a seed",
                                 [this] { return generate(generate_); });
        std::vector<std::string> kinds(scene_kind_names().begin(), scene_kind_names().end());
        command.add_option("kind", generate_.kind)->required()->check(CLI::IsMember(std::move(kinds)));
        GeneratorSpec& spec = generate_.spec;
        const auto number = [&](const char* name, auto& value, const char* help) {
            command.add_option(name, value, help)->capture_default_str();
        };
        number("--seed", spec.seed, "Random seed");
        number("--agents", spec.agents, "In all");
        number("--width", spec.width, "Of arms, passages, doors and hallways, metres");
        number("--length", spec.length, "Of arms, passages and hallways, metres");
        number("--arms", spec.arms, "Arms, doors, or rooms to a side");
        number("--radius", spec.radius, "Of bodies, metres");
        number("--radius-spread", spec.radius_spread, "Share by which bodies differ");
        number("--speed", spec.speed, "Metres a second");
        number("--speed-spread", spec.speed_spread, "Share by which speeds differ");
        number("--irregularity", spec.irregularity, "Share by which angles between arms differ");
        number("--goal-radius", spec.goal_radius, "Of the one place in many-to-one, metres");
        number("--seconds", spec.duration, "Duration");
        command.add_option("--out", generate_.out, "File instead of standard output")->type_name("F.json");
    }

    CLI::App app_{"Real-time navigation of many characters in changing worlds", "wend"};
    std::function<int()> chosen_;
    RunOptions run_;
    ServeOptions serve_;
    PlanOptions plan_;
    VerifyOptions verify_;
    CheckOptions check_;
    ScenesOptions scenes_;
    GenerateOptions generate_;
};

}  // namespace

int main(int argc, char** argv) {
    return CommandLine().execute(argc, argv);
}
