// The client that ogen generates, in the package taxiway.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"walk/taxiway"
)

var (
	day    = time.Now().AddDate(0, 0, 60)
	ctx    = context.Background()
	client = must(taxiway.NewClient(os.Getenv("TAXIWAY_BASE_URL"), credentials{}))
)

// credentials fills the two headers of each request.
type credentials struct{}

func (credentials) SecretKey(context.Context, taxiway.OperationName) (taxiway.SecretKey, error) {
	return taxiway.SecretKey{Token: os.Getenv("TAXIWAY_SECRET_KEY")}, nil
}

func (credentials) ServiceId(context.Context, taxiway.OperationName) (taxiway.ServiceId, error) {
	return taxiway.ServiceId{APIKey: os.Getenv("TAXIWAY_PUBLIC_KEY") + ":" + os.Getenv("TAXIWAY_PROFILE_CODE")}, nil
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

// valueOf returns the success of an operation: ogen gives each status a type.
func valueOf[Success any](response any, err error) Success {
	success, ok := any(must(response, err)).(Success)
	if !ok {
		check(fmt.Errorf("unexpected response: %+v", response))
	}
	return success
}

func orderFlight() taxiway.FlightOrderResponse {
	found, err := client.SearchFlights(ctx, &taxiway.FlightSearchRequest{
		Slices:     []taxiway.FlightSearchSlice{{Origin: "MAD", Destination: "LHR", DepartureDate: day}},
		Passengers: []taxiway.FlightSearchPassenger{{Type: taxiway.PassengerTypeAdult}},
		CabinClass: taxiway.CabinClassEconomy,
	})
	offer := valueOf[*taxiway.FlightSearchResponseHeaders](found, err).Response.Offers[0]
	var asked []taxiway.FlightSearchPassenger
	for _, one := range offer.Passengers {
		asked = append(asked, taxiway.FlightSearchPassenger{Type: one.Type})
	}
	provider := taxiway.GdsProvider(offer.Gdsprovider)
	fields, err := client.GetRequiredFields(ctx,
		&taxiway.RequiredFieldsRequest{OfferId: offer.OfferId, Passengers: asked},
		taxiway.GetRequiredFieldsParams{Gdsprovider: provider, OfferId: offer.OfferId},
	)
	required := valueOf[*taxiway.RequiredFieldsResponseHeaders](fields, err).Response
	order := taxiway.FlightOrderRequest{Currency: offer.Currency}
	for i, one := range offer.Passengers {
		order.Passengers = append(order.Passengers, passengerFor(one, required.Passengers[i], offer))
	}
	for _, slice := range offer.Slices {
		for _, segment := range slice.Segments {
			order.TotalSegments = append(order.TotalSegments, taxiway.TotalSegment{
				OriginCode:      segment.Departure.IataCode,
				DestinationCode: segment.Arrival.IataCode,
				FlightNumber:    segment.FlightNumber,
				DepartureDate:   segment.Departure.DepartingAt,
			})
		}
	}
	ordered, err := client.CreateFlightOrder(ctx, &order,
		taxiway.CreateFlightOrderParams{Gdsprovider: provider, OfferId: offer.OfferId},
	)
	return valueOf[*taxiway.FlightOrderResponseHeaders](ordered, err).Response
}

func passengerFor(
	one taxiway.OfferPassenger, asked taxiway.RequiredPassengerFields, offer taxiway.Offer,
) taxiway.OrderPassenger {
	passenger := taxiway.OrderPassenger{
		ID: one.ID, Type: one.Type, Title: taxiway.OrderPassengerTitleMs, FirstName: "Ada", LastName: "Byron",
		Gender: taxiway.OrderPassengerGenderF, BornDate: time.Date(1990, 12, 10, 0, 0, 0, 0, time.UTC),
		Email: "ada@example.com", PhoneNumber: "+34612345678", Country: taxiway.NewOptCountryCode("ES"),
	}
	for _, document := range asked.AllowedDocuments {
		if document == "dni" {
			passenger.NationalID = taxiway.NewOptString("12345678Z")
		}
	}
	if asked.DocumentIdentifier || offer.PassengerIdentityDocumentsRequired {
		passenger.IdentityDocuments = []taxiway.IdentityDocument{{
			Type: asked.AllowedDocuments[0], UniqueIdentifier: "XDA123456",
			IssuingCountryCode: taxiway.NewOptCountryCode("ES"),
			ExpiresOn:          taxiway.NewOptDate(time.Date(2032, 5, 1, 0, 0, 0, 0, time.UTC)),
		}}
	}
	return passenger
}

func at(clock string) taxiway.LocalDateTime {
	return taxiway.LocalDateTime(day.Format("2006-01-02") + "T" + clock)
}

// price returns the offer that can be changed, and its pricing token.
func price(searchID taxiway.HexId, offers []taxiway.TransferOffer) (taxiway.TransferOffer, taxiway.OptToken) {
	for _, offer := range offers {
		if offer.FlightInfoRequired || !offer.Cancellation.Amendable {
			continue
		}
		priced, err := client.PriceTransfer(ctx, &taxiway.PricingRequest{
			SearchId: searchID, ResultId: offer.ResultId, BookingToken: offer.BookingToken,
		})
		token := valueOf[*taxiway.PricingResponseHeaders](priced, err).Response.PricingToken
		return offer, taxiway.NewOptToken(token)
	}
	check(errors.New("no offer can be changed"))
	panic("not reached")
}

// book books, and reads while the booking is pending or its response was lost.
func book() taxiway.Reservation {
	found, err := client.SearchTransfers(ctx, &taxiway.TransferSearchRequest{
		Pickup:         taxiway.Place{IataCode: taxiway.NewOptIataCode("MAD")},
		Dropoff:        taxiway.Place{Address: taxiway.NewOptString("Calle de Alcalá 42, Madrid")},
		PickupDateTime: at("11:30:00"),
		Passengers:     1,
	})
	search := valueOf[*taxiway.TransferSearchResponseHeaders](found, err).Response
	offer, token := price(search.SearchId, search.Offers)
	booked, err := client.BookTransfer(ctx, &taxiway.BookRequest{
		SearchId: search.SearchId, ResultId: offer.ResultId, BookingToken: offer.BookingToken, PricingToken: token,
		Traveller: taxiway.Traveller{
			FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", PhoneNumber: "+34612345678",
		},
	})
	return settle(search.SearchId, booked, err)
}

func change(reservationID taxiway.HexId) taxiway.Reservation {
	found, err := client.SearchReservationChanges(ctx, &taxiway.ChangeSearchRequest{
		ReservationId: reservationID, PickupDateTime: taxiway.NewOptLocalDateTime(at("14:30:00")),
	})
	search := valueOf[*taxiway.ChangeSearchResponseHeaders](found, err).Response
	offer, token := price(search.SearchId, search.Offers)
	changed, err := client.ConfirmReservationChange(ctx, &taxiway.ChangeRequest{
		ReservationId: reservationID, SearchId: search.SearchId, ResultId: offer.ResultId, PricingToken: token,
	})
	return settle(search.SearchId, changed, err)
}

// settle reads while what happened is unknown, or the booking is pending.
func settle(searchID taxiway.HexId, response any, err error) taxiway.Reservation {
	for range 10 {
		check(err)
		switch result := response.(type) {
		case *taxiway.BookingResultHeaders:
			if completed, ok := result.Response.OneOf.GetCompletedBooking(); ok {
				return completed.Reservations[0]
			}
			if failed, ok := result.Response.OneOf.GetFailedBooking(); ok {
				check(errors.New(failed.Error.Message))
			}
		case *taxiway.BadGatewayHeaders, *taxiway.InternalServerErrorHeaders:
		default:
			check(fmt.Errorf("unexpected response: %+v", response))
		}
		response, err = client.GetReservation(ctx, taxiway.GetReservationParams{SearchId: taxiway.NewOptHexId(searchID)})
	}
	check(errors.New("the booking stays pending"))
	panic("not reached")
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
