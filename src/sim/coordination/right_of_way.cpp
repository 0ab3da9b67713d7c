#include "sim/coordination/right_of_way.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double queue_distance = 10;          ///< metres from a mouth at which somebody queues
constexpr double ask_distance = 5;             ///< metres from a mouth at which somebody asks for a turn
constexpr double entry_distance = 3;           ///< metres from a mouth at which somebody is let in
constexpr double mouth_setback = 0.7;          ///< metres from the mouth at which to wait
constexpr double wide_setback = 2.5;           ///< the same while others come out
constexpr double turn_length = 12;             ///< seconds of waiting after which the others' turn ends
constexpr std::uint64_t near_look_period = 3;  ///< frames
constexpr std::uint64_t far_look_period = 8;   ///< frames
constexpr std::uint32_t crowd_size = 6;        ///< so many who wait must part for those who come out

/// How a passage is used at the moment.
struct Use {
    std::uint32_t holders = 0;
    std::uint32_t waiting = 0;
    std::uint32_t entry = 0;                                        ///< whose turn it is
    bool is_mixed = false;                                          ///< holders come from more than one mouth
    double oldest = std::numeric_limits<double>::infinity();        ///< since when somebody waits for it
    double oldest_other = std::numeric_limits<double>::infinity();  ///< since when somebody else waits
    double turn_began = 0;

    [[nodiscard]] bool is_turn_over(double now) const noexcept {
        return now - std::max(oldest_other, turn_began) > turn_length;
    }
    void hold(std::uint32_t from) noexcept {
        if (holders == 0) entry = from;
        is_mixed = is_mixed || entry != from;
        ++holders;
    }
    /// Those from one mouth follow each other in.
    [[nodiscard]] bool has_room_for(std::uint32_t from) const noexcept { return entry == from && !is_mixed; }
};

void see_the_way_ahead(const Crowd& crowd, Walker& walker) {
    const Route* route = walker.commitment.route.get();
    if (!walker.is_present() || walker.has_arrived || !route) {
        walker.claim = {};
        return;
    }
    auto transit = crowd.passages.next_on(*route, walker.walk.station, queue_distance);
    if (transit && !is_in_turns(crowd, transit->passage)) transit.reset();
    const bool is_same = transit && walker.claim.transit && transit->passage == walker.claim.transit->passage;
    if (!transit) {
        walker.claim = {};
    } else if (!is_same) {
        walker.claim = {transit, crowd.world.time(), false};
    } else {
        const std::uint32_t entry = walker.claim.is_granted ? walker.claim.transit->entry : transit->entry;
        walker.claim.transit = transit;
        walker.claim.transit->entry = entry;
    }
    // Whoever is inside is a fact, however it came there.
    if (transit && transit->is_inside) walker.claim.is_granted = true;
}

double way_to_mouth(const Walker& walker) {
    return walker.claim.transit->begin - walker.walk.station;
}

/// An empty passage goes to whoever has waited longest and to all who come the same way, the nearest first.
void decide(Crowd& crowd, std::vector<std::uint32_t>& waiting, std::vector<Use>& uses) {
    for (const std::uint32_t number : waiting) {
        const Claim& claim = crowd.walkers[number].claim;
        Use& use = uses[claim.transit->passage];
        ++use.waiting;
        if (way_to_mouth(crowd.walkers[number]) > ask_distance) continue;
        if (use.holders > 0 || claim.since >= use.oldest) continue;
        use.entry = claim.transit->entry;
        use.oldest = claim.since;
    }
    for (std::size_t i = 0; i < uses.size(); ++i) {
        if (uses[i].holders == 0)
            crowd.turns[i] = {uses[i].entry, crowd.world.time(), false, crowd.turns[i].is_in_turns, 0, 0};
        uses[i].turn_began = crowd.turns[i].began;
    }
    for (const std::uint32_t number : waiting) {
        const Claim& claim = crowd.walkers[number].claim;
        Use& use = uses[claim.transit->passage];
        if (way_to_mouth(crowd.walkers[number]) > ask_distance) continue;
        if (use.entry != claim.transit->entry) use.oldest_other = std::min(use.oldest_other, claim.since);
    }
    std::sort(waiting.begin(), waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(way_to_mouth(crowd.walkers[a]), a) < std::tuple(way_to_mouth(crowd.walkers[b]), b);
    });
    for (const std::uint32_t number : waiting) {
        Walker& walker = crowd.walkers[number];
        Use& use = uses[walker.claim.transit->passage];
        const std::uint32_t from = walker.claim.transit->entry;
        walker.claim.faces_others = use.entry != from;
        if (!use.has_room_for(from)) continue;
        if (use.holders > 0 && use.is_turn_over(crowd.world.time())) continue;
        if (way_to_mouth(walker) > entry_distance) continue;
        walker.claim.is_granted = true;
        --use.waiting;
        use.hold(from);
    }
}

/// When the others' turn has come, whoever has not gone in yet, and has not promised to, stays outside.
void revoke_idle_rights(Crowd& crowd, const std::vector<Use>& uses) {
    for (Walker& walker : crowd.walkers) {
        Claim& claim = walker.claim;
        if (!claim.transit || !claim.is_granted || claim.transit->is_inside) continue;
        if (!uses[claim.transit->passage].is_turn_over(crowd.world.time())) continue;
        const double end =
            walker.commitment.is_done() ? walker.walk.station : walker.commitment.ticks.back().walk.station;
        if (end < claim.transit->begin - 0.1) claim = {claim.transit, crowd.world.time(), false, true};
    }
}

/// From so far away that nobody has gone in when many are coming.
void see_the_passage_ahead(const Crowd& crowd, Walker& walker) {
    constexpr double far = 25;  // metres
    const Route* route = walker.commitment.route.get();
    const bool walks = walker.is_present() && !walker.has_arrived && route;
    const auto transit = walks ? crowd.passages.next_on(*route, walker.walk.station, far) : std::nullopt;
    walker.passage_ahead = transit ? std::optional(transit->passage) : std::nullopt;
}

/// A few go against each other where there is room for lanes; more take turns until all are through.
void count_who_want_through(Crowd& crowd) {
    std::vector<std::uint32_t> wanted(crowd.turns.size());
    for (Walker& walker : crowd.walkers) {
        if ((crowd.frame + walker.number) % far_look_period == 0) see_the_passage_ahead(crowd, walker);
        if (walker.passage_ahead) ++wanted[*walker.passage_ahead];
    }
    if (crowd.frame < 2 * far_look_period) return;  // not everybody has looked
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        PassageTurn& turn = crowd.turns[i];
        const std::uint32_t few = crowd.passages.all()[i].few;
        turn.is_in_turns = wanted[i] > (turn.is_in_turns ? few / 2 : few);
    }
}

}  // namespace

bool is_in_turns(const Crowd& crowd, PassageIndex passage) {
    return crowd.passages.all()[passage].few == 0 || passage >= crowd.turns.size() ||
           crowd.turns[passage].is_in_turns;
}

void give_right_of_way(Crowd& crowd) {
    if (crowd.passages.empty()) return;
    std::vector<Use> uses(crowd.passages.all().size());
    crowd.turns.resize(uses.size());
    std::vector<std::uint32_t> waiting;
    for (Walker& walker : crowd.walkers) {
        if ((crowd.frame + walker.number) % near_look_period == 0 || walker.claim.is_granted)
            see_the_way_ahead(crowd, walker);
        if (!walker.claim.transit) continue;
        if (!walker.claim.is_granted) {
            waiting.push_back(walker.number);
            continue;
        }
        uses[walker.claim.transit->passage].hold(walker.claim.transit->entry);
    }
    count_who_want_through(crowd);
    decide(crowd, waiting, uses);
    revoke_idle_rights(crowd, uses);
    for (std::size_t i = 0; i < uses.size(); ++i) {
        PassageTurn& turn = crowd.turns[i];
        turn.is_over = uses[i].is_turn_over(crowd.world.time());
        turn.holders = uses[i].holders;
        turn.waiting = uses[i].waiting;
    }
}

bool is_on_apron(const Crowd& crowd, const Walker& walker, Vec2 p) {
    if (is_on_way_out(crowd, walker, p)) return true;
    constexpr double threshold = 1.5, least_depth = 2, depth_of_one = 0.7;  // metres
    constexpr double half_angle = 0.77;                                     // its cosine is about 0.72
    if (!walker.claim.is_waiting()) return false;
    const Transit& transit = *walker.claim.transit;
    const PassageTurn& turn = crowd.turns[transit.passage];
    const bool others_come = turn.entry != transit.entry || turn.is_over;
    if (!others_come || turn.holders == 0 || turn.waiting < crowd_size) return false;
    const Passage& passage = crowd.passages.all()[transit.passage];
    const Vec2 off = p - passage.mouths[transit.entry];
    const double away = length(off);
    const double depth = std::min(least_depth + depth_of_one * std::sqrt(turn.waiting), queue_distance - 1);
    return away < threshold ||
           (away < depth && dot(off, passage.outward[transit.entry]) > std::cos(half_angle) * away);
}

double stop_before_passage(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    constexpr double nowhere = std::numeric_limits<double>::infinity();
    const auto transit = crowd.passages.next_on(route, station, queue_distance);
    if (!transit || transit->is_inside || !is_in_turns(crowd, transit->passage) ||
        walker.claim.allows(transit->passage))
        return nowhere;
    const double wait = walker.claim.faces_others ? wide_setback : mouth_setback;
    const double stop = std::max(station, transit->begin - wait);
    for (double s = station; s < stop; s += 0.2)
        if (is_on_apron(crowd, walker, route.position_at(s))) return std::max(station, s - 0.1);
    return stop;
}

}  // namespace wend
