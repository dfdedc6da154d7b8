"""Bookings and changes: sent once, then read until their outcome is known."""
import time
import uuid
from dataclasses import dataclass

from tenacity import RetryError, Retrying, TryAgain, retry_if_exception_type

from strategy import TIMEOUT, TRIP, does, seconds_before
from wire import Lost, Refused, once, safely

READS = 12
TRIP_ID = f"trip-{TRIP.traveller}-{uuid.uuid4()}"


@dataclass
class Outcome:
    """`result`: completed, failed, nothing (eight reads do not find it), or open (no outcome yet)."""

    result: str
    reservation: dict | None = None


def tracking_id_for(search_id):
    if does("trackingId", "none"):
        return {}
    if does("trackingId", "per search"):
        return {"partnerTrackingId": f"s-{search_id}"}
    return {"partnerTrackingId": TRIP_ID if does("trackingId", "per trip") else str(uuid.uuid4())}


def confirm(path, body):
    """Sends a booking or a change once, and reads it until it has an outcome."""
    known, late = {}, False
    try:
        result = once("POST", path, body)
        outcome = outcome_of(result)
        if outcome and outcome.reservation:
            read_completed(outcome.reservation)
        if outcome:
            return outcome
        known = (result.get("reservations") or [{}])[0]
    except Refused:
        return Outcome("failed")
    except Lost as lost:
        late = lost.late
    return read(body, known, late)


def read_completed(reservation):
    name = "confirmationNumber" if does("readBy", "confirmationNumber") else "reservationId"
    safely("GET", "/reservations/details", **{name: reservation[name]})


def read(body, known, late):
    done_by = time.monotonic() + (TIMEOUT + 1.5 if late else 0)
    query = query_for(body, known)
    missing = 0

    def ends(state):
        return state.attempt_number >= READS and time.monotonic() >= done_by

    reads = Retrying(
        stop=ends,
        retry=retry_if_exception_type((TryAgain, Lost)),
        wait=lambda state: seconds_before(state.attempt_number + 1),
    )
    time.sleep(seconds_before(1))
    try:
        for attempt in reads:
            with attempt:
                try:
                    outcome = outcome_of(once("GET", "/reservations/details", **query))
                except Refused as refused:
                    # A booking that is not found can still appear.
                    missing += 1
                    if missing < 8 or time.monotonic() < done_by:
                        raise TryAgain from refused
                    outcome = Outcome("nothing")
                if outcome is None:
                    raise TryAgain
                return outcome
    except RetryError:
        pass
    return Outcome("open")


def query_for(body, known):
    own = {**known, "partnerTrackingId": body.get("partnerTrackingId")}
    for name in ("partnerTrackingId", "reservationId", "confirmationNumber"):
        if does("readBy", name) and own.get(name):
            return {name: own[name]}
    return {"searchId": body["searchId"]}


def outcome_of(result):
    if result["status"] == "failed":
        return Outcome("failed")
    if result["status"] == "completed" and result["completed"]:
        return Outcome("completed", result["reservations"][0])
    return None
