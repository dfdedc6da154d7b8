import type { OperationId } from '../api.ts';

/**
 * Every error code of the service. `status` is the response's HTTP status; a refused booking or change confirmation has
 * 200 with `status: failed` and the same code. `code` is set if the code on the wire is not the entry's name.
 */
export interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 500 | 502 | 503;
  code?: string;
  /** The service's operations that return it; the control API and addresses outside the service have none. */
  operations?: readonly OperationId[];
  /** Describes the fault for the reader of the response. */
  summary: string;
  /** Next step for the caller. */
  next: string;
}

const ON_OFFERS = ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'] as const;
const TRANSFER_SEARCHES = ['searchTransfers', 'searchReservationChanges'] as const;
const BOOKINGS = ['bookTransfer', 'confirmReservationChange'] as const;
/** A read returns a pending booking's result, too. */
const BOOKING_RESULTS = [...BOOKINGS, 'getReservation'] as const;
const ON_RESERVATION = ['cancelReservation', 'getDriverAndVehicle', 'getTracking'] as const;
const TRANSFERS = [...TRANSFER_SEARCHES, 'priceTransfer', ...BOOKINGS, 'getReservation', ...ON_RESERVATION] as const;
const EVERY = ['searchFlights', ...ON_OFFERS, ...TRANSFERS] as const;
const WITH_BODY = [
  ...['searchFlights', 'getRequiredFields', 'createFlightOrder', ...TRANSFER_SEARCHES, 'priceTransfer'],
  ...[...BOOKINGS, 'cancelReservation'],
] as readonly OperationId[];

/** Operations with common codes, under their names in docs/errors.md, the largest first. */
export const operationGroups: Readonly<Record<string, readonly OperationId[]>> = {
  all: EVERY,
  'all with a body': WITH_BODY,
  'all of transfers': TRANSFERS,
};

export const catalogue = {
  // -- authentication (§5)
  missing_api_token: {
    status: 401,
    operations: EVERY,
    summary: 'The Authorization header is missing or empty.',
    next: 'Send "Authorization: Bearer <SECRET_KEY>".',
  },
  missing_client_id: {
    status: 401,
    operations: EVERY,
    summary: 'The service id header is missing or empty.',
    next: 'Send "X-Service-Id: <PUBLIC_KEY>:<PROFILE_CODE>".',
  },
  malformed_credentials: {
    status: 401,
    operations: EVERY,
    code: 'invalid_credentials',
    summary: 'A credential header is malformed.',
    next:
      'Send "Authorization: Bearer <SECRET_KEY>" and "X-Service-Id: <PUBLIC_KEY>:<PROFILE_CODE>"; the profile ' +
      'code begins with dp_.',
  },
  invalid_credentials: {
    status: 403,
    operations: EVERY,
    summary: 'The credentials are not valid for this profile.',
    next:
      'Check that the secret, the public key and the profile code belong together and that the credential is not ' +
      'revoked.',
  },

  // -- the request itself (§7)
  invalid_request: {
    status: 400,
    operations: EVERY,
    summary: 'The request does not match the interface.',
    next: 'Correct the fields named in details.',
  },
  non_whitelisted_field: {
    status: 400,
    operations: WITH_BODY,
    summary: 'The request contains a field that the interface does not list.',
    next: 'Remove the fields named in details.',
  },
  malformed_json: {
    status: 400,
    operations: WITH_BODY,
    summary: 'The body is not valid JSON.',
    next: 'Send one JSON object, encoded in UTF-8.',
  },
  unsupported_content_type: {
    status: 400,
    operations: WITH_BODY,
    summary: 'The body is not declared as JSON.',
    next: 'Send "Content-Type: application/json".',
  },
  unsupported_content_encoding: {
    status: 400,
    operations: WITH_BODY,
    summary: 'The body has an unsupported content encoding.',
    next: 'Send the body uncompressed, or with "Content-Encoding: gzip", deflate or br.',
  },
  payload_too_large: {
    status: 400,
    operations: WITH_BODY,
    summary: 'The body is too large.',
    next: 'Send at most 1 MB.',
  },
  malformed_url: {
    status: 400,
    operations: ON_OFFERS,
    summary: 'The address cannot be decoded.',
    next: 'Check the percent-encoding of the path and the query.',
  },
  unknown_scenario: {
    status: 400,
    operations: EVERY,
    summary: 'No such scenario.',
    next: 'Use one of the names in details, or see GET /_sandbox/scenarios.',
  },
  scenario_not_applicable: {
    status: 400,
    operations: EVERY,
    summary: 'The scenario does not apply to this operation.',
    next: 'Use one of the names in details, or see GET /_sandbox/scenarios.',
  },
  invalid_scenario: {
    status: 400,
    operations: EVERY,
    summary: 'The scenario selector is not valid.',
    next: 'See GET /_sandbox/scenarios for its parameters.',
  },
  not_found: {
    status: 404,
    summary: 'This address does not exist.',
    next: 'See GET / for the addresses of the service.',
  },
  method_not_allowed: {
    status: 405,
    summary: 'This address does not accept this method.',
    next: 'Use the method named in the Allow header.',
  },

  // -- the control API (/_sandbox)
  admin_token_required: {
    status: 401,
    summary: 'This needs the admin token.',
    next: 'Send "Authorization: Bearer <admin token>", with the token of the sandbox.',
  },
  admin_token_invalid: {
    status: 403,
    summary: 'This is not the admin token.',
    next: 'Send the token of the sandbox; for resources of one profile, its two credential ' + 'headers work too.',
  },
  foreign_profile: {
    status: 403,
    summary: 'The credentials belong to another profile.',
    next: 'Use a key pair of the profile in the path, or the admin token.',
  },
  foreign_host: {
    status: 403,
    operations: EVERY,
    summary: 'The request comes from a page or uses a host name of another machine.',
    next:
      'Call http://127.0.0.1 or http://localhost; to be called by other names, start with --admin-token and ' +
      '--no-demo-credentials.',
  },
  exchange_not_repeatable: {
    status: 409,
    summary: 'This exchange is not a call of a service operation.',
    next: 'Read it; only calls of the service can be repeated.',
  },
  not_in_front_of_a_service: {
    status: 409,
    summary: 'A recorder cannot do this to the service behind it.',
    next: 'Use the alternative that message names, or a sandbox.',
  },
  recorder_live_system: {
    status: 409,
    summary:
      'The upstream says liveMode true: what is booked there is real, and a client that loses the response may book ' +
      'a second time.',
    next: 'Arm a fault before commit, or start the recorder with --allow-live.',
  },
  exchange_not_found: {
    status: 404,
    summary: 'The journal of this profile has no such exchange.',
    next: 'GET /_sandbox/profiles/{profileCode}/journal lists its exchanges; the oldest are dropped first.',
  },
  profile_not_found: {
    status: 404,
    summary: 'There is no such profile.',
    next: 'See GET /_sandbox/profiles, or make one with POST /_sandbox/profiles.',
  },
  credential_not_found: {
    status: 404,
    summary: 'The profile has no such credential.',
    next: 'See GET /_sandbox/profiles/{profileCode}/credentials.',
  },
  credential_already_revoked: {
    status: 409,
    summary: 'The credential is already revoked.',
    next: 'No action is needed.',
  },
  too_many_profiles: {
    status: 409,
    summary: 'The sandbox has its maximum number of profiles.',
    next: 'Delete some, or start the sandbox with a larger --max-profiles.',
  },
  judging_is_off: {
    status: 409,
    summary: 'This sandbox does not judge its clients.',
    next: 'Start it without --no-judge (TAXIWAY_JUDGE).',
  },
  profile_stays: {
    status: 409,
    summary: 'The demo profile cannot be removed.',
    next: 'Reset it instead, or start the sandbox without demo credentials.',
  },
  export_too_large: {
    status: 409,
    summary: 'The profile has more than a file may contain.',
    next: 'Reset it, or export it after its searches have expired.',
  },
  import_damaged: {
    status: 400,
    summary: 'The file differs from its export.',
    next: 'Export the profile again, and send the file unchanged and complete.',
  },
  import_version: {
    status: 400,
    summary: 'The file was written by another version.',
    next: 'Export the profile with a sandbox of this version.',
  },
  import_unfit: {
    status: 400,
    summary: 'The file has content that no profile can have.',
    next: 'Export the profile again, with a sandbox of this version.',
  },
  import_beyond_bounds: {
    status: 409,
    summary: 'The file contains more than this sandbox can store.',
    next: 'Start the sandbox with the larger limit named in details, or reset other profiles.',
  },
  import_too_large: { status: 413, summary: 'The file is too large.', next: 'Send at most 64 MB.' },
  import_conflicts: {
    status: 409,
    summary: 'Another profile of this sandbox has resources of this file.',
    next: 'Import it into that profile, or reset or delete that one first; another sandbox accepts it in any case.',
  },
  import_underway: {
    status: 409,
    summary: 'Another file is being imported into this profile.',
    next: 'Send it again after that import.',
  },
  too_many_imports: {
    status: 409,
    summary: 'Too many files are being imported at this moment.',
    next: 'Send it again after another import.',
  },
  too_many_credentials: {
    status: 409,
    summary: 'The profile has its maximum number of credentials.',
    next: 'Revoke one.',
  },
  page_of_another_list: {
    status: 400,
    summary: 'The page belongs to another list.',
    next: 'Pass next of a page of the same list, or omit after to begin with the oldest.',
  },
  clock_too_far: {
    status: 400,
    summary: 'The clock of a profile has a limit.',
    next: 'Advance it by at most P366D, and to 9990-01-01T00:00:00Z at the latest.',
  },
  not_ready: {
    status: 503,
    summary: 'The sandbox is about to end, or its store cannot be written.',
    next:
      'Send calls to another process. If this one is not ending, the log has the cause: free space on the disk of ' +
      'the store, see that its file is writable, or that its database responds.',
  },
  metrics_off: {
    status: 409,
    summary: 'The sandbox counts no requests.',
    next: 'Start it with --metrics, or with TAXIWAY_METRICS=true.',
  },
  console_not_built: {
    status: 503,
    summary: 'The console was not built: this clone was installed without its scripts.',
    next: 'Run `npm run build:console`, and load the page again.',
  },
  too_many_streams: {
    status: 409,
    summary: 'The profile has its maximum number of open streams.',
    next: 'Close one.',
  },
  exam_underway: {
    status: 409,
    summary: 'The profile has an exam.',
    next: 'Continue it: GET …/exam; or end it: DELETE …/exam.',
  },
  exam_not_found: {
    status: 404,
    summary: 'The profile has no exam.',
    next: 'Start one: POST …/exam. A sandbox without --store forgets its exams when it stops.',
  },
  exam_key_missing: {
    status: 403,
    summary: 'The request does not have the key of this exam.',
    next: 'Send X-Taxiway-Exam with the key from the start, or take the exam over: POST …/exam/takeover.',
  },
  exam_not_for_the_app: {
    status: 403,
    summary: 'The key pair of the app cannot take its exam over.',
    next: 'Send the admin token, or another key pair of the profile.',
  },
  exam_unreadable: {
    status: 409,
    summary: 'The stored exam of an earlier process cannot be continued.',
    next: 'Continue it with the taxiway that began it, or delete the profile.',
  },
  exam_not_possible: {
    status: 409,
    summary: 'This sandbox cannot examine an app.',
    next: 'Start the sandbox without the settings that message names.',
  },
  too_many_exams: {
    status: 409,
    summary: 'Too many profiles have an exam.',
    next: 'End one: DELETE …/exam.',
  },
  unknown_situation: {
    status: 400,
    summary: 'No situation of the exam has this prefix.',
    next: 'Use a name from `taxiway exam --list`.',
  },
  situation_not_open: {
    status: 409,
    summary: 'Another situation of the exam is now open, or none.',
    next: 'Read GET …/exam, and make a statement on the open situation.',
  },
  no_call_arrived: {
    status: 409,
    summary: 'The app has made no call in this situation.',
    next: 'Check the base URL and the keys in the app, and do the task, or skip the situation.',
  },
  exam_not_stuck: {
    status: 409,
    summary: 'The exam is not stuck.',
    next: 'Read GET …/exam: `phase` says what it waits for.',
  },
  exam_not_over: {
    status: 409,
    summary: 'The exam is not over.',
    next: 'Make a statement on the remaining situations, or skip them.',
  },
  not_combinable: {
    status: 400,
    summary: 'Two values of the request contradict each other.',
    next: 'Leave one of them out.',
  },
  action_not_possible: {
    status: 409,
    summary: 'The resource does not allow this action now.',
    next: 'Use one of the `actions` that the resource lists.',
  },
  nothing_due: {
    status: 409,
    summary: 'The agenda has no such event.',
    next: 'Read GET …/agenda, or advance the clock by a duration.',
  },
  clock_cannot_go_back: {
    status: 409,
    summary: 'The clock of a profile with records never goes back.',
    next: 'Pass a later instant, or reset the profile.',
  },

  // -- flight search (§2.1, §8)
  adult_required: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'The search has no adult passenger.',
    next: 'Add a passenger of type adult.',
  },
  too_many_infants: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'There are more infants than adults.',
    next: 'Search with at least one adult for each infant_without_seat.',
  },
  departure_in_past: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'A departure date is in the past.',
    next: 'Use today or a later date, local to the place of departure.',
  },
  departure_too_late: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'A departure date is too far ahead.',
    next: 'Use a date within the next 361 days.',
  },
  slices_out_of_order: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'The second slice departs before the first.',
    next: 'Use a return date on or after the date of the outbound slice.',
  },
  not_a_round_trip: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'The second slice is not the return of the first.',
    next: 'Swap origin and destination of the second slice, or search for two one-way trips.',
  },
  same_origin_and_destination: {
    status: 400,
    operations: ['searchFlights'],
    summary: 'Origin and destination are the same place.',
    next: 'Use two different places.',
  },
  unknown_location: {
    status: 400,
    operations: ['searchFlights', ...TRANSFER_SEARCHES],
    summary: 'The IATA code, or the town of the address, is not known.',
    next: 'Use the code of an existing airport or city, or an address with a known town.',
  },

  // -- offers (§4.2)
  offer_not_found: {
    status: 400,
    operations: ON_OFFERS,
    summary: 'No such offer is tracked for this profile.',
    next: 'Search again with this profile and use an offerId of the response.',
  },
  offer_provider_mismatch: {
    status: 400,
    operations: ON_OFFERS,
    summary: 'The offer comes from the other provider.',
    next: 'Use the gdsprovider of the offer.',
  },
  offer_expired: {
    status: 400,
    operations: ON_OFFERS,
    summary: 'The offer has expired.',
    next: 'Search again and use an offer before its expiresAt.',
  },
  offer_departed: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The first flight of the offer has departed.',
    next: 'Search again for a later flight.',
  },
  offer_already_ordered: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The offer is already ordered.',
    next: 'Search again for another order.',
  },
  offer_id_mismatch: {
    status: 400,
    operations: ['getRequiredFields'],
    summary: 'The offerId of the body differs from the path.',
    next: 'Send the same offerId in both.',
  },

  // -- flight orders (§2.4, §2.5, §4.2)
  passenger_id_empty: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger id is empty.',
    next: 'Repeat the passenger ids of the offer.',
  },
  passenger_id_duplicate: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger id appears twice.',
    next: 'Send every passenger of the offer once.',
  },
  passenger_missing: {
    status: 400,
    operations: ['getRequiredFields', 'createFlightOrder'],
    summary: 'A passenger of the offer is missing.',
    next: 'Send every passenger of the offer once.',
  },
  passenger_extra: {
    status: 400,
    operations: ['getRequiredFields', 'createFlightOrder'],
    summary: 'A passenger is not part of the offer.',
    next: 'Send only the passengers of the offer.',
  },
  passenger_type_mismatch: {
    status: 400,
    operations: ['getRequiredFields', 'createFlightOrder'],
    summary: 'A passenger type differs from the offer.',
    next: 'Repeat the type that the offer has for this passenger id.',
  },
  infant_assignment_invalid: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'An infant is not on the lap of exactly one adult.',
    next: 'Send infant_passenger_id on one adult for each infant_without_seat, one infant for each adult.',
  },
  currency_mismatch: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The currency differs from the offer.',
    next: 'Send the currency of the offer.',
  },
  invalid_phone_number: {
    status: 400,
    operations: ['createFlightOrder', ...BOOKINGS],
    summary: 'A phone number is not valid.',
    next: 'Send a possible number in E.164 form.',
  },
  invalid_country: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A country code is not an ISO 3166-1 alpha-2 code.',
    next: 'Use the two-letter code of an existing country.',
  },
  invalid_born_date: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A date of birth is impossible.',
    next: 'Send the date of birth of the passenger.',
  },
  passenger_age_mismatch: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The age of a passenger does not match its type.',
    next: 'Search with the type of each passenger on the day of departure.',
  },
  country_required: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger needs a nationality.',
    next: 'Send country for the passengers named in details.',
  },
  identity_document_required: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger needs an identity document.',
    next: 'Send identity_documents for the passengers named in details.',
  },
  identity_document_incomplete: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger has no complete identity document.',
    next: 'Send issuing_country_code and expires_on of a document for the passengers named in details.',
  },
  identity_document_not_supported: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The offer does not accept this identity document.',
    next: 'Use a type of supportedPassengerIdDocuments.',
  },
  identity_document_duplicate: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'Two adults have the same passport.',
    next: 'Send the passport of each passenger.',
  },
  identity_document_expired: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'An identity document expires before the trip ends.',
    next: 'Use a document that is valid for the whole trip.',
  },
  national_id_required: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A passenger needs a NationalID.',
    next: 'Send NationalID: the offer allows dni.',
  },
  loyalty_program_not_supported: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The offer does not accept this loyalty programme.',
    next: 'Use an airline code of supportedLoyaltyPrograms.',
  },
  hold_not_available: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The offer cannot be held.',
    next: 'Order with type instant, or choose an offer whose holdOptions are available.',
  },
  hold_id_required: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A hold order needs the holdId of the offer.',
    next: 'Send the holdId of the offer.',
  },
  hold_id_mismatch: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The holdId does not belong to the offer.',
    next: 'Send the holdId of the offer.',
  },
  hold_id_not_applicable: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'A holdId is valid only with a hold order.',
    next: 'Omit holdId, or send type hold.',
  },
  total_segments_required: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'This order needs totalSegments.',
    next: 'Build totalSegments from every segment of every slice of the offer.',
  },
  total_segments_mismatch: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'totalSegments differ from the offer.',
    next: 'Build totalSegments from every segment of every slice of the offer, in their order.',
  },
  too_many_orders: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The profile or the sandbox has its maximum number of orders.',
    next: 'Reset the profile, or start the sandbox with a larger --max-orders.',
  },
  order_refused: {
    status: 400,
    operations: ['createFlightOrder'],
    summary: 'The provider refused the order.',
    next: 'Search again and choose another offer.',
  },

  // -- transfers (§2.7, §3, §4.3)
  pickup_in_past: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'The pickup is in the past.',
    next: 'Use a later time, local to the pickup place.',
  },
  pickup_time_does_not_exist: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'The clocks of the place skip the pickup time.',
    next: 'Use a time before or after the skipped hour.',
  },
  pickup_too_soon: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'The pickup is too soon for any vehicle.',
    next: 'Use a later pickup: a standard car needs an hour by default, a coach a day.',
  },
  return_pickup_invalid: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'The return pickup does not match the trip.',
    next: 'Send returnPickupDateTime only for a round trip, later than the pickup.',
  },
  same_pickup_and_dropoff: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'Pickup and dropoff are the same place.',
    next: 'Use two different places.',
  },
  transfer_too_far: {
    status: 400,
    operations: TRANSFER_SEARCHES,
    summary: 'Pickup and dropoff are too far apart for a transfer, or have no road between them.',
    next: 'Choose places within 300 km of each other, with a road of at most 450 km.',
  },
  search_not_found: {
    status: 400,
    operations: ['priceTransfer', ...BOOKINGS],
    summary: 'No such search is known for this profile.',
    next: 'Search again with this profile.',
  },
  result_not_found: {
    status: 400,
    operations: ['priceTransfer', ...BOOKINGS],
    summary: 'The search has no such result.',
    next: 'Use a resultId of that search.',
  },
  booking_token_invalid: {
    status: 400,
    operations: ['priceTransfer', 'bookTransfer'],
    summary: 'The bookingToken does not belong to this offer.',
    next: 'Pass the bookingToken of the selected offer unchanged.',
  },
  token_expired: {
    status: 400,
    operations: ['priceTransfer', ...BOOKINGS],
    summary: 'The offer has expired, and its tokens with it.',
    next: 'Search and price again before the expiresAt of the offer.',
  },
  amenity_unknown: {
    status: 400,
    operations: ['priceTransfer'],
    summary: 'The offer has no such amenity.',
    next: 'Use amenity keys of the selected offer.',
  },
  pricing_required: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The booking has no pricingToken.',
    next: 'Call POST /pricing for this offer and send the returned token.',
  },
  pricing_token_invalid: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The pricingToken does not belong to this offer.',
    next: 'Pass the pricingToken of this offer unchanged.',
  },
  pricing_already_used: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The pricingToken has been used for another booking.',
    next: 'Read that reservation, or search and price again for a new one.',
  },
  flight_info_required: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The supplier needs the flight.',
    next: 'Send flight with airlineIataCode and flightNumber.',
  },
  extra_passengers_required: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The supplier needs the names of the other passengers.',
    next: 'Send extraPassengers with one entry for each passenger except the traveller.',
  },
  too_many_extra_passengers: {
    status: 400,
    operations: BOOKINGS,
    summary: 'More passengers are named than the search has.',
    next: 'Send extraPassengers with one entry for each passenger except the traveller.',
  },
  no_availability: {
    status: 400,
    operations: BOOKING_RESULTS,
    summary: 'The supplier has no vehicle left for this transfer.',
    next: 'Choose another offer.',
  },
  too_many_bookings: {
    status: 400,
    operations: BOOKINGS,
    summary: 'The profile or the sandbox has its maximum number of reservations.',
    next: 'Cancel a reservation, reset the profile, or start the sandbox with a larger --max-bookings.',
  },
  price_changed: {
    status: 400,
    operations: ['createFlightOrder', ...BOOKING_RESULTS],
    summary: 'The price has changed since the offer.',
    next: 'Search again for the current price.',
  },
  supplier_rejected: {
    status: 400,
    operations: BOOKING_RESULTS,
    summary: 'The supplier rejected the booking.',
    next: 'Choose another offer.',
  },
  reservation_key_required: {
    status: 400,
    operations: ['getReservation'],
    summary: 'The read does not name one reservation.',
    next: 'Send exactly one of reservationId, searchId, confirmationNumber and partnerTrackingId.',
  },
  reservation_not_found: {
    status: 400,
    operations: [
      'priceTransfer',
      'getReservation',
      'searchReservationChanges',
      'confirmReservationChange',
      ...ON_RESERVATION,
    ],
    summary: 'No such reservation exists for this profile.',
    next:
      'Check the identifier. After a 502 the reservation may appear later: read again before you ' +
      'create another one.',
  },
  reservation_not_changeable: {
    status: 400,
    operations: ['priceTransfer', 'searchReservationChanges', 'confirmReservationChange', 'getReservation'],
    summary: 'The reservation cannot be changed.',
    next: 'Only a confirmed, amendable reservation with a future pickup can be changed.',
  },
  reservation_not_cancellable: {
    status: 400,
    operations: ['cancelReservation'],
    summary: 'The reservation cannot be cancelled.',
    next: 'Only a confirmed, cancellable reservation with a future pickup can be cancelled.',
  },
  reservation_already_cancelled: {
    status: 400,
    operations: ['cancelReservation'],
    summary: 'The reservation is already cancelled.',
    next: 'No action is needed.',
  },
  change_search_mismatch: {
    status: 400,
    operations: ['confirmReservationChange'],
    summary: 'The search does not belong to a change of this reservation.',
    next: 'Use the searchId from POST /reservations/changes/search for this reservation.',
  },
  change_confirmation_required: {
    status: 400,
    operations: ['bookTransfer'],
    summary: 'The search belongs to a change.',
    next: 'Confirm it with POST /reservations/changes.',
  },
  tracking_not_supported: {
    status: 400,
    operations: ['getTracking'],
    summary: 'The supplier does not track its vehicles.',
    next: 'Use tracking only for reservations with supportsTracking.',
  },
  driver_not_supported: {
    status: 400,
    operations: ['getDriverAndVehicle'],
    summary: 'The supplier does not report driver and vehicle.',
    next: 'Use this only for reservations with supportsDriverAndVehicle.',
  },

  // -- the service's own failures
  internal_error: {
    status: 500,
    operations: EVERY,
    summary: 'The service failed.',
    next: 'Try again; quote the requestId if the failure persists.',
  },
  store_unwritable: {
    status: 500,
    operations: EVERY,
    summary: 'The store cannot be written, and nothing was stored.',
    next: 'Send the request again after GET /_sandbox/ready returns 200.',
  },
  store_unavailable: {
    status: 500,
    operations: EVERY,
    summary: 'The database of the store cannot be reached, is too slow, or has no space.',
    next: 'After GET /_sandbox/ready returns 200, read the outcome of the request before you send it again.',
  },
  providers_failed: {
    status: 500,
    operations: ['searchFlights'],
    summary: 'No flight provider responded.',
    next: 'Try again later.',
  },
  response_invalid: {
    status: 500,
    operations: EVERY,
    summary: 'The service created a response that breaks its own interface.',
    next: 'Report the requestId: this is a defect of the sandbox.',
  },
  upstream_failed: {
    status: 502,
    operations: TRANSFERS,
    summary: 'The request did not complete.',
    next: 'Keep your identifiers and read the reservation before you create another one.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof catalogue;

/**
 * Refusals for a booking or a change confirmation, in a response with status 200; a test compares them with the code.
 */
export const refusedBookings = [
  'invalid_phone_number',
  'search_not_found',
  'result_not_found',
  'booking_token_invalid',
  'token_expired',
  'pricing_required',
  'pricing_token_invalid',
  'pricing_already_used',
  'flight_info_required',
  'extra_passengers_required',
  'too_many_extra_passengers',
  'no_availability',
  'too_many_bookings',
  'price_changed',
  'supplier_rejected',
  'reservation_not_found',
  'reservation_not_changeable',
  'change_search_mismatch',
  'change_confirmation_required',
] as const satisfies readonly ErrorName[];

/** Refusals of a scenario selection. The sandbox adds them to openapi.yaml, which does not mention scenarios. */
export const scenarioCodes: readonly string[] = ['unknown_scenario', 'scenario_not_applicable', 'invalid_scenario'];

/**
 * Returns the codes that openapi.yaml lists for an operation, by HTTP status; 200 has the codes for failed bookings.
 *
 * @example errorCodesOf('getTracking')['502'] // ['upstream_failed']
 */
export function errorCodesOf(operationId: OperationId): Record<string, string[]> {
  const hasResult = BOOKING_RESULTS.some((one) => one === operationId);
  const codes: Record<string, string[]> = {};
  for (const [name, { operations, status, code = name }] of Object.entries<ErrorEntry>(catalogue)) {
    if (!operations?.includes(operationId) || scenarioCodes.includes(name)) continue;
    const isFailedRead = operationId === 'getReservation' && name === 'reservation_not_found';
    const isResult = hasResult && !isFailedRead && refusedBookings.some((refused) => refused === name);
    (codes[isResult ? 200 : status] ??= []).push(code);
  }
  return codes;
}
