/** Rules, and why none of their defects is of a kind. */
export interface Group {
  why: string;
  rules: readonly string[];
}

/** Rules whose defect acts otherwise than at every third occasion: another defect, another share, or more rules. */
export const occasions: Readonly<Record<string, { of?: string; n?: number; alsoBreaks?: readonly string[] }>> = {
  'offer.fields.currency': { alsoBreaks: ['flight-order.endpoint', 'flight-order.price.resolved'] },
  'offer.fields.gdsprovider': { alsoBreaks: ['flight-search.sources.active', 'flight-search.offers.normalized'] },
  'offer.fields.total-amount': { alsoBreaks: ['flight-order.price.resolved'] },
  'transfer.token.opaque': { alsoBreaks: ['transfer.identifiers.booking-token'] },
  'offer.passengers.id-form': { alsoBreaks: ['flight-order.endpoint'] },
  'flight-search.response.offers': { of: 'calls-offers-results', alsoBreaks: ['flight-search.sources.active'] },
  'flight-search.language.translated-metadata': { of: 'mixes-languages-up' },
  'flight-order.currency': { of: 'takes-any-text-for-a-currency', n: 2 },
  'flight-order.hold-id.only-when-supported': { n: 2 },
  'flight-order.mapping.nationality': { n: 2 },
  'flight-order.path.gdsprovider': { n: 2 },
  'flight-order.total-segments.departure-date': { n: 2 },
  'flight-order.tracked-offer.same-offer': { n: 2 },
  'flight-order.total-segments.complete': { of: 'takes-surplus-segments' },
  'flight-order.identity-documents.fields': { of: 'takes-document-type-for-type' },
  'flight-order.loyalty.fields': { of: 'takes-airline-for-airline-iata-code' },
  'flight-order.internal-user-ids': { of: 'takes-user-ids-of-the-order' },
  'service.developer-profile': { of: 'searches-flights-for-anybody', n: 2 },
  'transfer.502.did-not-complete': { of: 'answers-503-where-the-supplier-does-not-answer' },
  'transfer.booking.http-200-with-status': { of: 'calls-a-completed-change-confirmed' },
};

/** Rules without a defect that acts now and then. */
export const neverNowAndThen: readonly Group[] = [
  {
    why: 'Its defects refuse valid calls. Now and then, such a refusal breaks the rule of the endpoint.',
    rules: [
      'flight-order.path.gdsprovider-0-default',
      'flight-order.path.gdsprovider-1-holder',
      'flight-order.mapping.generic-flags',
      'flight-order.mapping.holder-phone',
      'flight-search.language.optional',
      'flight-search.passengers.type.adult-valid',
      'offer.passengers.ids-reusable',
      'service.base-url',
      'service.sandbox',
      'transfer.pricing.without-amenities',
      'versioning.flight-v1-path',
    ],
  },
  {
    why: 'The document lists the name, and leaves open whether a response may lack it.',
    rules: ['segment.fields.fare-name', 'slice.fields.fare-name'],
  },
  {
    why: 'A run makes one or two calls that show it, as each takes an order of its own with its provider record.',
    rules: ['flight-order.mapping.holder-email', 'flight-order.mapping.holder-country-code'],
  },
  {
    why: 'A run makes one or two such calls, and a response that is wrong at all of them is what shows it.',
    rules: [
      'flight-order.mapping.allowed-documents',
      'flight-search.live-mode.from-service',
      'flight-search.no-parameters',
    ],
  },
  {
    why: 'A run makes one or two calls that show it: each takes its own offer, profile, clock or scenario.',
    rules: [
      'flight-order.total-segments.when-needed',
      'flight-order.tracked-offer.same-profile',
      'flight-order.tracked-offer.same-gdsprovider',
      'transfer.502.proves-nothing',
      'transfer.booking.pending.read-outcome',
      'transfer.change.call-order',
      'transfer.change.original-stays-active',
      'transfer.identifiers.needed-later',
      'transfer.pricing.mandatory',
      'transfer.token.expires-with-offer',
    ],
  },
];

/** Rules without a defect that refuses a lawful call which the rule is about. */
export const neverRefuses: readonly Group[] = [
  {
    why: 'The rule is about a response, so there is no call that it makes lawful.',
    rules: [
      'auth.missing-credentials.401',
      'auth.invalid-credentials.401',
      'auth.invalid-credentials.403',
      'errors.flight.*',
      'flight-order.response.*',
      'flight-search.response.offers',
      'flight-search.live-mode',
      'flight-search.live-mode.from-service',
      'flight-search.sources.active',
      'flight-search.offers.*',
      'offer.conditions.*',
      'offer.fields.expires-at',
      'offer.fields.total-amount',
      'offer.fields.supported-passenger-id-documents',
      'offer.fields.passenger-identity-documents-required',
      'offer.fields.supported-loyalty-programs',
      'offer.fields.airline',
      'offer.fields.co2-emissions',
      'offer.fields.original-currency',
      'offer.fields.currency',
      'offer.fields.hold-id',
      'offer.hold-options.*',
      'offer.passengers.id-and-type',
      'offer.passengers.id-form',
      'segment.*',
      'service.live-mode.every-response',
      'slice.*',
      'transfer.502.did-not-complete',
      'transfer.booking.http-200-with-status',
      'transfer.booking.completed',
      'transfer.booking.pending',
      'transfer.booking.failed',
      'transfer.token.opaque',
    ],
  },
  {
    why: 'Every valid flight call is lawful by the rule. Refusing it breaks auth.required or the endpoint.',
    rules: ['auth.headers.*', 'auth.profile-code.prefix', 'service.developer-profile'],
  },
  {
    why: 'Every valid search is lawful by the rule. A service that refuses it breaks flight-search.endpoint.',
    rules: [
      'flight-search.slices.departure-date.*',
      'flight-search.slices.round-trip',
      'flight-search.passengers.adult-required',
      'flight-search.cabin-class',
      'flight-search.currency',
    ],
  },
  {
    why: 'Every valid order is lawful by the rule. A service that refuses it breaks flight-order.endpoint.',
    rules: [
      'flight-order.currency',
      'flight-order.hold-id.only-when-supported',
      'flight-order.identity-documents.expires-on',
      'flight-order.internal-user-ids',
      'flight-order.loyalty.only-supported',
      'flight-order.mapping.*',
      'flight-order.original-price.rejected',
      'flight-order.passengers.*',
      'flight-order.path.gdsprovider',
      'flight-order.total-segments.*',
      'flight-order.tracked-offer.*',
      'offer.fields.gdsprovider',
    ],
  },
  {
    why:
      'Every valid transfer call is lawful by the rule. A service that refuses it breaks the endpoint, or the rule ' +
      'of the identifier that the refusal names.',
    rules: [
      'transfer.booking.call-order',
      'transfer.change.call-order',
      'transfer.identifiers.needed-later',
      'transfer.pricing.mandatory',
      'transfer.token.bound-to-offer',
      'transfer.token.expires-with-offer',
      'transfer.token.unchanged',
    ],
  },
];

/** The reason why no defect of a rule is of a kind, or null. `slice.*` stands for all rules that begin so. */
export function reasonIn(groups: readonly Group[], rule: string): string | null {
  return groups.find(({ rules }) => rules.some((named) => covers(named, rule)))?.why ?? null;
}

export function covers(named: string, rule: string): boolean {
  return named.endsWith('.*') ? rule.startsWith(named.slice(0, -1)) : rule === named;
}
