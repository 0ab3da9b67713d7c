// Bytes drive a history of insertions and removals on a tiny lattice, where everything collides; the
// independent checker looks at the mesh after each of them.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../mesh/checker.hpp"

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

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

void require(bool is_fine, const std::string& what) {
    if (is_fine) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

void run(Bytes bytes) {
    Settings settings;
    const unsigned mode = bytes.next();
    settings.clearance = (mode & 1) != 0;
    settings.floor_everywhere = (mode & 2) != 0;
    const double side = 0.001 * (8 + mode / 4);
    Triangulation mesh = Triangulation::create({{0, 0}, {side, side}}, settings).value();
    mesh::test::Expected expected;
    for (int edit = 0; edit < 24 && !bytes.is_empty(); ++edit) {
        const unsigned command = bytes.next();
        if (command % 4 == 0 && !expected.regions.empty()) {
            const auto victim =
                expected.regions.begin() + static_cast<long>(command / 4 % expected.regions.size());
            require(mesh.remove(victim->id).is_ok(), "a living region could not be removed");
            expected.regions.erase(victim);
        } else {
            Ring ring;
            for (unsigned k = 0; k <= command / 4 % 8; ++k) {
                const unsigned x = bytes.next(), y = bytes.next();
                ring.push_back({side * x / 255, side * y / 255});
            }
            RegionOptions options;
            options.kind = static_cast<RegionKind>(command / 32 % (settings.clearance ? 2 : 3));
            options.area = static_cast<std::uint16_t>(command % 4);
            const auto id = mesh.insert(ring, options);
            require(id.is_ok(), id.status().message);
            expected.regions.push_back(
                {id.value(), options, {mesh::test::on_lattice(settings.lattice, ring)}});
        }
        const std::string fault = mesh::test::find_fault(mesh, expected);
        require(fault.empty(), fault);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run({data, size});
    return 0;
}
