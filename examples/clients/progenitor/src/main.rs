//! The client that progenitor generates, in the module taxiway.

use std::{env, error::Error, num::NonZeroU64, str::FromStr};

use chrono::{Days, NaiveDate, Utc};
use reqwest::header::{HeaderMap, HeaderValue, AUTHORIZATION};
use taxiway::types::*;
use taxiway::{Client, ResponseValue};

#[allow(unused_imports)]
mod taxiway {
    include!(concat!(env!("OUT_DIR"), "/taxiway.rs"));
}

type Outcome<T> = Result<T, Box<dyn Error>>;
type Called<T> = Result<ResponseValue<T>, taxiway::Error<ErrorResponse>>;

/// Fills the two headers of each request.
fn connect() -> Outcome<Client> {
    let mut headers = HeaderMap::new();
    let secret_key = format!("Bearer {}", env::var("TAXIWAY_SECRET_KEY")?);
    let service_id = format!("{}:{}", env::var("TAXIWAY_PUBLIC_KEY")?, env::var("TAXIWAY_PROFILE_CODE")?);
    headers.insert(AUTHORIZATION, HeaderValue::from_str(&secret_key)?);
    headers.insert("X-Service-Id", HeaderValue::from_str(&service_id)?);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    Ok(Client::new_with_client(&env::var("TAXIWAY_BASE_URL")?, http))
}

fn day() -> NaiveDate {
    Utc::now().date_naive() + Days::new(60)
}

/// Returns a text as the type that a field has. The same identifier has another type in each operation.
fn typed<T: FromStr>(text: &str) -> Outcome<T>
where
    T::Err: Error + 'static,
{
    Ok(text.parse()?)
}

async fn order_flight(client: &Client) -> Outcome<FlightOrderResponse> {
    let found = client
        .search_flights(&FlightSearchRequest {
            slices: vec![FlightSearchSlice {
                origin: typed("MAD")?,
                destination: typed("LHR")?,
                departure_date: day(),
            }],
            passengers: vec![FlightSearchPassenger { type_: PassengerType::Adult }],
            cabin_class: CabinClass::Economy,
            currency: Currency::Eur,
            language: None,
        })
        .await?
        .into_inner();
    let offer = found.offers.first().ok_or("no offer")?;
    let asked = offer.passengers.iter().map(|one| FlightSearchPassenger { type_: one.type_ }).collect();
    let required = client
        .get_required_fields(
            &(*offer.gdsprovider).try_into()?,
            &typed(&offer.offer_id)?,
            &RequiredFieldsRequest { offer_id: typed(&offer.offer_id)?, passengers: asked },
        )
        .await?
        .into_inner();
    let passengers = offer.passengers.iter().zip(&required.passengers);
    let order = FlightOrderRequest {
        currency: offer.currency,
        hold_id: None,
        passengers: passengers.map(|(one, asked)| passenger_for(one, asked, offer)).collect::<Outcome<_>>()?,
        total_segments: segments_of(offer)?,
        type_: FlightOrderRequestType::Instant,
    };
    let ordered =
        client.create_flight_order(&(*offer.gdsprovider).try_into()?, &typed(&offer.offer_id)?, &order).await?;
    Ok(ordered.into_inner())
}

fn passenger_for(one: &OfferPassenger, asked: &RequiredPassengerFields, offer: &Offer) -> Outcome<OrderPassenger> {
    let has_dni = asked.allowed_documents.contains(&IdentityDocumentType::Dni);
    let has_document = asked.document_identifier || offer.passenger_identity_documents_required;
    let document = IdentityDocument {
        type_: *asked.allowed_documents.first().ok_or("no document")?,
        unique_identifier: typed("XDA123456")?,
        issuing_country_code: Some(typed("ES")?),
        expires_on: NaiveDate::from_ymd_opt(2032, 5, 1),
    };
    Ok(OrderPassenger {
        id: typed(&one.id)?,
        type_: one.type_,
        title: OrderPassengerTitle::Ms,
        first_name: typed("Ada")?,
        last_name: typed("Byron")?,
        gender: OrderPassengerGender::F,
        born_date: NaiveDate::from_ymd_opt(1990, 12, 10).ok_or("no date")?,
        email: typed("ada@example.com")?,
        phone_number: typed("+34612345678")?,
        country: Some(typed("ES")?),
        national_id: if has_dni { Some(typed("12345678Z")?) } else { None },
        identity_documents: if has_document { vec![document] } else { vec![] },
        infant_passenger_id: None,
        loyalty_programme_accounts: vec![],
    })
}

fn segments_of(offer: &Offer) -> Outcome<Vec<TotalSegment>> {
    let segments = offer.slices.iter().flat_map(|slice| &slice.segments);
    segments
        .map(|segment| {
            Ok(TotalSegment {
                origin_code: segment.departure.iata_code.clone(),
                destination_code: segment.arrival.iata_code.clone(),
                flight_number: typed(&segment.flight_number)?,
                departure_date: segment.departure.departing_at.clone(),
            })
        })
        .collect()
}

fn at(clock: &str) -> Outcome<LocalDateTime> {
    typed(&format!("{}T{clock}", day()))
}

/// Returns the offer that can be changed, and its pricing token.
async fn price(client: &Client, search_id: &HexId, offers: Vec<TransferOffer>) -> Outcome<(TransferOffer, Token)> {
    let mut amendable = offers.into_iter().filter(|one| !one.flight_info_required && one.cancellation.amendable);
    let offer = amendable.next().ok_or("no offer can be changed")?;
    let request = PricingRequest {
        search_id: search_id.clone(),
        result_id: offer.result_id.clone(),
        booking_token: offer.booking_token.clone(),
        amenities: vec![],
    };
    let token = client.price_transfer(&request).await?.into_inner().pricing_token;
    Ok((offer, token))
}

async fn book(client: &Client) -> Outcome<Reservation> {
    let found = client
        .search_transfers(&TransferSearchRequest {
            pickup: Place { iata_code: Some(typed("MAD")?), address: None },
            dropoff: Place { iata_code: None, address: Some(typed("Calle de Alcalá 42, Madrid")?) },
            pickup_date_time: at("11:30:00")?,
            passengers: NonZeroU64::MIN,
            currency: TransferCurrency::Eur,
            mode: TransferMode::OneWay,
            return_pickup_date_time: None,
        })
        .await?
        .into_inner();
    let (offer, token) = price(client, &found.search_id, found.offers).await?;
    let booked = client.book_transfer(&book_request(&found.search_id, offer, token)?).await;
    settle(client, &found.search_id, booked).await
}

fn book_request(search_id: &HexId, offer: TransferOffer, token: Token) -> Outcome<BookRequest> {
    Ok(BookRequest {
        search_id: search_id.clone(),
        result_id: offer.result_id,
        booking_token: offer.booking_token,
        pricing_token: Some(token),
        traveller: Traveller {
            first_name: typed("Ada")?,
            last_name: typed("Byron")?,
            email: typed("ada@example.com")?,
            phone_number: typed("+34612345678")?,
        },
        extra_passengers: vec![],
        flight: None,
        partner_tracking_id: None,
        special_instructions: None,
    })
}

async fn change(client: &Client, reservation_id: &HexId) -> Outcome<Reservation> {
    let search = ChangeSearchRequest {
        reservation_id: reservation_id.clone(),
        pickup_date_time: Some(at("14:30:00")?),
        dropoff: None,
        passengers: None,
        pickup: None,
        return_pickup_date_time: None,
    };
    let found = client.search_reservation_changes(&search).await?.into_inner();
    let (offer, token) = price(client, &found.search_id, found.offers).await?;
    let request = ChangeRequest {
        reservation_id: reservation_id.clone(),
        search_id: found.search_id.clone(),
        result_id: offer.result_id,
        pricing_token: Some(token),
        extra_passengers: vec![],
        flight: None,
        partner_tracking_id: None,
        special_instructions: None,
        traveller: None,
    };
    let changed = client.confirm_reservation_change(&request).await;
    settle(client, &found.search_id, changed).await
}

/// Reads while the outcome is unknown, or the booking is pending.
async fn settle(client: &Client, search_id: &HexId, mut called: Called<BookingResult>) -> Outcome<Reservation> {
    for _ in 0..10 {
        match called.map(ResponseValue::into_inner) {
            Ok(BookingResult::CompletedBooking(booking)) => {
                return booking.reservations.into_iter().next().ok_or("no reservation".into());
            }
            Ok(BookingResult::FailedBooking(booking)) => return Err(booking.error.message.into()),
            Ok(BookingResult::PendingBooking(_)) => {}
            Err(error) if error.status().is_some_and(|status| status.is_server_error()) => {}
            Err(error) => return Err(error.into()),
        }
        called = client.get_reservation(None, None, None, Some(search_id)).await;
    }
    Err("the booking stays pending".into())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let client = connect()?;
    let order_id = order_flight(&client).await?.order_id;
    let booked = book(&client).await?.reservation_id;
    let changed = change(&client, &booked).await?.reservation_id;
    let recovered = book(&client).await?.reservation_id;
    let ids = serde_json::json!({
        "orderId": order_id, "booked": booked, "changed": changed, "recovered": recovered,
    });
    println!("{ids}");
    Ok(())
}
