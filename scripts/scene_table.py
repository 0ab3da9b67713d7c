#!/usr/bin/env python3
"""Runs shipped scenes over many seeds and prints how they went, one line a scene.

    scripts/scene_table.py WEND [--seeds 20] [--jobs 2] [--timeout 600] [scene ...]

The verdict on each run is the verifier's, against the scene's own criteria. Ends with 1 unless all passed.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys

SCENES = pathlib.Path(__file__).resolve().parent.parent / "scenes"
COLUMNS = ["scene", "passed", "overlaps", "walls", "late", "stuck", "both ways", "last (s)", "frame (ms)", "failing seeds"]


def run(tool, scene, seed, timeout):
    command = [tool, "run", str(SCENES / f"{scene}.json"), "--seed", str(seed), "--threads", "1", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode in (0, 1) and done.stdout else None


def row(scene, seeds, reports):
    told = [r for r in reports if r]
    total = lambda key: sum(r[key] for r in told)
    mean = lambda key: sum(r[key] for r in told) / max(len(told), 1)
    failing = [str(seed) for seed, r in zip(seeds, reports) if not (r and r["passed"])]
    silent = sum(1 for r in reports if r is None)
    return [scene, f"{len(seeds) - len(failing)}/{len(seeds)}", total("overlaps"), total("wall_crossings"),
            total("missed_goals"), total("deadlocked"), total("both_directions"), f"{mean('last_arrival_s'):.1f}",
            f"{mean('p50_ms'):.2f}", " ".join(failing) + (f" ({silent} gave no answer)" if silent else "")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=600, help="seconds a run")
    options = parser.parse_intermixed_args()
    scenes = options.scenes or sorted(p.stem for p in SCENES.glob("*.json"))
    seeds = list(range(options.first, options.first + options.seeds))
    widths = [20, 7, 9, 6, 5, 6, 10, 9, 11, 0]
    line = lambda cells: print("".join(f"{cell!s:<{w}} " for cell, w in zip(cells, widths)).rstrip(), flush=True)
    line(COLUMNS)
    all_passed = True
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {s: [pool.submit(run, options.tool, s, seed, options.timeout) for seed in seeds] for s in scenes}
        for scene, runs in pending.items():
            reports = [r.result() for r in runs]
            all_passed = all_passed and all(r and r["passed"] for r in reports)
            line(row(scene, seeds, reports))
    return 0 if all_passed else 1


if __name__ == "__main__":
    sys.exit(main())
