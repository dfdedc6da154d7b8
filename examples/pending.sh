#!/usr/bin/env bash
# A booking that stays pending, and the time that it takes, without waiting: makes a profile, books a transfer
# that goes pending, reads it, advances the profile's clock and reads it completed. Nobody else on the sandbox
# notices. Ends with an error as soon as a response is not what the walk needs.
#
#   BASE_URL   where the sandbox is, http://127.0.0.1:4010 by default
#
# Needs bash and curl.
set -euo pipefail

BASE_URL=${BASE_URL:-http://127.0.0.1:4010}

main() {
  call POST /_sandbox/profiles '{ "name": "Walk" }'
  PROFILE_CODE=$(field profileCode)
  PUBLIC_KEY=$(field publicKey)
  SECRET_KEY=$(field secretKey)
  CREDENTIALS=(-H "Authorization: Bearer $SECRET_KEY" -H "X-Service-Id: $PUBLIC_KEY:$PROFILE_CODE")
  echo "profile:  $PROFILE_CODE, with a key pair of its own"

  call POST /search '{
    "pickup": { "iataCode": "MAD" },
    "dropoff": { "address": "Calle de Alcalá 42, Madrid" },
    "pickupDateTime": "'"$(date -d '+60 days' +%F 2>/dev/null || date -v +60d +%F)"'T11:30:00",
    "passengers": 1
  }'
  OFFER='"searchId": "'$(field searchId)'", "resultId": "'$(field resultId)'", "bookingToken": "'$(field bookingToken)'"'
  SEARCH_ID=$(field searchId)
  call POST /pricing "{ $OFFER }"
  PRICING_TOKEN=$(field pricingToken)

  call POST '/book?scenario=pending(reads=99,after=PT30S)' '{
    '"$OFFER"', "pricingToken": "'"$PRICING_TOKEN"'",
    "traveller": { "firstName": "Ada", "lastName": "Byron", "email": "ada@example.com", "phoneNumber": "+34612345678" },
    "flight": { "airlineIataCode": "IB", "flightNumber": "3166" }
  }'
  expect pending
  echo "book:     pending, as the scenario says"

  call GET "/reservations/details?searchId=$SEARCH_ID"
  expect pending
  echo "read:     still pending"

  call POST "/_sandbox/profiles/$PROFILE_CODE/clock/advance" '{ "by": "PT30S" }'
  echo "clock:    advanced to $(field now)"

  call GET "/reservations/details?searchId=$SEARCH_ID"
  expect completed
  echo "read:     completed, confirmation number $(field confirmationNumber)"
}

CREDENTIALS=()

# Sends a request and keeps the body of its response; ends the walk unless it is a success.
call() {
  local method=$1 address=$2 body=${3-}
  local reply
  reply=$(curl -sS -X "$method" "$BASE_URL$address" -w '\n%{http_code}' ${CREDENTIALS[@]+"${CREDENTIALS[@]}"} \
    ${body:+-H 'Content-Type: application/json' -d "$body"}) || fail "$method $address: no response from $BASE_URL: is it running?"
  RESPONSE=${reply%$'\n'*}
  local status=${reply##*$'\n'}
  [[ $status == 2?? ]] || fail "$method $address returned $status: $RESPONSE"
}

# The first text with this name in the response.
field() {
  [[ $RESPONSE =~ \"$1\":\"([^\"]*)\" ]] || fail "no $1 in $RESPONSE"
  echo "${BASH_REMATCH[1]}"
}

expect() {
  [[ $(field status) == "$1" ]] || fail "expected the status $1 in $RESPONSE"
}

fail() {
  echo "pending: $1" >&2
  exit 1
}

main
