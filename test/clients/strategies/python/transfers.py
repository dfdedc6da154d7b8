"""Transfers: book, change, cancel."""
import time
from datetime import datetime, timezone

from confirm import Outcome, confirm, tracking_id_for
from strategy import TIMEOUT, TRIP, does, seconds_before
from wire import Lost, Refused, once, safely

MARGIN = 5


class Expired(Refused):
    """The offer expires too soon to be used."""


def book():
    """Books the transfer of the task. Raises Refused where nothing fits."""
    if does("browsing", "much"):
        search("17:45")
    return settle(book_new(), book_new)


def book_new():
    found = search(TRIP.time)
    offers = [o for o in found["offers"] if o["cancellation"]["amendable"] and not o["flightInfoRequired"]]
    first, *others = select(offers)
    if others and does("browsing", "much"):
        price(found, others[0])
    outcome = book_one(found, first)
    if outcome.result == "failed" and others and does("afterFailed", "next offer"):
        return book_one(found, others[0])
    return outcome


def change(original):
    """Moves a transfer to the new time of the task."""
    return settle(change_once(original), lambda: change_once(original))


def settle(outcome, again):
    """Continues after an outcome by the strategy."""
    if outcome.result == "failed" and does("afterFailed", "search again"):
        outcome = again()
    elif outcome.result == "nothing" and does("afterNothing", "book again"):
        outcome = again()
    if outcome.result == "nothing" and does("afterNothing", "unknown"):
        return Outcome("open")
    return outcome


def cancel(reservation_id):
    """Cancels a transfer. True if it is cancelled, None where that stays open."""
    for attempt in (1, 2):
        try:
            once("POST", "/reservations/cancel", {"reservationId": reservation_id})
            return True
        except Lost as lost:
            state = state_of(reservation_id, lost.late)
        if state != "confirmed":
            return True if state == "cancelled" else None
        if not does("afterLostCancel", "cancel again"):
            return False
    return False


def state_of(reservation_id, late):
    done_by = time.monotonic() + (TIMEOUT + 1.5 if late else 0)
    state, reads = None, 0
    while state != "cancelled" and (reads < 8 or time.monotonic() < done_by):
        reads += 1
        time.sleep(seconds_before(reads))
        try:
            read = once("GET", "/reservations/details", reservationId=reservation_id)
            state = read["reservations"][0]["state"]
        except (Lost, Refused):
            pass
    return state


def search(at):
    return safely("POST", "/search", {
        "pickup": {"iataCode": TRIP.__dict__["from"]},
        "dropoff": {"address": TRIP.to},
        "pickupDateTime": f"{TRIP.date}T{at}:00",
        "passengers": TRIP.passengers,
        "currency": TRIP.currency,
        **({"mode": "one_way"} if does("optional", "sent") else {}),
    })


def select(offers):
    fitting = [offer for offer in offers if is_affordable(offer)]
    if not fitting:
        raise Refused("nothing fits")
    if does("offer", "cheapest") or does("offer", "dearest"):
        fitting.sort(key=lambda offer: offer["totalAmount"], reverse=does("offer", "dearest"))
    return fitting


def is_affordable(offer):
    return offer["currency"] == TRIP.currency and offer["totalAmount"] <= TRIP.priceLimit


def book_one(found, offer):
    priced = price(found, offer)
    if not is_affordable(priced):
        raise Refused("too expensive")
    optional = {"specialInstructions": "Please call on arrival.", "extraPassengers": []}
    return confirm("/book", {
        "searchId": found["searchId"],
        "resultId": offer["resultId"],
        "bookingToken": offer["bookingToken"],
        "pricingToken": priced["pricingToken"],
        "traveller": {
            "firstName": TRIP.firstName,
            "lastName": TRIP.lastName,
            "email": "traveller@example.com",
            "phoneNumber": "+447700900123",
        },
        **tracking_id_for(found["searchId"]),
        **(optional if does("optional", "sent") else {}),
    })


def change_once(original):
    reservation_id = original["reservationId"]
    at = f"{TRIP.date}T{TRIP.newTime}:00"
    found = safely("POST", "/reservations/changes/search", {"reservationId": reservation_id, "pickupDateTime": at})
    offer = select(found["offers"])[0]
    priced = price(found, offer)
    return confirm("/reservations/changes", {
        "reservationId": reservation_id,
        "searchId": found["searchId"],
        "resultId": offer["resultId"],
        "pricingToken": priced["pricingToken"],
        **tracking_id_for(found["searchId"]),
    })


def price(found, offer):
    refuse_stale(offer)
    priced = safely("POST", "/pricing", {
        "searchId": found["searchId"],
        "resultId": offer["resultId"],
        "bookingToken": offer["bookingToken"],
        **({"amenities": []} if does("optional", "sent") else {}),
    })
    refuse_stale(priced)
    return priced


def refuse_stale(offer):
    expires_at = datetime.fromisoformat(offer["expiresAt"].replace("Z", "+00:00"))
    if (expires_at - datetime.now(timezone.utc)).total_seconds() < MARGIN:
        raise Expired("the offer expires")


def unless_expired(attempt, *args):
    """Tries once more where the offer expires, unless the strategy stops there."""
    try:
        return attempt(*args)
    except Expired:
        if does("afterExpiry", "stop"):
            raise
        return attempt(*args)
