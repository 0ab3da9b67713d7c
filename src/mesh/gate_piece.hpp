#pragma once

#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {

/// Appends the way over a portal or link, which costs so many metres.
inline void append_gate(PieceKind kind, std::uint32_t index, const MeshPoint& from, Vec2 to, double cost,
                        Path& path) {
    PathPiece piece;
    piece.kind = kind;
    piece.layer = from.layer;
    piece.index = index;
    piece.from = from.at;
    piece.to = to;
    piece.length = cost;
    path.pieces.push_back(piece);
    path.length += cost;
}

}  // namespace wend::mesh
