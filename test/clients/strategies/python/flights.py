"""Flights: search, required fields, order."""
from datetime import date, timedelta

from strategy import TRIP, does
from transfers import refuse_stale
from wire import Lost, Refused, once, safely

AGE_IN_DAYS = {"adult": 12_500, "child": 3000, "infant_without_seat": 200}


def order():
    """Orders the flight of the task, or a family's. None where the response got lost: no call reads an order."""
    found = safely("POST", "/v1/flights/search", search_for())
    offer = select(found["offers"])
    refuse_stale(offer)
    place = f"{offer['gdsprovider']}/{offer['offerId']}"
    asked = safely("POST", f"/v1/flights/order/required-fields/{place}", {
        "offerId": offer["offerId"],
        "passengers": [{"type": passenger["type"]} for passenger in offer["passengers"]],
    })
    if does("offerReads", "before order"):
        safely("GET", f"/v1/flights/offers/{place}")
    refuse_stale(offer)
    try:
        made = once("POST", f"/v1/flights/order/{place}", order_for(offer, asked))
    except Lost:
        return None
    return {**made, "departure": offer["slices"][0]["departure"]["departingAt"]}


def is_family():
    return does("flight", "family") and TRIP.orderType == "instant"


def people():
    """The travellers of a task with their facts."""
    return [] if is_family() else TRIP.__dict__.get("travellers", [])


def search_for():
    origin = TRIP.__dict__["from"]
    slices = [{"origin": origin, "destination": TRIP.to, "departure_date": TRIP.date}]
    types = [one["type"] for one in people()] or ["adult"] * TRIP.passengers
    back = TRIP.__dict__.get("returnDate")
    if back and not is_family():
        slices.append({"origin": TRIP.to, "destination": origin, "departure_date": back})
    if is_family():
        back = (date.fromisoformat(TRIP.date) + timedelta(days=9)).isoformat()
        slices.append({"origin": TRIP.to, "destination": origin, "departure_date": back})
        types = ["adult", "adult", "child", "infant_without_seat"]
    return {
        "slices": slices,
        "passengers": [{"type": one} for one in types],
        "cabin_class": "business" if TRIP.orderType == "hold" and does("offer", "dearest") else "economy",
        "currency": TRIP.currency,
        **({"language": "en"} if does("optional", "sent") else {}),
    }


def select(offers):
    fitting = [
        offer
        for offer in offers
        if (TRIP.orderType == "instant" or offer["holdOptions"]["available"])
        and offer["currency"] == TRIP.currency
        and offer["totalAmount"] <= TRIP.priceLimit
    ]
    if not fitting:
        raise Refused("nothing fits")
    if does("offer", "cheapest"):
        return min(fitting, key=lambda offer: offer["totalAmount"])
    if does("offer", "dearest"):
        return max(fitting, key=lambda offer: offer["totalAmount"])
    return fitting[0]


def order_for(offer, asked):
    infants = [one["id"] for one in offer["passengers"] if one["type"] == "infant_without_seat"]
    passengers = [
        passenger_for(*both, offer, people()[i] if people() else {})
        for i, both in enumerate(zip(offer["passengers"], asked["passengers"]))
    ]
    if infants:
        passengers[0]["infant_passenger_id"] = infants[0]
    return {
        "currency": offer["currency"],
        "type": TRIP.orderType,
        **({"holdId": offer["holdId"]} if TRIP.orderType == "hold" else {}),
        "passengers": passengers,
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


def passenger_for(passenger, asked, offer, person):
    born = (date.today() - timedelta(days=AGE_IN_DAYS[passenger["type"]])).isoformat()
    loyalty = person.get("loyalty")
    allowed = asked["allowedDocuments"]
    fields = {
        "id": passenger["id"],
        "type": passenger["type"],
        "title": "ms",
        "firstName": person.get("firstName", TRIP.firstName),
        "lastName": person.get("lastName", TRIP.lastName),
        "gender": "f",
        "bornDate": person.get("bornDate", born),
        "email": "traveller@example.com",
        "phone_number": "+447700900123",
        "country": "ES",
    }
    if loyalty and loyalty["airlineIataCode"] in offer["supportedLoyaltyPrograms"]:
        fields["loyaltyProgrammeAccounts"] = [loyalty]
    if "dni" in allowed:
        fields["NationalID"] = "12345678Z"
    if offer["passengerIdentityDocumentsRequired"] or asked["documentIdentifier"]:
        fields["identity_documents"] = [{
            "type": "passport" if "passport" in allowed else allowed[0],
            # Each traveller has a passport of their own.
            "unique_identifier": person.get("passport", {}).get("number", f"XDA12345{passenger['id'][-1]}"),
            "issuing_country_code": "ES",
            "expires_on": "2032-05-01",
        }]
    return fields
