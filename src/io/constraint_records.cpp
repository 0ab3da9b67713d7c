// The table of constraints: which annotation, and what it means to whom.

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

bool has_object(const ConstraintSpec& spec) {
    return spec.kind != AnnotationKind::polygon && spec.kind != AnnotationKind::walls;
}

/// Every kind says what it needs and nothing else.
void check_constraint(JsonValue value, const ConstraintSpec& spec) {
    if (has_object(spec) && spec.of.empty())
        value.fail("found a constraint on an object without `of`, expected the name of an obstacle or agent");
    if (spec.kind == AnnotationKind::walls && !spec.of.empty())
        value.fail("found `of` in a constraint on walls, expected none");
    if ((spec.kind == AnnotationKind::between) != !spec.other.empty())
        value.fail("found " + std::string(spec.other.empty() ? "no `other`" : "`other`") +
                   ", expected it with kind \"between\" and only there");
    if ((spec.kind == AnnotationKind::polygon) != !spec.polygon.outline.empty())
        value.fail("found " + std::string(spec.polygon.outline.empty() ? "no `polygon`" : "`polygon`") +
                   ", expected it with kind \"polygon\" and only there");
    if (!spec.hard && spec.weight == 0) value.fail("found weight 0, expected another number or `hard`");
}

Field<ConstraintSpec> polygon_row() {
    return field("polygon", &ConstraintSpec::polygon, as::polygon(), "m",
                 "the ground, of kind polygon; with `of`, about the object's origin and turned with it")
        .only_if([](const ConstraintSpec& spec) { return !spec.polygon.outline.empty(); });
}

}  // namespace

const Record<ConstraintSpec>& constraint_record() {
    static const Record<ConstraintSpec> record = [] {
        Record<ConstraintSpec> made(
            "constraint", "ground where agents should rather go, or must not",
            {field("name", &ConstraintSpec::name, as::name(), "", "what messages call it").required(),
             field(
                 "kind", &ConstraintSpec::kind,
                 as::one_of<AnnotationKind>(
                     {"polygon", "front", "back", "left", "right", "around", "between", "walls", "sight"}),
                 "",
                 "what ground it is: a polygon, a side of an object, around it, between two, along walls, or "
                 "what an object sees"),
             field("layer", &ConstraintSpec::layer, as::layer(), "", "layer of a polygon or of walls"),
             polygon_row(),
             field("of", &ConstraintSpec::of, as::name(), "",
                   "name of the obstacle or agent it is attached to"),
             field("other", &ConstraintSpec::other, as::name(), "",
                   "name of the second one, of kind between"),
             field("depth", &ConstraintSpec::depth, as::positive(), "m",
                   "how far it reaches from the object or the wall"),
             field("range", &ConstraintSpec::range, as::positive(), "m", "how far it sees, of kind sight"),
             field("angle", &ConstraintSpec::angle,
                   as::number_in({0, Bound::exclusive, 6.283185307179587, false}), "rad",
                   "how wide it sees, around its heading"),
             field("hard", &ConstraintSpec::hard, as::flag(), "", "whether it must never be entered"),
             field("preposition", &ConstraintSpec::preposition, as::one_of<Preposition>({"in", "near"}), "",
                   "whether its weight ends at its outline or falls off over as many metres as it weighs"),
             field("weight", &ConstraintSpec::weight, as::number_in({-100, Bound::inclusive, 100, false}), "",
                   "how much it attracts, or repels if negative; 1 is a tenth of what walking costs"),
             field("agents", &ConstraintSpec::agents, list_of(as::name(), "a list of names"), "",
                   "names of agents or groups that it is for; when empty, all")});
        made.finish = [](JsonValue value, ConstraintSpec& spec, SceneContext&) {
            check_constraint(value, spec);
        };
        return made;
    }();
    return record;
}

}  // namespace wend::io
