// Bytes drive a history of insertions and removals on a small lattice, where everything touches; after each
// edit the repaired shortest path map must say what a map made anew says, and what a single search finds.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

namespace {

using namespace wend;
using namespace wend::mesh;

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    unsigned next() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    /// On a grid of quarter metres, 16 to a side.
    Vec2 place() {
        const unsigned x = next(), y = next();
        return {0.25 * (x % 17), 0.25 * (y % 17)};
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

void require(bool is_fine, const std::string& what) {
    if (is_fine) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

void compare(const Triangulation& mesh, const ShortestPathMap& map, Vec2 place, QueryContext& context) {
    const ShortestPathMap fresh =
        std::move(ShortestPathMap::create(mesh, map.radius(), map.sources())).value();
    const MapAnswer answer = map.find(mesh, place, context), expected = fresh.find(mesh, place, context);
    require(answer.status == expected.status, "repaired and new map differ in whether there is a way");
    if (answer.status == StatusCode::ok)
        require(std::abs(answer.distance - expected.distance) <= 1e-9, "repaired and new map differ");
    const Path single =
        find_path(mesh, {place, map.sources()[0].from, map.radius(), PathMode::shortest, nullptr}, context);
    require((answer.status == StatusCode::ok) == (single.status == StatusCode::ok),
            "map and search differ in whether there is a way");
    if (answer.status == StatusCode::ok)
        require(std::abs(answer.distance - single.length) <= 1e-9,
                "map says " + std::to_string(answer.distance) + ", search " + std::to_string(single.length));
}

void run(Bytes bytes) {
    Triangulation mesh = Triangulation::create({{0, 0}, {4, 4}}).value();
    const double radius = 0.113 * (bytes.next() % 3);
    const Vec2 source = bytes.place();
    ShortestPathMap map = std::move(ShortestPathMap::create(mesh, radius, {{source, source, 0}})).value();
    std::vector<RegionId> regions;
    for (int edit = 0; edit < 12 && !bytes.is_empty(); ++edit) {
        const unsigned command = bytes.next();
        if (command % 4 == 0 && !regions.empty()) {
            const auto victim = regions.begin() + static_cast<long>(command / 4 % regions.size());
            require(mesh.remove(*victim).is_ok(), "a living region could not be removed");
            regions.erase(victim);
        } else {
            Ring ring;
            for (unsigned k = 0; k < 3 + command / 4 % 4; ++k) ring.push_back(bytes.place());
            const auto made = mesh.insert(ring);
            if (!made) continue;
            regions.push_back(made.value());
        }
        map.note_edit(mesh);
        if (command % 3 == 0) continue;
        map.update(mesh);
        QueryContext context(mesh);
        compare(mesh, map, bytes.place(), context);
        compare(mesh, map, bytes.place() + Vec2{0.001, 0.002}, context);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run({data, size});
    return 0;
}
