"""Peers that come as wheels of PyPI:

wheels.py pedalboard equalizer|reverb|convolution|pitch SECONDS [RESPONSE-FILE]
wheels.py signalsmith stretch|pitch SECONDS
wheels.py dawdreamer reverb SECONDS
wheels.py dawdreamer chain SECONDS COUNT BLOCK
"""

import sys
import time

RATE = 48_000
FREQUENCIES = [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
BANDS = list(zip(FREQUENCIES, [3, -2, 4, -3, 2, -4, 3, -2, 4, -3]))


def absent(reason):
    print("absent", reason, flush=True)
    sys.exit(0)


try:
    import numpy
except ImportError:
    absent("numpy is not installed")


def noise(seconds):
    """White noise, two channels."""
    generator = numpy.random.default_rng(1)
    return generator.uniform(-0.2, 0.2, (2, int(seconds * RATE))).astype(numpy.float32)


def pedalboard(work, arguments):
    import pedalboard

    if work == "equalizer":
        board = pedalboard.Pedalboard(
            [pedalboard.PeakFilter(cutoff_frequency_hz=f, gain_db=g, q=1.0) for f, g in BANDS]
        )
    elif work == "reverb":
        reverb = pedalboard.Reverb(room_size=0.8, damping=0.2, wet_level=1, dry_level=0)
        board = pedalboard.Pedalboard([reverb])
    elif work == "convolution":
        board = pedalboard.Pedalboard([pedalboard.Convolution(arguments[0], 1.0)])
    else:
        board = pedalboard.Pedalboard([pedalboard.PitchShift(3)])
    return lambda sound: board(sound, RATE, buffer_size=512)


def signalsmith(work, arguments):
    import python_stretch

    stretcher = python_stretch.Signalsmith.Stretch()
    stretcher.preset(2, RATE)
    if work == "stretch":
        stretcher.timeFactor = 0.8
    else:
        stretcher.setTransposeSemitones(3)
    return stretcher.process


def dawdreamer(work, arguments):
    import dawdreamer

    block = int(arguments[1]) if work == "chain" else 512
    engine = dawdreamer.RenderEngine(RATE, block)

    def process(sound):
        player = engine.make_playback_processor("player", sound)
        graph, last = [(player, [])], "player"
        if work == "reverb":
            nodes = [engine.make_reverb_processor("reverb", 0.8, 0.2, 1.0, 0.0, 1.0)]
        else:
            nodes = [engine.make_add_processor(f"node{k}", [1.0]) for k in range(int(arguments[0]))]
        for node in nodes:
            graph.append((node, [last]))
            last = node.get_name()
        engine.load_graph(graph)

        def render():
            engine.render(sound.shape[1] / RATE)
            return engine.get_audio()

        return render

    return process


def main():
    library, work, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    try:
        process = globals()[library](work, sys.argv[4:])
    except ImportError:
        absent(library + " is not installed")
    sound = noise(seconds)
    # DawDreamer makes its graph beforehand; the others have none.
    round_of = process(sound) if library == "dawdreamer" else lambda: process(sound)
    print("ready", flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["round"]:
            start = time.process_time()
            round_of()
            print("cpu", time.process_time() - start, flush=True)
        elif words[:1] == ["file"] and library != "dawdreamer":
            given = numpy.fromfile(words[1], numpy.float32).reshape(-1, 2).T
            made = process(numpy.ascontiguousarray(given))
            numpy.ascontiguousarray(made.T.astype(numpy.float32)).tofile(words[2])
            print("done", flush=True)
        else:
            print("failed", flush=True)


main()
