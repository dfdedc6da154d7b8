"""A client as the document wants it, with the standard library alone: taxiway exam -- python3 client.py

Exit codes: 0 booked, 3 not booked, 4 unknown.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

ENV = os.environ
BASE_URL = ENV["TAXIWAY_BASE_URL"]
HEADERS = {
    "Authorization": f"Bearer {ENV['TAXIWAY_SECRET_KEY']}",
    "X-Service-Id": f"{ENV['TAXIWAY_PUBLIC_KEY']}:{ENV['TAXIWAY_PROFILE_CODE']}",
    "Content-Type": "application/json",
}
# What it shall book: the same as the variables TAXIWAY_FROM and so on.
with open(ENV["TAXIWAY_TASK_FILE"], encoding="utf-8") as file:
    TRIP = json.load(file)
FIRST_NAME, LAST_NAME = TRIP["firstName"], TRIP["lastName"]
LEGS = [(TRIP["from"], TRIP["to"], TRIP["date"])]
if "returnDate" in TRIP:
    LEGS.append((TRIP["to"], TRIP["from"], TRIP["returnDate"]))
# Everyone on a flight. A task without their facts leaves all but the first name to the client.
TRAVELLERS = TRIP.get("travellers") or [
    {
        "type": "adult",
        "firstName": FIRST_NAME,
        "lastName": LAST_NAME,
        "bornDate": "1986-12-09",
        "passport": {"number": f"XDA12345{i}", "issuingCountry": "ES", "expiresOn": "2032-05-01"},
        "loyalty": None,
    }
    for i in range(TRIP["passengers"])
]
EMAIL, PHONE = f"traveller{TRIP['traveller']}@example.com", "+34612345678"
# How long it waits between reads, in seconds.
PAUSE = float(ENV.get("PAUSE_MS", "1000")) / 1000
# How long it waits for a response, in seconds.
TIMEOUT = 2
# How long it waits before it sends a request again that got a 429 or a 503, in seconds.
LONGEST_WAIT = 5
# How long an offer has to live for the calls that use it, in seconds.
MARGIN = 5
# How long it reads for an outcome, in seconds.
READING = 12


class Lost(Exception):
    """The request got no response that says what happened; late: none in time; pause: what it asks to wait."""

    def __init__(self, message, late=False, pause=0):
        super().__init__(message)
        self.late = late
        self.pause = pause


class Refused(Exception):
    """The service refused the request: nothing was done."""


class Expired(Refused):
    """The offer, or its token, expires too soon to be used."""


def call(method, path, body=None):
    for attempt in range(4):
        status, headers, text = send(method, path, body)
        if status != 429:
            break
        # A gateway that refuses a request has done nothing: it says when to send it again.
        pause = retry_after(headers.get("Retry-After", "1"))
        if attempt == 3 or pause > LONGEST_WAIT:
            raise Refused("too many requests")
        time.sleep(pause)
    if status >= 500:
        raise Lost(str(status), pause=retry_after(headers.get("Retry-After", "0")))
    try:
        value = json.loads(text)
    except ValueError as error:
        raise Lost("not JSON") from error
    # Live means real money: a client that is under test stops there.
    if value.get("liveMode") is True:
        raise Refused("the service is live")
    if status != 200:
        raise Refused(value["message"][0])
    return value


def send(method, path, body):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data, HEADERS, method=method)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    except Exception as error:
        late = isinstance(getattr(error, "reason", error), TimeoutError)
        raise Lost(str(error), late) from error


def retry_after(value):
    """Seconds, from a number or an HTTP date."""
    if value.isdigit():
        return int(value)
    return max(0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())


def call_again(method, path, body=None):
    """Calls that change nothing may be made again."""
    for attempt in range(4):
        try:
            return call(method, path, body)
        except Lost as lost:
            if attempt == 3 or lost.pause > LONGEST_WAIT:
                raise
            time.sleep(max(0.05 * (attempt + 1), lost.pause))


def read_outcome(key, still_at_work=0):
    """Reads a booking until its outcome is known; None where it stays open."""
    reads = missing = 0
    until = time.monotonic() + READING
    done_by = time.monotonic() + still_at_work
    while (reads < 10 or time.monotonic() < done_by) and time.monotonic() < until:
        reads += 1
        time.sleep(PAUSE)
        try:
            read = call("GET", f"/reservations/details?{key}")
            if read["status"] in ("completed", "failed"):
                return read
        except Refused:
            # Nothing is found yet: it can still appear.
            missing += 1
            if missing >= 8 and time.monotonic() >= done_by:
                return {"status": "failed", "reservations": []}
        except Lost:
            pass
    return None


def confirm(key, path, body):
    """Sends a booking or a change once; whatever is not an outcome is read."""
    try:
        result = call("POST", path, body)
        if result["status"] == "failed":
            return result
        if result["status"] == "completed":
            reservation_id = result["reservations"][0]["reservationId"]
            call_again("GET", f"/reservations/details?reservationId={reservation_id}")
            return result
    except Lost as lost:
        # A service that is slow does the work after the client has stopped waiting.
        if lost.late:
            return read_outcome(key, TIMEOUT)
    return read_outcome(key)


def once_more(attempt, *args):
    """Searches again once where the offer expires before it can be used."""
    try:
        return attempt(*args)
    except Expired:
        return attempt(*args)


def refuse_stale(offer):
    expires_at = datetime.fromisoformat(offer["expiresAt"].replace("Z", "+00:00"))
    if (expires_at - datetime.now(timezone.utc)).total_seconds() < MARGIN:
        raise Expired("the offer has expired")


def is_affordable(offer):
    return offer["currency"] == TRIP["currency"] and offer["totalAmount"] <= TRIP["priceLimit"]


def price(search, offer):
    return call_again("POST", "/pricing", {
        "searchId": search["searchId"],
        "resultId": offer["resultId"],
        "bookingToken": offer["bookingToken"],
    })


def book_transfer():
    search = call_again("POST", "/search", {
        "pickup": {"iataCode": TRIP["from"]},
        "dropoff": {"address": TRIP["to"]},
        "pickupDateTime": f"{TRIP['date']}T{TRIP['time']}:00",
        "passengers": TRIP["passengers"],
        "currency": TRIP["currency"],
    })
    offers = [
        o
        for o in search["offers"]
        if o["cancellation"]["amendable"] and not o["flightInfoRequired"] and is_affordable(o)
    ]
    if not offers:
        raise Refused("nothing found")
    refuse_stale(offers[0])
    priced = price(search, offers[0])
    if not is_affordable(priced):
        raise Refused("too expensive")
    refuse_stale(priced)
    return confirm(f"searchId={search['searchId']}", "/book", {
        "searchId": search["searchId"],
        "resultId": offers[0]["resultId"],
        "bookingToken": offers[0]["bookingToken"],
        "pricingToken": priced["pricingToken"],
        "traveller": {"firstName": FIRST_NAME, "lastName": LAST_NAME, "email": EMAIL, "phoneNumber": PHONE},
        "partnerTrackingId": f"py-{search['searchId']}",
    })


def change_transfer():
    booked = once_more(book_transfer)
    if booked is None or booked["status"] != "completed":
        return booked
    return once_more(change_to, booked["reservations"][0]["reservationId"])


def change_to(reservation_id):
    search = call_again("POST", "/reservations/changes/search", {
        "reservationId": reservation_id,
        "pickupDateTime": f"{TRIP['date']}T{TRIP['newTime']}:00",
    })
    offers = [o for o in search["offers"] if is_affordable(o)]
    if not offers:
        raise Refused("no change found")
    offer = offers[0]
    refuse_stale(offer)
    priced = price(search, offer)
    refuse_stale(priced)
    return confirm(f"searchId={search['searchId']}", "/reservations/changes", {
        "reservationId": reservation_id,
        "searchId": search["searchId"],
        "resultId": offer["resultId"],
        "pricingToken": priced["pricingToken"],
    })


def cancel_transfer():
    """Cancels once; whatever gets lost is read."""
    booked = once_more(book_transfer)
    if booked is None or booked["status"] != "completed":
        return booked
    reservation = booked["reservations"][0]
    key = {"reservationId": reservation["reservationId"]}
    cancelled = {"status": "completed", "reservations": [reservation]}
    try:
        call("POST", "/reservations/cancel", key)
        return cancelled
    except Lost as lost:
        # Until the service must be done with it, and some reads longer.
        done_by = time.monotonic() + (2 * TIMEOUT if lost.late else 0)
    reads = 0
    while reads < 8 or time.monotonic() < done_by:
        reads += 1
        time.sleep(PAUSE)
        try:
            read = call("GET", f"/reservations/details?reservationId={reservation['reservationId']}")
        except (Lost, Refused):
            continue
        if read["reservations"][0]["state"] == "cancelled":
            return cancelled
    return {"status": "failed", "error": {"message": "the reservation stands"}}


def order_flight(kind):
    search = call_again("POST", "/v1/flights/search", {
        "slices": [
            {"origin": origin, "destination": destination, "departure_date": date}
            for origin, destination, date in LEGS
        ],
        "passengers": [{"type": one["type"]} for one in TRAVELLERS],
        "cabin_class": "economy",
        "currency": TRIP["currency"],
    })
    offers = [
        o for o in search["offers"] if (kind == "instant" or o["holdOptions"]["available"]) and is_affordable(o)
    ]
    if not offers:
        raise Refused("nothing found")
    offer = offers[0]
    refuse_stale(offer)
    place = f"{offer['gdsprovider']}/{offer['offerId']}"
    required = call_again("POST", f"/v1/flights/order/required-fields/{place}", {
        "offerId": offer["offerId"],
        "passengers": [{"type": p["type"]} for p in offer["passengers"]],
    })
    refuse_stale(offer)
    order = {
        "currency": offer["currency"],
        "type": kind,
        "passengers": [
            passenger_for(p, r, offer, i)
            for i, (p, r) in enumerate(zip(offer["passengers"], required["passengers"]))
        ],
        "totalSegments": [
            {
                "originCode": segment["departure"]["iataCode"],
                "destinationCode": segment["arrival"]["iataCode"],
                "flightNumber": segment["flightNumber"],
                "departureDate": segment["departure"]["departingAt"],
            }
            for part in offer["slices"]
            for segment in part["segments"]
        ],
    }
    if kind == "hold":
        order["holdId"] = offer["holdId"]
    try:
        departures = [leg["departure"]["departingAt"] for leg in offer["slices"]]
        return {"status": "completed", "departures": departures, **call("POST", f"/v1/flights/order/{place}", order)}
    except Lost:
        # There is no way to read an order: nothing more can be learned.
        return None


def passenger_for(passenger, asked, offer, i):
    allowed = asked["allowedDocuments"]
    who = TRAVELLERS[i]
    loyalty = who["loyalty"]
    ids = {kind: [p["id"] for p in offer["passengers"] if p["type"] == kind] for kind in ("adult", "infant_without_seat")}
    fields = {
        "id": passenger["id"],
        "type": passenger["type"],
        "title": "ms",
        "firstName": who["firstName"],
        "lastName": who["lastName"],
        "gender": "f",
        "bornDate": who["bornDate"],
        "email": EMAIL,
        "phone_number": PHONE,
        "country": "ES",
    }
    # Each infant sits on the lap of one adult.
    laps = dict(zip(ids["adult"], ids["infant_without_seat"]))
    if passenger["id"] in laps:
        fields["infant_passenger_id"] = laps[passenger["id"]]
    if loyalty and loyalty["airlineIataCode"] in offer["supportedLoyaltyPrograms"]:
        fields["loyaltyProgrammeAccounts"] = [loyalty]
    if "dni" in allowed:
        fields["NationalID"] = "12345678Z"
    if offer["passengerIdentityDocumentsRequired"] or asked["documentIdentifier"]:
        fields["identity_documents"] = [{
            "type": "passport" if "passport" in allowed else allowed[0],
            "unique_identifier": who["passport"]["number"],
            "issuing_country_code": who["passport"]["issuingCountry"],
            "expires_on": who["passport"]["expiresOn"],
        }]
    return fields


def end(code, said):
    print(json.dumps(said))
    sys.exit(code)


def state(result):
    """What the traveller reads: what the service has said of the booking, and nothing else."""
    if "orderId" in result:
        return {
            "id": result["orderId"],
            "price": result["totalAmount"],
            "currency": result["currency"],
            "departure": result["departures"][0],
            "return": (result["departures"] + [None])[1],
            "payBy": result["holdExpiresAt"],
            "name": f"{FIRST_NAME} {LAST_NAME}",
        }
    one = result["reservations"][0]
    return {
        "id": one["reservationId"],
        "price": one["totalAmount"],
        "currency": one["currency"],
        "pickup": one["pickupDateTime"],
        "name": f"{one['traveller']['firstName']} {one['traveller']['lastName']}",
    }


TASKS = {
    "book-transfer": lambda: once_more(book_transfer),
    "change-transfer": change_transfer,
    "cancel-transfer": cancel_transfer,
    "order-flight": lambda: once_more(order_flight, TRIP["orderType"]),
    "hold-flight": lambda: once_more(order_flight, TRIP["orderType"]),
}

try:
    result = TASKS[ENV["TAXIWAY_TASK"]]()
except (Refused, Lost) as error:
    end(3, {"outcome": "not booked", "reason": str(error)})
if result is None:
    end(4, {"outcome": "unknown"})
if result["status"] == "failed":
    end(3, {"outcome": "not booked", "reason": result.get("error", {}).get("message")})
end(0, {"outcome": "booked", "travellers": [state(result)]})
