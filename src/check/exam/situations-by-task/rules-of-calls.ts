/** Rules for every call to the flight endpoints. */
const FLIGHT_CALLS = [
  'service.base-url',
  'service.developer-profile',
  'auth.required',
  'auth.headers.authorization',
  'auth.headers.service-id',
  'auth.headers.content-type',
  'auth.profile-code.prefix',
  'versioning.flight-v1-path',
];

const FLIGHT_SEARCH = [
  'flight-search.endpoint',
  'flight-search.no-parameters',
  'flight-search.slices.count',
  'flight-search.slices.round-trip',
  'flight-search.slices.origin',
  'flight-search.slices.destination',
  'flight-search.slices.departure-date.shape',
  'flight-search.slices.departure-date.not-past',
  'flight-search.passengers.adult-required',
  'flight-search.cabin-class',
  'flight-search.currency',
];

const FLIGHT_PASSENGERS = [
  'flight-order.passengers.ids-match',
  'flight-order.passengers.no-empty-ids',
  'flight-order.passengers.no-duplicate-ids',
  'flight-order.passengers.none-missing',
  'flight-order.passengers.no-extra',
  'flight-order.passengers.types-match',
  'flight-order.passengers.title',
  'flight-order.passengers.first-name',
  'flight-order.passengers.last-name',
  'flight-order.passengers.gender',
  'flight-order.passengers.born-date',
  'flight-order.passengers.email',
  'flight-order.passengers.phone-number',
  'flight-order.passengers.country',
  'flight-order.passengers.infant-passenger-id',
  'flight-order.loyalty.fields',
  'flight-order.loyalty.only-supported',
];

const FLIGHT_MAPPING = [
  'flight-order.mapping.title',
  'flight-order.mapping.type',
  'flight-order.mapping.name',
  'flight-order.mapping.last-name',
  'flight-order.mapping.gender',
  'flight-order.mapping.born-date',
  'flight-order.mapping.phone',
  'flight-order.mapping.email',
];

/** Rules for every flight order. */
export const FLIGHT_ORDER = [
  ...FLIGHT_CALLS,
  ...FLIGHT_SEARCH,
  'offer.expiry.ends-offer',
  'flight-order.endpoint',
  'flight-order.path.gdsprovider',
  'flight-order.path.offer-id',
  'flight-order.kinds',
  'flight-order.tracked-offer.same-offer',
  'flight-order.tracked-offer.same-gdsprovider',
  'flight-order.original-price.rejected',
  'flight-order.internal-user-ids',
  'flight-order.currency',
  ...FLIGHT_PASSENGERS,
  ...FLIGHT_MAPPING,
];

export const FLIGHT_HOLD = ['flight-order.hold.only-when-supported', 'flight-order.hold-id.only-when-supported'];

/** Rules for offers with required identity documents. */
export const DOCUMENTS = [
  'flight-order.identity-documents.when-asked',
  'flight-order.identity-documents.fields',
  'flight-order.identity-documents.expires-on',
  'flight-order.mapping.nationality',
  'flight-order.mapping.document-identifier',
  'flight-order.mapping.document-type',
  'flight-order.mapping.document-expires-at',
  'flight-order.mapping.document-country-code',
  'flight-order.mapping.allowed-documents',
];

export const DNI = ['flight-order.passengers.national-id'];

/** Rules for flows with required segment metadata. */
export const SEGMENTS = [
  'flight-order.total-segments.when-needed',
  'flight-order.total-segments.complete',
  'flight-order.total-segments.origin-code',
  'flight-order.total-segments.destination-code',
  'flight-order.total-segments.flight-number',
  'flight-order.total-segments.departure-date',
];

/** Rules for offers with every passenger and holder field required. */
export const ASKED_FIELDS = [
  ...DOCUMENTS,
  'flight-order.mapping.holder-phone',
  'flight-order.mapping.holder-email',
  'flight-order.mapping.holder-country-code',
];

/** Rules for every transfer from search to booking. */
export const TRANSFER_BOOKING = [
  'service.base-url',
  'service.developer-profile',
  'transfer.booking.call-order',
  'transfer.pricing.mandatory',
  'transfer.pricing.without-amenities',
  'transfer.identifiers.search-id',
  'transfer.identifiers.result-id',
  'transfer.identifiers.booking-token',
  'transfer.identifiers.pricing-token',
  'transfer.identifiers.reservation-id',
  'transfer.identifiers.confirmation-number',
  'transfer.identifiers.needed-later',
  'transfer.token.opaque',
  'transfer.token.unchanged',
  'transfer.token.bound-to-offer',
  'transfer.token.expires-with-offer',
];

export const TRANSFER_CHANGE = [
  'transfer.change.call-order',
  'transfer.identifiers.pricing-token',
  'transfer.identifiers.reservation-id',
  'transfer.token.unchanged',
  'transfer.token.bound-to-offer',
];

/** Rules for cancellations: they need an identifier from the reservation. */
export const CANCELLATION = ['transfer.identifiers.reservation-id', 'transfer.identifiers.needed-later'];

export const EXPIRY = ['transfer.token.expires-with-offer'];
export const STATUS = ['transfer.booking.status-decides'];
/** Rules for confirmations to the traveller. Only a comparison between belief and truth shows if they are kept. */
export const CONFIRMATION = ['transfer.booking.completed.confirm-only-then'];
export const PENDING = [
  'transfer.booking.pending.read-outcome',
  'transfer.booking.pending.no-resend',
  ...STATUS,
  ...CONFIRMATION,
];
/** Rules after a lost response. */
export const LOST = [
  'transfer.502.proves-nothing',
  'transfer.502.keep-identifiers',
  'transfer.502.read-before-rebooking',
];
/** Rules after a lost flight order. No other rule on lost responses covers flights. */
export const LOST_ORDER = ['transfer.502.proves-nothing'];
