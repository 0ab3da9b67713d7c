#!/usr/bin/env python3
"""Draws the growth curve of `wend-bench search --json` as an SVG.

usage: wend-bench search --json > search.json; draw_search_growth.py search.json docs/figures/search-growth.svg"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 64, 150, 40, 52
CURVES = [
    ("a_star_per_second", "A*", "#1b6ca8"),
    ("ad_star_per_second", "AD* (first search)", "#2a9d5c"),
    ("textbook_per_second", "textbook A*", "#b5482a"),
]


def main(source, target):
    curve = json.load(open(source))["growth"]
    sides = [point["side"] for point in curve]
    top = max(point[name]["p90"] for point in curve for name, _, _ in CURVES) / 1e6
    step = next(s for s in (0.5, 1, 2, 5, 10, 20) if top / s <= 8)
    top = math.ceil(top / step) * step

    def x(side):
        span = math.log2(sides[-1] / sides[0]) or 1
        return LEFT + math.log2(side / sides[0]) / span * (WIDTH - LEFT - RIGHT)

    def y(millions):
        return HEIGHT - BOTTOM - millions / top * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">Million expansions per second, random grids, one fifth blocked</text>',
    ]
    for i in range(round(top / step) + 1):
        value = i * step
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    for side in sides:
        out.append(f'<text x="{x(side):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{side}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">cells a side (median, 10th to 90th percentile)</text>')
    labels = []
    for name, label, colour in CURVES:
        points = " ".join(f'{x(p["side"]):.1f},{y(p[name]["median"] / 1e6):.1f}' for p in curve)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for p in curve:
            low, high = y(p[name]["p10"] / 1e6), y(p[name]["p90"] / 1e6)
            out.append(f'<line x1="{x(p["side"]):.1f}" x2="{x(p["side"]):.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>')
        labels.append([y(curve[-1][name]["median"] / 1e6), label, colour])
    labels.sort()
    for previous, current in zip(labels, labels[1:]):
        current[0] = max(current[0], previous[0] + 16)
    for height, label, colour in labels:
        out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{height + 4:.1f}" fill="{colour}">{label}</text>')
    out.append("</svg>")
    open(target, "w").write("\n".join(out) + "\n")


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
