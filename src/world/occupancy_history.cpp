#include "world/occupancy_history.hpp"

#include <algorithm>

namespace wend {
namespace {

constexpr std::size_t rounds_kept = 3;       // a copy not given back for longer is let go
constexpr std::size_t most_edits = 100'000;  // between two times of sharing

}  // namespace

OccupancyHistory::OccupancyHistory()
    : shelf_(std::make_shared<Shelf>()), latest_(std::make_shared<const Copy>()) {}

void OccupancyHistory::set(std::shared_ptr<const Body> body) {
    const BodyId who = body->who;
    add({who, std::move(body)});
}

void OccupancyHistory::remove(BodyId who) {
    add({who, nullptr});
}

void OccupancyHistory::add(Edit edit) {
    edits_.push_back(std::move(edit));
    // A world that nobody looks at must not remember for ever.
    if (edits_.size() > most_edits) static_cast<void>(share());
}

std::unique_ptr<OccupancyHistory::Copy> OccupancyHistory::take_copy() {
    {
        const std::lock_guard lock(shelf_->mutex);
        std::erase_if(shelf_->copies, [&](const auto& copy) { return copy->edits < forgotten_; });
        const auto newest =
            std::max_element(shelf_->copies.begin(), shelf_->copies.end(),
                             [](const auto& a, const auto& b) { return a->edits < b->edits; });
        if (newest != shelf_->copies.end()) {
            std::unique_ptr<Copy> copy = std::move(*newest);
            shelf_->copies.erase(newest);
            return copy;
        }
    }
    return std::make_unique<Copy>(*latest_);
}

std::shared_ptr<const Occupancy> OccupancyHistory::share() {
    if (latest_->edits != total()) {
        std::unique_ptr<Copy> copy = take_copy();
        for (; copy->edits < total(); ++copy->edits) {
            const Edit& edit = edits_[copy->edits - forgotten_];
            if (edit.body)
                copy->index.set(edit.body);
            else
                copy->index.remove(edit.who);
        }
        latest_ = std::shared_ptr<const Copy>(copy.release(), [shelf = shelf_](const Copy* done) {
            std::unique_ptr<Copy> back(const_cast<Copy*>(done));
            const std::lock_guard lock(shelf->mutex);
            shelf->copies.push_back(std::move(back));
        });
        forget_old_edits();
    }
    return {latest_, &latest_->index};
}

void OccupancyHistory::forget_old_edits() {
    shared_at_.push_back(total());
    if (shared_at_.size() <= rounds_kept) return;
    shared_at_.pop_front();
    edits_.erase(edits_.begin(), edits_.begin() + static_cast<long>(shared_at_.front() - forgotten_));
    forgotten_ = shared_at_.front();
}

}  // namespace wend
