"""The client that openapi-python-client generates, in the package generated/."""
import json
import os
from datetime import date, timedelta

from generated.api.flights import create_flight_order, get_required_fields, search_flights
from generated.api.transfers import (
    book_transfer,
    confirm_reservation_change,
    get_reservation,
    price_transfer,
    search_reservation_changes,
    search_transfers,
)
from generated.client import AuthenticatedClient
from generated.models import (
    BookRequest,
    CabinClass,
    ChangeRequest,
    ChangeSearchRequest,
    FailedBooking,
    FlightOrderRequest,
    FlightSearchPassenger,
    FlightSearchRequest,
    FlightSearchSlice,
    IdentityDocument,
    IdentityDocumentType,
    OrderPassenger,
    OrderPassengerGender,
    OrderPassengerTitle,
    PassengerType,
    PendingBooking,
    Place,
    PricingRequest,
    RequiredFieldsRequest,
    TotalSegment,
    TransferSearchRequest,
    Traveller,
)

ENV = os.environ
CLIENT = AuthenticatedClient(
    base_url=ENV["TAXIWAY_BASE_URL"],
    token=ENV["TAXIWAY_SECRET_KEY"],
    headers={"X-Service-Id": f"{ENV['TAXIWAY_PUBLIC_KEY']}:{ENV['TAXIWAY_PROFILE_CODE']}"},
)
DAY = date.today() + timedelta(60)


class Unknown(Exception):
    """The request got no response that says what happened."""


def value_of(response):
    """The body of a success."""
    if response.status_code == 200:
        return response.parsed
    message = f"{response.status_code} {response.parsed.code}: {response.parsed.message}"
    raise Unknown(message) if response.status_code >= 500 else RuntimeError(message)


def order_flight():
    search = value_of(search_flights.sync_detailed(client=CLIENT, body=FlightSearchRequest(
        slices=[FlightSearchSlice(origin="MAD", destination="LHR", departure_date=DAY)],
        passengers=[FlightSearchPassenger(type_=PassengerType.ADULT)],
        cabin_class=CabinClass.ECONOMY,
    )))
    offer = search.offers[0]
    required = value_of(get_required_fields.sync_detailed(
        offer.gdsprovider,
        offer.offer_id,
        client=CLIENT,
        body=RequiredFieldsRequest(
            offer_id=offer.offer_id,
            passengers=[FlightSearchPassenger(type_=one.type_) for one in offer.passengers],
        ),
    ))
    return value_of(create_flight_order.sync_detailed(
        offer.gdsprovider,
        offer.offer_id,
        client=CLIENT,
        body=FlightOrderRequest(
            currency=offer.currency,
            passengers=[
                passenger_for(one, asked, offer) for one, asked in zip(offer.passengers, required.passengers)
            ],
            total_segments=[
                TotalSegment(
                    origin_code=segment.departure.iata_code,
                    destination_code=segment.arrival.iata_code,
                    flight_number=segment.flight_number,
                    departure_date=segment.departure.departing_at,
                )
                for part in offer.slices
                for segment in part.segments
            ],
        ),
    ))


def passenger_for(passenger, asked, offer):
    result = OrderPassenger(
        id=passenger.id,
        type_=passenger.type_,
        title=OrderPassengerTitle.MS,
        first_name="Ada",
        last_name="Byron",
        gender=OrderPassengerGender.F,
        born_date=date(1990, 12, 10),
        email="ada@example.com",
        phone_number="+34612345678",
        country="ES",
    )
    if IdentityDocumentType.DNI in asked.allowed_documents:
        result.national_id = "12345678Z"
    if asked.document_identifier or offer.passenger_identity_documents_required:
        result.identity_documents = [IdentityDocument(
            type_=asked.allowed_documents[0],
            unique_identifier="XDA123456",
            issuing_country_code="ES",
            expires_on=date(2032, 5, 1),
        )]
    return result


def price(search):
    """The ids of an offer that can be changed, and the pricing token for it."""
    offer = next(one for one in search.offers if one.cancellation.amendable and not one.flight_info_required)
    ids = {"search_id": search.search_id, "result_id": offer.result_id}
    priced = value_of(price_transfer.sync_detailed(
        client=CLIENT, body=PricingRequest(**ids, booking_token=offer.booking_token)
    ))
    return {**ids, "pricing_token": priced.pricing_token}, offer.booking_token


def book():
    """Books, and reads while the booking is pending or its response was lost."""
    search = value_of(search_transfers.sync_detailed(client=CLIENT, body=TransferSearchRequest(
        pickup=Place(iata_code="MAD"),
        dropoff=Place(address="Calle de Alcalá 42, Madrid"),
        pickup_date_time=f"{DAY}T11:30:00",
        passengers=1,
    )))
    ids, booking_token = price(search)
    traveller = Traveller(
        first_name="Ada", last_name="Byron", email="ada@example.com", phone_number="+34612345678"
    )
    body = BookRequest(**ids, booking_token=booking_token, traveller=traveller)
    return settle(search.search_id, lambda: book_transfer.sync_detailed(client=CLIENT, body=body))


def change(reservation_id):
    search = value_of(search_reservation_changes.sync_detailed(
        client=CLIENT,
        body=ChangeSearchRequest(reservation_id=reservation_id, pickup_date_time=f"{DAY}T14:30:00"),
    ))
    ids, _ = price(search)
    body = ChangeRequest(**ids, reservation_id=reservation_id)
    return settle(search.search_id, lambda: confirm_reservation_change.sync_detailed(client=CLIENT, body=body))


def settle(search_id, confirm):
    try:
        result = value_of(confirm())
    except Unknown:
        result = read(search_id)
    for _ in range(10):
        if not isinstance(result, PendingBooking):
            break
        result = read(search_id)
    if isinstance(result, FailedBooking):
        raise RuntimeError(result.error.message)
    return result.reservations[0]


def read(search_id):
    return value_of(get_reservation.sync_detailed(client=CLIENT, search_id=search_id))


order_id = order_flight().order_id
booked = book()
changed = change(booked.reservation_id)
recovered = book()
print(json.dumps({
    "orderId": order_id,
    "booked": booked.reservation_id,
    "changed": changed.reservation_id,
    "recovered": recovered.reservation_id,
}))
