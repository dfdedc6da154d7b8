"""The client that openapi-generator makes for Python, in the package taxiway_client."""
import json
import os
from datetime import date, timedelta

from taxiway_client import (
    ApiClient,
    BookRequest,
    CabinClass,
    ChangeRequest,
    ChangeSearchRequest,
    Configuration,
    FailedBooking,
    FlightOrderRequest,
    FlightSearchPassenger,
    FlightSearchRequest,
    FlightSearchSlice,
    FlightsApi,
    IdentityDocument,
    IdentityDocumentType,
    OrderPassenger,
    PassengerType,
    PendingBooking,
    Place,
    PricingRequest,
    RequiredFieldsRequest,
    TotalSegment,
    TransferSearchRequest,
    TransfersApi,
    Traveller,
)
from taxiway_client.exceptions import ServiceException

ENV = os.environ
CLIENT = ApiClient(Configuration(
    host=ENV["TAXIWAY_BASE_URL"],
    access_token=ENV["TAXIWAY_SECRET_KEY"],
    api_key={"serviceId": f"{ENV['TAXIWAY_PUBLIC_KEY']}:{ENV['TAXIWAY_PROFILE_CODE']}"},
))
FLIGHTS = FlightsApi(CLIENT)
TRANSFERS = TransfersApi(CLIENT)
DAY = date.today() + timedelta(60)


def order_flight():
    search = FLIGHTS.search_flights(FlightSearchRequest(
        slices=[FlightSearchSlice(origin="MAD", destination="LHR", departure_date=DAY)],
        passengers=[FlightSearchPassenger(type=PassengerType.ADULT)],
        cabin_class=CabinClass.ECONOMY,
    ))
    offer = search.offers[0]
    required = FLIGHTS.get_required_fields(
        offer.gdsprovider,
        offer.offer_id,
        RequiredFieldsRequest(
            offer_id=offer.offer_id,
            passengers=[FlightSearchPassenger(type=one.type) for one in offer.passengers],
        ),
    )
    return FLIGHTS.create_flight_order(
        offer.gdsprovider,
        offer.offer_id,
        FlightOrderRequest(
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
    )


def passenger_for(passenger, asked, offer):
    result = OrderPassenger(
        id=passenger.id,
        type=passenger.type,
        title="ms",
        first_name="Ada",
        last_name="Byron",
        gender="f",
        born_date=date(1990, 12, 10),
        email="ada@example.com",
        phone_number="+34612345678",
        country="ES",
    )
    if IdentityDocumentType.DNI in asked.allowed_documents:
        result.national_id = "12345678Z"
    if asked.document_identifier or offer.passenger_identity_documents_required:
        result.identity_documents = [IdentityDocument(
            type=asked.allowed_documents[0],
            unique_identifier="XDA123456",
            issuing_country_code="ES",
            expires_on=date(2032, 5, 1),
        )]
    return result


def price(search):
    """The ids of an offer that can be changed, and the pricing token for it."""
    offer = next(one for one in search.offers if one.cancellation.amendable and not one.flight_info_required)
    ids = {"search_id": search.search_id, "result_id": offer.result_id}
    priced = TRANSFERS.price_transfer(PricingRequest(**ids, booking_token=offer.booking_token))
    return {**ids, "pricing_token": priced.pricing_token}, offer.booking_token


def book():
    """Books, and reads while the booking is pending or its response was lost."""
    search = TRANSFERS.search_transfers(TransferSearchRequest(
        pickup=Place(iata_code="MAD"),
        dropoff=Place(address="Calle de Alcalá 42, Madrid"),
        pickup_date_time=f"{DAY}T11:30:00",
        passengers=1,
    ))
    ids, booking_token = price(search)
    traveller = Traveller(
        first_name="Ada", last_name="Byron", email="ada@example.com", phone_number="+34612345678"
    )
    body = BookRequest(**ids, booking_token=booking_token, traveller=traveller)
    return settle(search.search_id, lambda: TRANSFERS.book_transfer(body))


def change(reservation_id):
    search = TRANSFERS.search_reservation_changes(
        ChangeSearchRequest(reservation_id=reservation_id, pickup_date_time=f"{DAY}T14:30:00")
    )
    ids, _ = price(search)
    body = ChangeRequest(**ids, reservation_id=reservation_id)
    return settle(search.search_id, lambda: TRANSFERS.confirm_reservation_change(body))


def settle(search_id, confirm):
    try:
        result = confirm().actual_instance
    except ServiceException:
        # A 5xx: what happened is not known.
        result = read(search_id)
    for _ in range(10):
        if not isinstance(result, PendingBooking):
            break
        result = read(search_id)
    if isinstance(result, FailedBooking):
        raise RuntimeError(result.error.message)
    return result.reservations[0]


def read(search_id):
    return TRANSFERS.get_reservation(search_id=search_id).actual_instance


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
