import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import taxiway.ApiClient;
import taxiway.ApiException;
import taxiway.api.FlightsApi;
import taxiway.api.TransfersApi;
import taxiway.model.*;

/** The client that openapi-generator makes for Java (library `native`). */
public class Walk {
  private static final Map<String, String> ENV = System.getenv();
  private static final LocalDate DAY = LocalDate.now().plusDays(60);
  private static final FlightsApi flights = new FlightsApi(client());
  private static final TransfersApi transfers = new TransfersApi(client());

  public static void main(String[] arguments) throws Exception {
    String orderId = orderFlight().getOrderId();
    String booked = book().getReservationId();
    String changed = change(booked).getReservationId();
    String recovered = book().getReservationId();
    System.out.printf(
        "{\"orderId\":\"%s\",\"booked\":\"%s\",\"changed\":\"%s\",\"recovered\":\"%s\"}%n",
        orderId, booked, changed, recovered);
  }

  private static ApiClient client() {
    ApiClient client = new ApiClient();
    client.updateBaseUri(ENV.get("TAXIWAY_BASE_URL"));
    client.setRequestInterceptor(
        request ->
            request
                .header("Authorization", "Bearer " + ENV.get("TAXIWAY_SECRET_KEY"))
                .header("X-Service-Id", ENV.get("TAXIWAY_PUBLIC_KEY") + ":" + ENV.get("TAXIWAY_PROFILE_CODE")));
    return client;
  }

  private static FlightOrderResponse orderFlight() throws ApiException {
    FlightSearchResponse search =
        flights.searchFlights(
            new FlightSearchRequest()
                .slices(List.of(new FlightSearchSlice().origin("MAD").destination("LHR").departureDate(DAY)))
                .passengers(List.of(new FlightSearchPassenger().type(PassengerType.ADULT)))
                .cabinClass(CabinClass.ECONOMY));
    Offer offer = search.getOffers().get(0);
    int provider = offer.getGdsprovider().getValue();
    RequiredFieldsResponse required =
        flights.getRequiredFields(
            provider,
            offer.getOfferId(),
            new RequiredFieldsRequest()
                .offerId(offer.getOfferId())
                .passengers(
                    offer.getPassengers().stream()
                        .map(one -> new FlightSearchPassenger().type(one.getType()))
                        .toList()));
    return flights.createFlightOrder(
        provider,
        offer.getOfferId(),
        new FlightOrderRequest()
            .currency(offer.getCurrency())
            .type(FlightOrderRequest.TypeEnum.INSTANT)
            .passengers(
                IntStream.range(0, offer.getPassengers().size())
                    .mapToObj(i -> passenger(offer.getPassengers().get(i), required.getPassengers().get(i), offer))
                    .toList())
            .totalSegments(
                offer.getSlices().stream()
                    .flatMap(slice -> slice.getSegments().stream())
                    .map(
                        segment ->
                            new TotalSegment()
                                .originCode(segment.getDeparture().getIataCode())
                                .destinationCode(segment.getArrival().getIataCode())
                                .flightNumber(segment.getFlightNumber())
                                .departureDate(segment.getDeparture().getDepartingAt()))
                    .toList()));
  }

  private static OrderPassenger passenger(OfferPassenger one, RequiredPassengerFields asked, Offer offer) {
    OrderPassenger passenger =
        new OrderPassenger()
            .id(one.getId())
            .type(one.getType())
            .title(OrderPassenger.TitleEnum.MS)
            .firstName("Ada")
            .lastName("Byron")
            .gender(OrderPassenger.GenderEnum.F)
            .bornDate(LocalDate.of(1990, 12, 10))
            .email("ada@example.com")
            .phoneNumber("+34612345678")
            .country("ES");
    if (asked.getAllowedDocuments().contains(IdentityDocumentType.DNI)) passenger.nationalID("12345678Z");
    if (asked.getDocumentIdentifier() || offer.getPassengerIdentityDocumentsRequired())
      passenger.identityDocuments(
          List.of(
              new IdentityDocument()
                  .type(asked.getAllowedDocuments().get(0))
                  .uniqueIdentifier("XDA123456")
                  .issuingCountryCode("ES")
                  .expiresOn(LocalDate.of(2032, 5, 1))));
    return passenger;
  }

  /** Books, and reads while the booking is pending or its response was lost. */
  private static Reservation book() throws ApiException {
    TransferSearchResponse search =
        transfers.searchTransfers(
            new TransferSearchRequest()
                .pickup(new Place().iataCode("MAD"))
                .dropoff(new Place().address("Calle de Alcalá 42, Madrid"))
                .pickupDateTime(DAY + "T11:30:00")
                .passengers(1));
    PricingRequest ids = choose(search.getSearchId(), search.getOffers());
    BookRequest body =
        new BookRequest()
            .searchId(ids.getSearchId())
            .resultId(ids.getResultId())
            .bookingToken(ids.getBookingToken())
            .pricingToken(transfers.priceTransfer(ids).getPricingToken())
            .traveller(
                new Traveller()
                    .firstName("Ada")
                    .lastName("Byron")
                    .email("ada@example.com")
                    .phoneNumber("+34612345678"));
    return settle(search.getSearchId(), () -> transfers.bookTransfer(body));
  }

  private static Reservation change(String reservationId) throws ApiException {
    ChangeSearchResponse search =
        transfers.searchReservationChanges(
            new ChangeSearchRequest().reservationId(reservationId).pickupDateTime(DAY + "T14:30:00"));
    PricingRequest ids = choose(search.getSearchId(), search.getOffers());
    ChangeRequest body =
        new ChangeRequest()
            .reservationId(reservationId)
            .searchId(ids.getSearchId())
            .resultId(ids.getResultId())
            .pricingToken(transfers.priceTransfer(ids).getPricingToken());
    return settle(search.getSearchId(), () -> transfers.confirmReservationChange(body));
  }

  private static PricingRequest choose(String searchId, List<TransferOffer> offers) {
    TransferOffer offer =
        offers.stream()
            .filter(one -> one.getCancellation().getAmendable() && !one.getFlightInfoRequired())
            .findFirst()
            .orElseThrow();
    return new PricingRequest()
        .searchId(searchId)
        .resultId(offer.getResultId())
        .bookingToken(offer.getBookingToken());
  }

  private interface Call {
    BookingResult send() throws ApiException;
  }

  private static Reservation settle(String searchId, Call call) throws ApiException {
    Object result = confirm(searchId, call).getActualInstance();
    for (int reads = 0; result instanceof PendingBooking && reads < 10; reads++)
      result = read(searchId).getActualInstance();
    if (result instanceof CompletedBooking completed) return completed.getReservations().get(0);
    throw new IllegalStateException("not booked: " + result);
  }

  private static BookingResult confirm(String searchId, Call call) throws ApiException {
    try {
      return call.send();
    } catch (ApiException lost) {
      if (lost.getCode() < 500) throw lost;
      return read(searchId);
    }
  }

  private static BookingResult read(String searchId) throws ApiException {
    return transfers.getReservation(null, searchId, null, null);
  }
}
