#!/usr/bin/env python3
"""Draws what a frame costs, from `wend-bench crowd --json`, as an SVG with logarithmic axes.

usage: wend-bench crowd --json > crowd.json; draw_crowd_growth.py crowd.json docs/figures/crowd-growth.svg"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 800, 400, 64, 250, 40, 52
CURVES = [
    ("ours_without_budget", "wend", "#1b6ca8"),
    ("detour_crowd", "DetourCrowd", "#b5482a"),
]
BUDGET = 100  # milliseconds that a frame shows


def scale(low, high, begin, end):
    """From a value to a coordinate, logarithmically."""
    span = math.log(high / low)
    return lambda value: begin + math.log(value / low) / span * (end - begin)


def line(x1, y1, x2, y2, style):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def text(x, y, words, style=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{words}</text>'


def frame_of(x, y, counts, decades):
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield text(LEFT, 22, "Processor milliseconds of a frame: mean, and up to the 99th percentile", 'font-size="15"')
    for value in decades:
        yield line(LEFT, y(value), WIDTH - RIGHT, y(value), 'stroke="#dddddd"')
        yield text(LEFT - 8, y(value) + 4, f"{value:g}", 'text-anchor="end"')
    for count in counts:
        yield text(x(count), HEIGHT - BOTTOM + 20, f"{count:,}", 'text-anchor="middle"')
    yield text(middle, HEIGHT - 12, "agents in a city, 10 square metres of street each", 'text-anchor="middle"')
    yield line(LEFT, y(BUDGET), WIDTH - RIGHT, y(BUDGET), 'stroke="#888888" stroke-dasharray="5 4"')


def curve_of(x, y, sizes, name, colour):
    points = [(x(size["agents"]), size[name]) for size in sizes]
    path = " ".join(f'{at:.1f},{y(figures["processor_mean_ms"]):.1f}' for at, figures in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for at, figures in points:
        yield line(at, y(figures["processor_mean_ms"]), at, y(figures["processor_p99_ms"]), f'stroke="{colour}"')


def label_of(y, sizes, name, label, colour):
    overlaps = sum(size[name]["overlaps"] for size in sizes)
    words = f'{label}, {"no" if overlaps == 0 else f"{overlaps:,}"} overlaps'
    return [y(sizes[-1][name]["processor_mean_ms"]), words, colour]


def spread(labels):
    """Labels beside the ends of their curves, none over another."""
    labels = sorted(labels)
    for above, below in zip(labels, labels[1:]):
        below[0] = max(below[0], above[0] + 16)
    for height, words, colour in labels:
        yield text(WIDTH - RIGHT + 10, height + 4, words, f'fill="{colour}"')


def main(source, target):
    sizes = json.load(open(source))["sizes"]
    counts = [size["agents"] for size in sizes]
    values = [size[name][key] for size in sizes for name, _, _ in CURVES for key in ("processor_mean_ms", "processor_p99_ms")]
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values + [BUDGET])))
    x = scale(counts[0], counts[-1], LEFT, WIDTH - RIGHT)
    y = scale(10.0**first, 10.0**last, HEIGHT - BOTTOM, TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *frame_of(x, y, counts, [10.0**i for i in range(first, last + 1)]),
    ]
    for name, label, colour in CURVES:
        out += curve_of(x, y, sizes, name, colour)
    labels = [label_of(y, sizes, *curve) for curve in CURVES]
    out += spread(labels + [[y(BUDGET), "what a frame shows", "#666666"]])
    open(target, "w").write("\n".join(out + ["</svg>"]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
