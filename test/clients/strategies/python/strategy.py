"""The strategy and the task of a run; strategies.ts lists the values."""
import json
import os
import random
import time
from types import SimpleNamespace

GIVEN = dict(part.split("=", 1) for part in os.environ.get("STRATEGY", "").split(",") if part)
PAUSE = float(os.environ.get("PAUSE_MS", "1000")) / 1000

with open(os.environ["TAXIWAY_TASK_FILE"], encoding="utf-8") as file:
    TRIP = SimpleNamespace(**json.load(file))


def does(name, value):
    """True if the strategy has this value."""
    return GIVEN.get(name) == value


# Time-out of a request, in seconds.
TIMEOUT = 6.0 if does("waits", "long") else 2.0


def seconds_before(read):
    """Pause before a read in seconds; reads count from 1."""
    if does("pauses", "doubling"):
        return PAUSE * 2 ** min(read - 1, 5)
    if does("pauses", "jittered"):
        return PAUSE * random.uniform(0.5, 1.5)
    return PAUSE * 10 if does("pauses", "late") and read == 1 else PAUSE


def sleep_until(deadline):
    time.sleep(max(0.0, deadline - time.monotonic()))
