// The client that oapi-codegen generates, in the package taxiway.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"walk/taxiway"
)

var (
	day    = time.Now().AddDate(0, 0, 60)
	ctx    = context.Background()
	client = newClient()
)

// errUnknown says that the request got no response that says what happened.
var errUnknown = errors.New("what happened is not known")

func newClient() *taxiway.ClientWithResponses {
	credentials := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TAXIWAY_SECRET_KEY"))
		request.Header.Set("X-Service-Id", os.Getenv("TAXIWAY_PUBLIC_KEY")+":"+os.Getenv("TAXIWAY_PROFILE_CODE"))
		return nil
	}
	made, err := taxiway.NewClientWithResponses(os.Getenv("TAXIWAY_BASE_URL"), taxiway.WithRequestEditorFn(credentials))
	check(err)
	return made
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// valueOf is the body of a success.
func valueOf[T any](value *T, status int, body []byte) (T, error) {
	if value != nil {
		return *value, nil
	}
	err := fmt.Errorf("%d: %s", status, body)
	if status >= 500 {
		err = errors.Join(errUnknown, err)
	}
	return *new(T), err
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func orderFlight() taxiway.FlightOrderResponse {
	found := must(client.SearchFlightsWithResponse(ctx, taxiway.FlightSearchRequest{
		Slices: []taxiway.FlightSearchSlice{
			{Origin: "MAD", Destination: "LHR", DepartureDate: openapi_types.Date{Time: day}},
		},
		Passengers: []taxiway.FlightSearchPassenger{{Type: taxiway.Adult}},
		CabinClass: taxiway.CabinClassEconomy,
	}))
	search := must(valueOf(found.JSON200, found.StatusCode(), found.Body))
	offer := search.Offers[0]
	var asked []taxiway.FlightSearchPassenger
	for _, one := range offer.Passengers {
		asked = append(asked, taxiway.FlightSearchPassenger{Type: one.Type})
	}
	fields := must(client.GetRequiredFieldsWithResponse(
		ctx, taxiway.GetRequiredFieldsParamsGdsprovider(offer.Gdsprovider), offer.OfferId,
		taxiway.RequiredFieldsRequest{OfferId: offer.OfferId, Passengers: asked},
	))
	required := must(valueOf(fields.JSON200, fields.StatusCode(), fields.Body))
	order := taxiway.FlightOrderRequest{Currency: offer.Currency}
	for i, one := range offer.Passengers {
		order.Passengers = append(order.Passengers, passengerFor(one, required.Passengers[i], offer))
	}
	var segments []taxiway.TotalSegment
	for _, slice := range offer.Slices {
		for _, segment := range slice.Segments {
			segments = append(segments, taxiway.TotalSegment{
				OriginCode:      segment.Departure.IataCode,
				DestinationCode: segment.Arrival.IataCode,
				FlightNumber:    segment.FlightNumber,
				DepartureDate:   segment.Departure.DepartingAt,
			})
		}
	}
	order.TotalSegments = &segments
	ordered := must(client.CreateFlightOrderWithResponse(
		ctx, taxiway.CreateFlightOrderParamsGdsprovider(offer.Gdsprovider), offer.OfferId, order,
	))
	return must(valueOf(ordered.JSON200, ordered.StatusCode(), ordered.Body))
}

func passengerFor(
	one taxiway.OfferPassenger, asked taxiway.RequiredPassengerFields, offer taxiway.Offer,
) taxiway.OrderPassenger {
	country, nationalID := "ES", "12345678Z"
	passenger := taxiway.OrderPassenger{
		Id: one.Id, Type: one.Type, Title: "ms", FirstName: "Ada", LastName: "Byron", Gender: "f",
		BornDate: openapi_types.Date{Time: time.Date(1990, 12, 10, 0, 0, 0, 0, time.UTC)},
		Email:    "ada@example.com", PhoneNumber: "+34612345678", Country: &country,
	}
	for _, document := range asked.AllowedDocuments {
		if document == "dni" {
			passenger.NationalID = &nationalID
		}
	}
	if asked.DocumentIdentifier || offer.PassengerIdentityDocumentsRequired {
		passenger.IdentityDocuments = &[]taxiway.IdentityDocument{{
			Type: asked.AllowedDocuments[0], UniqueIdentifier: "XDA123456", IssuingCountryCode: &country,
			ExpiresOn: &openapi_types.Date{Time: time.Date(2032, 5, 1, 0, 0, 0, 0, time.UTC)},
		}}
	}
	return passenger
}

func at(clock string) taxiway.LocalDateTime {
	return taxiway.LocalDateTime(day.Format("2006-01-02") + "T" + clock)
}

// price returns the offer that can be changed, and the pricing token for it.
func price(searchID taxiway.HexId, offers []taxiway.TransferOffer) (taxiway.TransferOffer, taxiway.Token) {
	for _, offer := range offers {
		if offer.FlightInfoRequired || !offer.Cancellation.Amendable {
			continue
		}
		priced := must(client.PriceTransferWithResponse(ctx, taxiway.PricingRequest{
			SearchId: searchID, ResultId: offer.ResultId, BookingToken: offer.BookingToken,
		}))
		return offer, must(valueOf(priced.JSON200, priced.StatusCode(), priced.Body)).PricingToken
	}
	check(errors.New("there is no offer that can be changed"))
	panic("not reached")
}

// book books, and reads while the booking is pending or its response was lost.
func book() taxiway.Reservation {
	airport, address := taxiway.IataCode("MAD"), "Calle de Alcalá 42, Madrid"
	found := must(client.SearchTransfersWithResponse(ctx, taxiway.TransferSearchRequest{
		Pickup:         taxiway.Place{IataCode: &airport},
		Dropoff:        taxiway.Place{Address: &address},
		PickupDateTime: at("11:30:00"),
		Passengers:     1,
	}))
	search := must(valueOf(found.JSON200, found.StatusCode(), found.Body))
	offer, token := price(search.SearchId, search.Offers)
	return settle(search.SearchId, func() (taxiway.BookingResult, error) {
		booked := must(client.BookTransferWithResponse(ctx, taxiway.BookRequest{
			SearchId: search.SearchId, ResultId: offer.ResultId, BookingToken: offer.BookingToken, PricingToken: &token,
			Traveller: taxiway.Traveller{
				FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", PhoneNumber: "+34612345678",
			},
		}))
		return valueOf(booked.JSON200, booked.StatusCode(), booked.Body)
	})
}

func change(reservationID taxiway.HexId) taxiway.Reservation {
	later := at("14:30:00")
	found := must(client.SearchReservationChangesWithResponse(ctx, taxiway.ChangeSearchRequest{
		ReservationId: reservationID, PickupDateTime: &later,
	}))
	search := must(valueOf(found.JSON200, found.StatusCode(), found.Body))
	offer, token := price(search.SearchId, search.Offers)
	return settle(search.SearchId, func() (taxiway.BookingResult, error) {
		changed := must(client.ConfirmReservationChangeWithResponse(ctx, taxiway.ChangeRequest{
			ReservationId: reservationID, SearchId: search.SearchId, ResultId: offer.ResultId, PricingToken: &token,
		}))
		return valueOf(changed.JSON200, changed.StatusCode(), changed.Body)
	})
}

func settle(searchID taxiway.HexId, confirm func() (taxiway.BookingResult, error)) taxiway.Reservation {
	result, err := confirm()
	if errors.Is(err, errUnknown) {
		result, err = read(searchID)
	}
	for range 10 {
		check(err)
		switch booking := must(result.ValueByDiscriminator()).(type) {
		case taxiway.CompletedBooking:
			return booking.Reservations[0]
		case taxiway.FailedBooking:
			check(errors.New(booking.Error.Message))
		}
		result, err = read(searchID)
	}
	check(errors.New("the booking stays pending"))
	panic("not reached")
}

func read(searchID taxiway.HexId) (taxiway.BookingResult, error) {
	found := must(client.GetReservationWithResponse(ctx, &taxiway.GetReservationParams{SearchId: &searchID}))
	return valueOf(found.JSON200, found.StatusCode(), found.Body)
}

func main() {
	orderID := orderFlight().OrderId
	booked := book().ReservationId
	changed := change(booked).ReservationId
	recovered := book().ReservationId
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"orderId": orderID, "booked": booked, "changed": changed, "recovered": recovered,
	}))
}
