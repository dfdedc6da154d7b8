#!/usr/bin/env bash
# Walks both journeys of the service with curl: a flight order, and a transfer that is booked and then changed.
# Ends with an error as soon as a response is not what the journey needs.
#
#   BASE_URL                               where the service is, http://127.0.0.1:4010 by default
#   SECRET_KEY, PUBLIC_KEY, PROFILE_CODE   credentials, the sandbox's own by default
#
# Needs bash, curl and node (any version; it reads and writes the JSON).
set -euo pipefail

BASE_URL=${BASE_URL:-http://127.0.0.1:4010}
SECRET_KEY=${SECRET_KEY:-sk_sandbox_taxiway_demo}
PUBLIC_KEY=${PUBLIC_KEY:-pk_sandbox_taxiway}
PROFILE_CODE=${PROFILE_CODE:-dp_taxiway00001}

main() {
  need curl
  need node
  DAY=$(node -p 'new Date(Date.now() + 60 * 24 * 3600 * 1000).toISOString().slice(0, 10)')
  order_flight
  book_transfer
  change_transfer
  echo
  echo "order id:            $ORDER_ID"
  echo "confirmation number: $CONFIRMATION_NUMBER"
}

# Search, ask what the order must carry, order.
order_flight() {
  call POST /v1/flights/search '{
    "slices": [{ "origin": "MAD", "destination": "JFK", "departure_date": "'"$DAY"'" }],
    "passengers": [{ "type": "adult" }],
    "cabin_class": "economy",
    "currency": "EUR"
  }'
  OFFER=$(pick 'it.offers.find((offer) => offer.gdsprovider === 1)')
  OFFER_ID=$(pick 'it.offerId' "$OFFER")
  COUNT=$(pick 'it.offers.length')
  TOTAL=$(pick 'it.totalAmount' "$OFFER")
  say "flight search: $COUNT offers; taking $OFFER_ID for $TOTAL EUR"

  call POST "/v1/flights/order/required-fields/1/$OFFER_ID" '{ "offerId": "'"$OFFER_ID"'", "passengers": [{ "type": "adult" }] }'
  REQUIRED=$RESPONSE
  DOCUMENT=$(pick 'it.passengers[0].documentIdentifier ? "an identity document" : "no identity document"')
  say "required fields: $DOCUMENT"

  ORDER=$(flight_order)
  call POST "/v1/flights/order/1/$OFFER_ID" "$ORDER"
  expect it.status booked
  ORDER_ID=$(pick 'it.orderId')
  say "flight order: $ORDER_ID is booked"
}

# The body of the order, from the offer and from what the service said that it requires.
flight_order() {
  OFFER=$OFFER REQUIRED=$REQUIRED node -p '
    const offer = JSON.parse(process.env.OFFER);
    const required = JSON.parse(process.env.REQUIRED);
    const document = { type: "passport", issuing_country_code: "ES", expires_on: "2039-12-31" };
    const passengers = offer.passengers.map(({ id, type }, i) => ({
      id, type,
      title: "ms", firstName: "Ada", lastName: "Byron", gender: "f", bornDate: "1990-12-10",
      email: "ada@example.com", phone_number: "+34612345678",
      ...(required.passengers[i].nationality && { country: "ES" }),
      ...(required.passengers[i].documentIdentifier && { identity_documents: [{ ...document, unique_identifier: `XDA12345${i}` }] }),
      ...(required.passengers[i].allowedDocuments.includes("dni") && { NationalID: "00000000T" }),
    }));
    const totalSegments = offer.slices.flatMap((slice) => slice.segments).map((segment) => ({
      originCode: segment.departure.iataCode,
      destinationCode: segment.arrival.iataCode,
      flightNumber: segment.flightNumber,
      departureDate: segment.departure.departingAt,
    }));
    JSON.stringify({ currency: offer.currency, type: "instant", passengers, totalSegments });
  '
}

# Search, price, book, read.
book_transfer() {
  call POST /search '{
    "pickup": { "iataCode": "MAD" },
    "dropoff": { "address": "Calle de Alcalá 42, Madrid" },
    "pickupDateTime": "'"$DAY"'T11:30:00",
    "passengers": 2,
    "currency": "EUR"
  }'
  SEARCH_ID=$(pick 'it.searchId')
  OFFER=$(pick 'it.offers.find((offer) => offer.cancellation.amendable)')
  COUNT=$(pick 'it.offers.length')
  VEHICLE=$(pick 'it.vehicle.description' "$OFFER")
  say "transfer search: $COUNT offers; taking the $VEHICLE"
  price

  call POST /book '{
    "searchId": "'"$SEARCH_ID"'", "resultId": "'"$RESULT_ID"'",
    "bookingToken": "'"$BOOKING_TOKEN"'", "pricingToken": "'"$PRICING_TOKEN"'",
    "traveller": { "firstName": "Ada", "lastName": "Byron", "email": "ada@example.com", "phoneNumber": "+34612345678" },
    "extraPassengers": [{ "firstName": "Anne", "lastName": "Byron" }],
    "flight": { "airlineIataCode": "IB", "flightNumber": "3166" },
    "partnerTrackingId": "journey-1"
  }'
  expect it.status completed
  RESERVATION_ID=$(pick 'it.reservations[0].reservationId')
  say "book: completed, reservation $RESERVATION_ID"

  call GET "/reservations/details?reservationId=$RESERVATION_ID"
  expect 'it.reservations[0].state' confirmed
  PICKUP=$(pick 'it.reservations[0].pickupDateTime')
  say "read: the reservation is confirmed for $PICKUP"
}

# Search the change, price it, confirm it, read both reservations.
change_transfer() {
  call POST /reservations/changes/search '{ "reservationId": "'"$RESERVATION_ID"'", "pickupDateTime": "'"$DAY"'T13:00:00" }'
  SEARCH_ID=$(pick 'it.searchId')
  OFFER=$(pick 'it.offers[0]')
  COUNT=$(pick 'it.offers.length')
  say "change search: $COUNT offers for 13:00"
  price

  call POST /reservations/changes '{
    "reservationId": "'"$RESERVATION_ID"'",
    "searchId": "'"$SEARCH_ID"'", "resultId": "'"$RESULT_ID"'", "pricingToken": "'"$PRICING_TOKEN"'"
  }'
  expect it.status completed
  CHANGED_ID=$(pick 'it.reservations[0].reservationId')
  say "change: completed, reservation $CHANGED_ID takes its place"

  call GET "/reservations/details?reservationId=$RESERVATION_ID"
  expect 'it.reservations[0].replacedBy' "$CHANGED_ID"
  call GET "/reservations/details?reservationId=$CHANGED_ID"
  expect it.status completed
  expect 'it.reservations[0].state' confirmed
  PICKUP=$(pick 'it.reservations[0].pickupDateTime')
  CONFIRMATION_NUMBER=$(pick 'it.reservations[0].confirmationNumber')
  say "read: the new reservation is confirmed for $PICKUP"
}

# Prices OFFER of SEARCH_ID. The tokens are passed on exactly as they came.
price() {
  RESULT_ID=$(pick 'it.resultId' "$OFFER")
  BOOKING_TOKEN=$(pick 'it.bookingToken' "$OFFER")
  call POST /pricing '{ "searchId": "'"$SEARCH_ID"'", "resultId": "'"$RESULT_ID"'", "bookingToken": "'"$BOOKING_TOKEN"'" }'
  PRICING_TOKEN=$(pick 'it.pricingToken')
  TOTAL=$(pick 'it.totalAmount')
  say "pricing: $TOTAL EUR"
}

# call METHOD PATH [BODY]: sends a request and puts the body of its response into RESPONSE.
call() {
  local returned status
  returned=$(curl -sS --max-time 30 -X "$1" "$BASE_URL$2" -w '\n%{http_code}' \
    -H "Authorization: Bearer $SECRET_KEY" \
    -H "X-Service-Id: $PUBLIC_KEY:$PROFILE_CODE" \
    -H 'Content-Type: application/json' \
    ${3:+-d "$3"}) || fail "$1 $2: no response from $BASE_URL: is it running? (npm start)"
  status=${returned##*$'\n'}
  RESPONSE=${returned%$'\n'*}
  [[ $status == 200 ]] || fail "$1 $2 returned $status: ${RESPONSE:0:2000}"
}

# pick EXPRESSION [JSON]: a value of the JSON (`it`; the last response when none is given).
pick() {
  node -e '
    const text = require("fs").readFileSync(0, "utf8");
    const it = JSON.parse(text);
    const value = eval(process.argv[1]);
    if (value === undefined || value === null) {
      console.error(`journey: the response has no ${process.argv[1]}: ${text.slice(0, 2000)}`);
      process.exit(1);
    }
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$1" <<< "${2-$RESPONSE}"
}

# expect EXPRESSION VALUE: ends the journey unless the last response has that value.
expect() {
  local value
  value=$(pick "$1")
  [[ $value == "$2" ]] || fail "$1 is \"$value\", not \"$2\": ${RESPONSE:0:2000}"
}

need() {
  command -v "$1" > /dev/null || fail "$1 is not installed; the journey needs it"
}

say() {
  echo "✓ $1"
}

fail() {
  echo "journey: $1" >&2
  exit 1
}

main
