#pragma once

// World events as bytes, exactly as they were made: what somebody did to a live run must come back from its
// recording to the last bit, or a verifier would blame the run for it.

#include <vector>

#include "wend/io/recording.hpp"

#include "io/bytes.hpp"

namespace wend::io {

void write_edits(const std::vector<RecordedEdit>& edits, ByteWriter& out);
void read_edits(ByteReader& in, std::vector<RecordedEdit>& edits);

}  // namespace wend::io
