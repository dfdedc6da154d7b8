"""A client as the document wants it, with the standard library alone: taxiway exam -- python3 client.py

Exit codes: 0 booked, 3 not booked, 4 unknown.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request
from datetime import date, timedelta

ENV = os.environ
BASE_URL = ENV["TAXIWAY_BASE_URL"]
HEADERS = {
    "Authorization": f"Bearer {ENV['TAXIWAY_SECRET_KEY']}",
    "X-Service-Id": f"{ENV['TAXIWAY_PUBLIC_KEY']}:{ENV['TAXIWAY_PROFILE_CODE']}",
    "Content-Type": "application/json",
}
NUMBER = ENV.get("TAXIWAY_TRAVELLER", "1")
FIRST_NAME, LAST_NAME = "Grace", "Hopper " + "ABCDEFGHIJ"[int(NUMBER) % 10]
EMAIL, PHONE = f"grace{NUMBER}@example.com", "+34612345678"
# How long it waits between reads, in seconds.
PAUSE = float(ENV.get("PAUSE_MS", "1000")) / 1000
# How long it waits for a response, in seconds.
TIMEOUT = 2
# How long it reads for an outcome, in seconds.
READING = 12


class Lost(Exception):
    """The request got no response that says what happened; late: none in time."""

    def __init__(self, message, late=False):
        super().__init__(message)
        self.late = late


class Refused(Exception):
    """The service refused the request: nothing was done."""


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data, HEADERS, method=method)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            status, text = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    except Exception as error:
        late = isinstance(getattr(error, "reason", error), TimeoutError)
        raise Lost(str(error), late) from error
    if status >= 500:
        raise Lost(str(status))
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


def call_again(method, path, body=None):
    """Calls that change nothing may be made again."""
    for attempt in range(4):
        try:
            return call(method, path, body)
        except Lost:
            if attempt == 3:
                raise
            time.sleep(0.05 * (attempt + 1))


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


def day_from_now(days):
    return (date.today() + timedelta(days)).isoformat()


def price(search, offer):
    return call_again("POST", "/pricing", {
        "searchId": search["searchId"],
        "resultId": offer["resultId"],
        "bookingToken": offer["bookingToken"],
    })


def book_transfer():
    search = call_again("POST", "/search", {
        "pickup": {"iataCode": "MAD"},
        "dropoff": {"address": "Calle de Alcalá 42, Madrid"},
        "pickupDateTime": f"{day_from_now(60)}T11:30:00",
        "passengers": 1,
    })
    offers = [o for o in search["offers"] if o["cancellation"]["amendable"] and not o["flightInfoRequired"]]
    if not offers:
        raise Refused("nothing found")
    priced = price(search, offers[0])
    return confirm(f"searchId={search['searchId']}", "/book", {
        "searchId": search["searchId"],
        "resultId": offers[0]["resultId"],
        "bookingToken": offers[0]["bookingToken"],
        "pricingToken": priced["pricingToken"],
        "traveller": {"firstName": FIRST_NAME, "lastName": LAST_NAME, "email": EMAIL, "phoneNumber": PHONE},
        "partnerTrackingId": f"py-{search['searchId']}",
    })


def change_transfer():
    booked = book_transfer()
    if booked is None or booked["status"] != "completed":
        return booked
    reservation_id = booked["reservations"][0]["reservationId"]
    search = call_again("POST", "/reservations/changes/search", {
        "reservationId": reservation_id,
        "pickupDateTime": f"{day_from_now(60)}T14:30:00",
    })
    if not search["offers"]:
        raise Refused("no change found")
    offer = search["offers"][0]
    priced = price(search, offer)
    return confirm(f"searchId={search['searchId']}", "/reservations/changes", {
        "reservationId": reservation_id,
        "searchId": search["searchId"],
        "resultId": offer["resultId"],
        "pricingToken": priced["pricingToken"],
    })


def order_flight(kind):
    search = call_again("POST", "/v1/flights/search", {
        "slices": [{"origin": "MAD", "destination": "LHR", "departure_date": day_from_now(60)}],
        "passengers": [{"type": "adult"}],
        "cabin_class": "economy",
        "currency": "EUR",
    })
    offers = [o for o in search["offers"] if kind == "instant" or o["holdOptions"]["available"]]
    if not offers:
        raise Refused("nothing found")
    offer = offers[0]
    place = f"{offer['gdsprovider']}/{offer['offerId']}"
    required = call_again("POST", f"/v1/flights/order/required-fields/{place}", {
        "offerId": offer["offerId"],
        "passengers": [{"type": p["type"]} for p in offer["passengers"]],
    })
    order = {
        "currency": offer["currency"],
        "type": kind,
        "passengers": [passenger_for(p, r, offer) for p, r in zip(offer["passengers"], required["passengers"])],
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
        return {"status": "completed", **call("POST", f"/v1/flights/order/{place}", order)}
    except Lost:
        # There is no way to read an order: nothing more can be learned.
        return None


def passenger_for(passenger, asked, offer):
    allowed = asked["allowedDocuments"]
    fields = {
        "id": passenger["id"],
        "type": passenger["type"],
        "title": "ms",
        "firstName": FIRST_NAME,
        "lastName": LAST_NAME,
        "gender": "f",
        "bornDate": "1986-12-09",
        "email": EMAIL,
        "phone_number": PHONE,
        "country": "ES",
    }
    if "dni" in allowed:
        fields["NationalID"] = "12345678Z"
    if offer["passengerIdentityDocumentsRequired"] or asked["documentIdentifier"]:
        fields["identity_documents"] = [{
            "type": "passport" if "passport" in allowed else allowed[0],
            "unique_identifier": "XDA123456",
            "issuing_country_code": "ES",
            "expires_on": "2032-05-01",
        }]
    return fields


def end(code, said):
    print(json.dumps(said))
    sys.exit(code)


TASKS = {
    "book-transfer": book_transfer,
    "change-transfer": change_transfer,
    "order-flight": lambda: order_flight("instant"),
    "hold-flight": lambda: order_flight("hold"),
}

try:
    result = TASKS[ENV["TAXIWAY_TASK"]]()
except (Refused, Lost) as error:
    end(3, {"outcome": "not booked", "reason": str(error)})
if result is None:
    end(4, {"outcome": "unknown"})
if result["status"] == "failed":
    end(3, {"outcome": "not booked", "reason": result.get("error", {}).get("message")})
if "orderId" in result:
    end(0, {"outcome": "booked", "orderId": result["orderId"]})
end(0, {"outcome": "booked", "reservationId": result["reservations"][0]["reservationId"]})
