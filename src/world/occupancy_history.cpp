#include "world/occupancy_history.hpp"

#include <algorithm>

namespace wend {
namespace {

constexpr std::size_t rounds_kept = 3;       // a copy not given back for longer is let go
constexpr std::size_t most_edits = 100'000;  // between two times of sharing

}  // namespace

OccupancyHistory::OccupancyHistory(Filing filing) {
    copies_.push_back({std::make_shared<Leased<Occupancy>>(Occupancy(filing)), 0});
}

void OccupancyHistory::set(BodyPath& path) {
    const bool is_alone = copies_.size() == 1 && edits_.empty() && !copies_.back().index->is_read();
    if (is_alone) return copies_.back().index->value.set(path);
    const BodyId who = path.who();
    add({who, std::move(path)});
    path = {};
}

void OccupancyHistory::remove(BodyId who) {
    add({who, {}});
}

void OccupancyHistory::add(Edit edit) {
    edits_.push_back(std::move(edit));
    // A world that nobody looks at must not remember for ever.
    if (edits_.size() > most_edits) bring_up_to_date();
}

/// Moves the newest copy that nobody reads to the end, or a new one when all are read.
void OccupancyHistory::free_newest() {
    if (!copies_.back().index->is_read()) return;
    auto newest = copies_.end();
    for (auto copy = copies_.begin(); copy != copies_.end(); ++copy)
        if (!copy->index->is_read() && (newest == copies_.end() || copy->edits > newest->edits))
            newest = copy;
    if (newest == copies_.end())
        copies_.push_back({std::make_shared<Leased<Occupancy>>(Occupancy(copies_.back().index->value)),
                           copies_.back().edits});
    else
        std::rotate(newest, newest + 1, copies_.end());
}

void OccupancyHistory::bring_up_to_date() {
    if (copies_.back().edits == total()) return;
    free_newest();
    Copy& copy = copies_.back();
    Occupancy& index = copy.index->value;
    for (; copy.edits < total(); ++copy.edits) {
        Edit& edit = edits_[copy.edits - forgotten_];
        if (edit.path.is_empty())
            index.remove(edit.who);
        else {
            BodyPath path = copies_.size() == 1 ? std::move(edit.path) : edit.path;
            index.set(path);
        }
    }
    forget_old_edits();
}

std::shared_ptr<const Occupancy> OccupancyHistory::share() {
    bring_up_to_date();
    const auto& newest = copies_.back().index;
    if (!newest->is_read()) newest->value.sort_rooms();
    return Leased<Occupancy>::lease(newest);
}

const Occupancy& OccupancyHistory::latest() {
    bring_up_to_date();
    return copies_.back().index->value;
}

void OccupancyHistory::forget_old_edits() {
    if (copies_.size() == 1) {
        forgotten_ = total();
        edits_.clear();
        shared_at_.clear();
        return;
    }
    shared_at_.push_back(total());
    if (shared_at_.size() <= rounds_kept) return;
    shared_at_.pop_front();
    edits_.erase(edits_.begin(), edits_.begin() + static_cast<long>(shared_at_.front() - forgotten_));
    forgotten_ = shared_at_.front();
    std::erase_if(copies_, [&](const Copy& copy) { return copy.edits < forgotten_; });
}

}  // namespace wend
