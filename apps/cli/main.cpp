// The command line. CLI11 is slow to compile and stays in this file.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <functional>
#include <limits>
#include <new>
#include <sstream>

#include <CLI/CLI.hpp>

#include "wend/base/limits.hpp"
#include "wend/check/budget_text.hpp"

#include "baked_clips.hpp"
#include "commands.hpp"
#include "scene_lookup.hpp"
#include "suggestion.hpp"

namespace {

using namespace wend;
using namespace wend::cli;

CLI::Validator budget_syntax() {
    return CLI::Validator(
        [](std::string& text) {
            const auto budget = check::parse_budget(text);
            return budget ? std::string() : budget.status().message;
        },
        "BUDGET");
}

/// CLI11 takes "nan" and "inf" for numbers, and "-1" for a large one where none below 0 are.
CLI::Validator finite(double least, const std::string& expected) {
    return CLI::Validator(
        [=](std::string& text) {
            double number = 0;
            const bool good =
                CLI::detail::lexical_cast(text, number) && std::isfinite(number) && number >= least;
            return good ? std::string() : "found '" + text + "', expected " + expected;
        },
        "NUMBER");
}
CLI::Validator whole_number(std::uint64_t most) {
    return CLI::Validator(
        [=](std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool good = error == std::errc() && end == text.data() + text.size() && number <= most;
            return good ? std::string()
                        : "found '" + text + "', expected a whole number from 0 to " + std::to_string(most);
        },
        "UINT");
}
CLI::Validator file_name() {
    return CLI::Validator(
        [](std::string& text) {
            return text.empty() ? std::string("expected the name of a file") : std::string();
        },
        "");
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
        add_file(app_, "--clips", clip_file_,
                 "Bodies move by these baked clips (wend clips DIR --bake F.json)", "F.json");
        app_.footer(
            "SCENE is a JSON file, the name of a shipped scene, or KIND-AGENTS-SEED for a generated one "
            "(wend generate --help).");
        add_run();
        add_serve();
        add_plan();
        add_field();
        add_graph();
        add_verify();
        add_check();
        add_scenes();
        add_clips();
        add_move();
        add_ride();
        add_generate();
    }

    int execute(int argc, char** argv) {
        if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
            const std::string meant = closest(argv[1], commands());
            std::cerr << "wend: found '" << argv[1] << "', expected a command; ";
            if (!meant.empty()) std::cerr << "did you mean '" << meant << "'? ";
            std::cerr << "wend --help lists them\n";
            return bad_input;
        }
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ExtrasError& error) {
            return report_unknown(error);
        } catch (const CLI::ParseError& error) {
            return app_.exit(error, std::cout, std::cerr) == 0 ? done : bad_input;
        }
        if (!clip_file_.empty()) {
            auto set = read_clip_file(clip_file_);
            if (!set) return report(set.status());
            motion::use(std::move(set).value());
        }
        return chosen_();
    }

  private:
    [[nodiscard]] bool is_command(const std::string& word) {
        return !app_.get_subcommands([&](CLI::App* command) { return command->get_name() == word; }).empty();
    }
    [[nodiscard]] std::vector<std::string> commands() {
        std::vector<std::string> names;
        for (const CLI::App* command : app_.get_subcommands([](CLI::App*) { return true; }))
            names.push_back(command->get_name());
        return names;
    }
    /// An option that no command has, or a word too many.
    int report_unknown(const CLI::ExtrasError& error) {
        const std::vector<CLI::App*> chosen = app_.get_subcommands();
        const std::vector<std::string> words = app_.remaining(true);
        const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
        const auto unknown = std::find_if(words.begin(), words.end(), is_option);
        if (chosen.empty() || unknown == words.end())
            return app_.exit(error, std::cout, std::cerr), bad_input;
        std::vector<std::string> names;
        for (const CLI::Option* option : chosen.front()->get_options())
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        const std::string word = unknown->substr(0, unknown->find('='));
        const std::string meant = closest(word, names), command = chosen.front()->get_name();
        std::cerr << "wend " << command << ": found '" << word << "', which is none of its options; ";
        if (!meant.empty()) std::cerr << "did you mean '" << meant << "'? ";
        std::cerr << "wend " << command << " --help lists them\n";
        return bad_input;
    }
    CLI::App* add(const std::string& name, const std::string& help, std::function<int()> command) {
        CLI::App* sub = app_.add_subcommand(name, help);
        sub->callback([this, command = std::move(command)] { chosen_ = command; });
        return sub;
    }
    static void add_json(CLI::App& command, bool& json) {
        command.add_flag("--json", json, "Print one JSON object and nothing else");
    }

    static void add_seed(CLI::App& command, std::uint64_t& seed, const std::string& help) {
        command.add_option("--seed", seed, help)
            ->check(whole_number(std::numeric_limits<std::uint64_t>::max()))
            ->capture_default_str();
    }
    static CLI::Option* add_file(CLI::App& command, const std::string& name, std::string& file,
                                 const std::string& help, const std::string& type) {
        return command.add_option(name, file, help)->check(file_name())->type_name(type);
    }

    /// What running and serving have in common.
    template <class Options>
    static void add_world_options(CLI::App& command, Options& options) {
        add_seed(command, options.seed, "Places groups and breaks ties");
        command
            .add_option("--threads", options.threads, "0: as many as the machine has; the result is the same")
            ->check(whole_number(limits::threads))
            ->capture_default_str();
        command
            .add_option_function<std::string>(
                "--budget",
                [&options](const std::string& text) { options.budget = check::parse_budget(text).value(); },
                "What a frame may plan for: 10ms of time, 2000x expansions (repeatable), or both: 10ms,2000x")
            ->check(budget_syntax());
        command.add_flag(
            "--opencl", options.open_cl,
            "Compute goal fields on an OpenCL device, where there is one; the result is the same");
    }

    static void add_outputs(CLI::App& command, OutputFiles& files) {
        add_file(command, "--record", files.record, "Write a recording", "F.wend");
        add_file(command, "--sqlite", files.sqlite, "Write a JuPedSim trajectory database", "F.sqlite");
        add_file(command, "--html", files.html, "Write a page that replays the run", "F.html");
        command.add_flag("--force", files.force, "Replace read-only files and files of another kind");
    }

    void add_run() {
        CLI::App& command = *add("run", "Simulate a scene and say how it went", [this] { return run(run_); });
        command.add_option("scene", run_.scene)->required()->type_name("SCENE");
        command.add_option("--seconds", run_.seconds, "Duration instead of the scene's")
            ->check(finite(1e-9, "a number of seconds above 0"));
        add_world_options(command, run_);
        add_json(command, run_.json);
        add_outputs(command, run_);
        add_file(command, "--gltf", run_.gltf, "Write the bodies of all agents", "F.glb");
        add_file(command, "--bvh", run_.bvh, "Write each agent's motion into a folder", "DIR");
        command.add_flag("--bodies", run_.bodies, "Put the poses of all bodies into the recording")
            ->needs("--record");
        add_file(command, "--poses", run_.poses, "Write the poses of all bodies; wend verify checks them",
                 "F.poses");
        add_file(command, "--video", run_.video, "Film the run; needs ffmpeg", "F.webm|F.mp4|F.gif");
        CLI::Option* png = add_file(command, "--png", run_.png, "Draw one frame", "F.png");
        command.add_option("--at", run_.at, "Time of that frame, seconds; the end when not given")
            ->check(finite(0, "a number of seconds from 0 on"))
            ->needs(png);
        command.add_option("--agent", run_.agent, "Whose plans and tunnels that frame shows")
            ->type_name("NAME")
            ->needs(png);
    }

    void add_serve() {
        CLI::App& command =
            *add("serve", "Run a scene live in the browser", [this] { return serve(serve_); });
        command.add_option("scene", serve_.scene, "What is shown first; pages may choose another")
            ->type_name("SCENE")
            ->capture_default_str();
        command.add_option("--folder", serve_.folder, "Scenes of this folder are offered too")
            ->type_name("DIR")
            ->check(CLI::ExistingDirectory)
            ->capture_default_str();
        command.add_flag("--edit", serve_.edit, "Pages may save scenes to that folder");
        command.add_flag("--paused", serve_.paused, "Starts paused");
        command.add_flag("--now", serve_.now, "Starts at once instead of with the first page");
        command.add_flag("--loop", serve_.loop, "Starts again when the scene's time is over");
        command.add_option("--port", serve_.port, "0: any free one")
            ->check(whole_number(65535))
            ->capture_default_str();
        command.add_option("--address", serve_.address, "Loopback, unless others are meant to look in")
            ->capture_default_str();
        add_world_options(command, serve_);
        add_outputs(command, serve_);
    }

    void add_plan() {
        CLI::App& command =
            *add("plan", "Answer one query, through every domain", [this] { return plan(plan_); });
        command.parse_complete_callback([this, &command] {
            plan_.has_from = command.count("--from") > 0;
            plan_.has_to = command.count("--to") > 0;
            if (!plan_.goals.empty()) return;
            for (const char* name : {"--from", "--to"})
                if (command.count(name) == 0) throw CLI::RequiredError(name);
        });
        command.add_option("scene", plan_.scene)->required()->type_name("SCENE");
        add_point(command, "--from", plan_.from, plan_.has_height, "Start")->required(false);
        add_point(command, "--to", plan_.to, plan_.has_height, "Goal")->required(false);
        command
            .add_option("--from-all-to", plan_.goals,
                        "The shortest path map to this point or straight exit; several times: to the nearest")
            ->type_name("X,Y[,X,Y][@LAYER]")
            ->expected(1)
            ->take_all();
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
        add_file(command, "--svg", plan_.svg, "Draw the mesh and the path", "F.svg");
    }

    /// "x,y", as often as wanted.
    static CLI::Option* add_places(CLI::App& command, const std::string& name, std::vector<Vec2>& places,
                                   const std::string& help) {
        const auto parse = [name, &places](const std::vector<std::string>& words) {
            for (const std::string& word : words) {
                Vec2 place;
                char comma = 0, more = 0;
                std::istringstream in(word);
                if (!(in >> place.x >> comma >> place.y) || comma != ',' || in >> more ||
                    !std::isfinite(place.x) || !std::isfinite(place.y))
                    throw CLI::ValidationError(name, "found '" + word + "', expected x,y in metres");
                places.push_back(place);
            }
            return true;
        };
        return command.add_option(name, parse, help)->expected(1, -1)->type_name("X,Y");
    }

    void add_field() {
        CLI::App& command =
            *add("field", "Cost to the nearest goal from everywhere, under the scene's constraints",
                 [this] { return field(field_); });
        command.add_option("scene", field_.scene)->required()->type_name("SCENE");
        add_places(command, "--to", field_.to, "Goals")->required();
        add_places(command, "--from", field_.from, "Starts whose ways are wanted");
        command.add_option("--cell", field_.cell, "Side of a cell, metres")
            ->check(CLI::PositiveNumber)
            ->capture_default_str();
        command.add_option("--radius", field_.radius, "Of the discs that walk, metres")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        command.add_option("--at", field_.at, "When constraints and obstacles are looked at, seconds")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        command.add_option("--agent", field_.agent, "Whose constraints count; those for all always do")
            ->type_name("NAME");
        command.add_flag("--opencl", field_.open_cl, "Compute it on an OpenCL device too, and compare");
        command.add_flag("--quads", field_.quads, "Say what adaptive quads would need");
        add_json(command, field_.json);
        add_file(command, "--svg", field_.svg, "Draw the field and the ways", "F.svg");
    }

    void add_graph() {
        CLI::App& command = *add("graph", "The visibility graph of a storey, and its near-convex cells",
                                 [this] { return graph(graph_); });
        command.add_option("scene", graph_.scene)->required()->type_name("SCENE");
        command.add_flag("--full", graph_.full,
                         "All pairs of corners that see each other; else what shortest paths are made of");
        command.add_option("--radius", graph_.radius, "Of the disc that walks, metres")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        command.add_option("--layer", graph_.layer, "Number of the storey")->capture_default_str();
        command.add_option("--notch", graph_.notch, "How deep notches of near-convex cells may be, metres")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        add_json(command, graph_.json);
        command.add_option("--svg", graph_.svg, "Draw the graph")->type_name("F.svg");
        command.add_option("--csv", graph_.csv, "Write its edges, one a line")->type_name("F.csv");
    }

    void add_verify() {
        CLI::App& command = *add("verify", "Check a recording, independently of the planner",
                                 [this] { return verify(verify_); });
        command.add_option("recording", verify_.recording)->required()->type_name("F.wend|F.sqlite");
        command.add_option("--poses", verify_.poses, "Check the bodies in this file too")
            ->type_name("F.poses");
        command.add_option("--scene", verify_.scene, "What was asked of the run")
            ->required()
            ->type_name("SCENE");
        add_json(command, verify_.json);
    }

    void add_check() {
        CLI::App& command = *add("check", "Validate a scene file", [this] { return cli::check(check_); });
        command.add_option("scene", check_.scene)->required()->type_name("SCENE");
        add_seed(command, check_.seed, "Random seed of the placement that is tried");
        add_json(command, check_.json);
    }

    void add_scenes() {
        CLI::App& command = *add("scenes", "List the scenes that ship", [this] { return scenes(scenes_); });
        add_json(command, scenes_.json);
    }

    void add_clips() {
        CLI::App& command =
            *add("clips", "List motion clips: what they are good for and what is wrong with them",
                 [this] { return clips(clips_); });
        command.add_option("folder", clips_.folder, "Of BVH files; the clips that ship when not given")
            ->type_name("DIR");
        add_file(command, "--bake", clips_.bake,
                 "Make steps and cycles of them, for --clips; the files stay where they are", "F.json");
        add_json(command, clips_.json);
    }

    void add_move() {
        CLI::App& command = *add("move", "Run one locomotion controller", [this] { return move(move_); });
        command.add_option("--controller", move_.controller)
            ->check(CLI::IsMember({"walk", "run", "step", "jump"}))
            ->capture_default_str();
        command.add_option("--distance", move_.distance, "Of the target, metres")
            ->check(CLI::Range(0.0, 1000.0))
            ->capture_default_str();
        command.add_option("--bearing", move_.bearing, "Of the target, radians")
            ->check(CLI::Range(-3.2, 3.2))
            ->capture_default_str();
        command.add_option("--ditch", move_.ditch, "Width, metres")
            ->check(CLI::Range(0.1, 5.0))
            ->capture_default_str();
        command.add_option("--rise", move_.rise, "Of the ditch's far side, metres")
            ->check(CLI::Range(-2.0, 2.0))
            ->capture_default_str();
        command.add_option("--run-up", move_.run_up, "Metres to the ditch")
            ->check(CLI::Range(0.5, 100.0))
            ->capture_default_str();
        command.add_option("--cylinder", move_.cylinder, "Radius of one halfway, metres")
            ->check(CLI::Range(0.0, 5.0));
        command.add_option("--wait", move_.wait, "Seconds before leaving")->check(CLI::Range(0.0, 600.0));
        command.add_flag("--stop", move_.stops, "Stand in the end");
        add_file(command, "--svg", move_.svg, "Draw way and feet", "F.svg");
        add_file(command, "--gltf", move_.gltf, "Write the body that does it", "F.glb");
        command.add_option("--cache", move_.cache, "Folder of trained tables instead of the user's")
            ->type_name("DIR");
        add_json(command, move_.json);
    }

    void add_ride() {
        CLI::App& command =
            *add("ride", "Plan and verify a way over surfaces that move", [this] { return ride(ride_); });
        command.add_option("scene", ride_.scene, "A file, or the name of one in scenes/rides")
            ->required()
            ->type_name("SCENE");
        add_file(command, "--html", ride_.html, "Write a page that shows it", "F.html");
        add_file(command, "--svg", ride_.svg, "Draw it from above", "F.svg");
        add_file(command, "--gltf", ride_.gltf, "Write the bodies of all riders", "F.glb");
        add_file(command, "--record", ride_.record, "Write the rides, tick by tick", "F.json");
        command.add_flag("--no-culling", ride_.no_culling, "Only the closed set of A*; same cost, more work");
        command.add_flag("--pursue", ride_.pursue, "Chase the scene's target instead");
        add_json(command, ride_.json);
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
        add_seed(command, spec.seed, "Random seed");
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
        add_file(command, "--out", generate_.out, "File instead of standard output", "F.json");
    }

    CLI::App app_{"Real-time navigation of many characters in changing worlds", "wend"};
    std::function<int()> chosen_;
    std::string clip_file_;
    RunOptions run_;
    ServeOptions serve_;
    PlanOptions plan_;
    FieldOptions field_;
    GraphOptions graph_;
    VerifyOptions verify_;
    CheckOptions check_;
    ScenesOptions scenes_;
    ClipsOptions clips_;
    MoveOptions move_;
    RideOptions ride_;
    GenerateOptions generate_;
};

}  // namespace

int main(int argc, char** argv) {
    int status = bad_input;
    // A quota that is used up is an error of writing like a full disk, not an end by a signal.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        status = CommandLine().execute(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("wend: there is not enough memory for this\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "wend: %s\n", error.what());
    }
    std::cout.flush();
    if (std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout) return status;
    std::fputs("wend: standard output could not be written\n", stderr);
    return bad_input;
}
