import { DAY, toIso } from '../../../src/base/clock.ts';
import { passengerIds } from '../../check/verify/variant-plants.ts';
import type { Defect } from '../defect.ts';
import { alterBodies, alterOffers, alterRequests, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  {
    name: 'answers-no-offer-ids',
    rule: 'offer.fields.offer-id',
    breaks: 'The offerId of an offer is null.',
    plant: alterOffers((offer) => {
      offer.offerId = null;
    }),
  },
  {
    name: 'answers-offer-ids-that-no-order-finds',
    refuses: true,
    rule: 'offer.fields.offer-id',
    breaks: 'The offerId that a search returns has a suffix which the order path does not know.',
    alsoBreaks: ['flight-order.path.offer-id'],
    plant: alterOffers((offer) => {
      offer.offerId += '0';
    }),
  },
  {
    name: 'answers-gdsprovider-as-a-string',
    rule: 'offer.fields.gdsprovider',
    breaks: 'The gdsprovider of an offer is a string.',
    plant: alterOffers((offer) => {
      offer.gdsprovider = String(offer.gdsprovider);
    }),
  },
  {
    name: 'mixes-up-the-numbers-of-the-providers',
    rule: 'offer.fields.gdsprovider',
    breaks: 'The order path takes each provider under the number that offers give to the other one.',
    alsoBreaks: ['offer.passengers.id-form', 'flight-order.tracked-offer.same-gdsprovider'],
    plant: alterOffers((offer) => {
      offer.gdsprovider = 1 - offer.gdsprovider;
    }),
  },
  {
    name: 'answers-expires-at-in-seconds',
    rule: 'offer.fields.expires-at',
    breaks: 'The expiresAt of an offer is a number of seconds.',
    plant: alterOffers((offer) => {
      offer.expiresAt = Date.parse(offer.expiresAt) / 1000;
    }),
  },
  {
    name: 'says-that-offers-have-expired',
    rule: 'offer.fields.expires-at',
    breaks: 'The lifetime of an offer is taken from the instant of its search, not added to it.',
    plant: alterBodies(['searchFlights'], ({ offers }, _, { now }) => {
      for (const offer of offers) offer.expiresAt = new Date(2 * now - Date.parse(offer.expiresAt)).toISOString();
    }),
  },
  {
    name: 'takes-orders-at-the-instant-of-expiry',
    rule: 'offer.expiry.ends-offer',
    breaks: 'An offer can be ordered at its expiresAt, one millisecond too long.',
    plant: around(['createFlightOrder'], (run, call, req) => run({ ...call, now: call.now - 1 }, req)),
  },
  {
    name: 'takes-orders-of-gdsprovider-1-after-expiry',
    rule: 'offer.expiry.ends-offer',
    breaks: 'An offer of gdsprovider 1 can be ordered for some seconds after its expiresAt.',
    plant: around(['createFlightOrder'], (run, call, req) =>
      run(req.params['gdsprovider'] === '1' ? { ...call, now: call.now - 5000 } : call, req),
    ),
  },
  {
    name: 'takes-holds-after-expiry',
    rule: 'offer.expiry.ends-offer',
    breaks: 'An offer can be held for some seconds after its expiresAt.',
    plant: around(['createFlightOrder'], (run, call, req) =>
      run(req.body?.type === 'hold' ? { ...call, now: call.now - 5000 } : call, req),
    ),
  },
  {
    name: 'refuses-orders-one-millisecond-before-expiry',
    refuses: true,
    rule: 'offer.expiry.ends-offer',
    breaks: 'An offer can no longer be ordered one millisecond before its expiresAt.',
    plant: around(['createFlightOrder'], (run, call, req) => run({ ...call, now: call.now + 1 }, req)),
  },
  {
    name: 'answers-amounts-as-strings',
    rule: 'offer.fields.total-amount',
    breaks: 'The totalAmount of an offer is a string, that of an order too.',
    plant: together(
      alterOffers((offer) => {
        offer.totalAmount = offer.totalAmount.toFixed(2);
      }),
      alterBodies(['createFlightOrder'], (order) => {
        order.totalAmount = order.totalAmount.toFixed(2);
      }),
    ),
  },
  {
    name: 'answers-document-types-as-objects',
    rule: 'offer.fields.supported-passenger-id-documents',
    breaks: 'The supportedPassengerIdDocuments of an offer that needs none are objects with a type.',
    plant: alterOffers((offer) => {
      if (!offer.passengerIdentityDocumentsRequired)
        offer.supportedPassengerIdDocuments = offer.supportedPassengerIdDocuments.map((type: string) => ({ type }));
    }),
  },
  {
    name: 'answers-whether-documents-are-required-as-a-number',
    rule: 'offer.fields.passenger-identity-documents-required',
    breaks: 'The passengerIdentityDocumentsRequired of an offer is 0 or 1.',
    plant: alterOffers((offer) => {
      offer.passengerIdentityDocumentsRequired = Number(offer.passengerIdentityDocumentsRequired);
    }),
  },
  {
    name: 'answers-loyalty-programs-in-one-string',
    rule: 'offer.fields.supported-loyalty-programs',
    breaks: 'The supportedLoyaltyPrograms of an offer are codes in one string, with commas between them.',
    plant: alterOffers((offer) => {
      offer.supportedLoyaltyPrograms = offer.supportedLoyaltyPrograms.join(',');
    }),
  },
  {
    name: 'corrects-the-logo-url-of-the-airline',
    rule: 'offer.fields.airline',
    breaks: "The logoURL of an offer's airline is spelled logoUrl.",
    plant: alterOffers((offer) => {
      offer.airline = { ...offer.airline, logoURL: undefined, logoUrl: offer.airline.logoURL };
    }),
  },
  {
    name: 'answers-infants-as-children',
    rule: 'offer.passengers.id-and-type',
    breaks: 'An infant that was searched is a child among the passengers of an offer.',
    plant: alterOffers(({ passengers }) => {
      for (const passenger of passengers) if (passenger.type === 'infant_without_seat') passenger.type = 'child';
    }),
  },
  {
    name: 'gives-two-adults-one-id',
    rule: 'offer.passengers.id-and-type',
    breaks: 'Passengers of one type have one id between them, those of gdsprovider 0.',
    plant: alterOffers(({ gdsprovider, passengers }) => {
      if (gdsprovider === 0)
        for (const passenger of passengers)
          passenger.id = passengers.find(({ type }: Wire) => type === passenger.type).id;
    }),
  },
  {
    name: 'answers-ids-of-children-that-no-order-takes',
    refuses: true,
    rule: 'offer.passengers.ids-reusable',
    breaks: 'The id of a child has a suffix which no order takes.',
    plant: alterOffers(({ gdsprovider, passengers }) => {
      for (const passenger of passengers) if (gdsprovider === 0 && passenger.type === 'child') passenger.id += '_c';
    }),
  },
  {
    name: 'counts-passengers-from-0',
    rule: 'offer.passengers.id-form',
    breaks: 'The passenger ids of gdsprovider 1 begin with 1_pax_0, in offers and in orders.',
    plant: together(
      alterOffers(({ passengers }) => {
        for (const passenger of passengers) passenger.id = countOn(passenger.id, -1);
      }),
      alterRequests(['createFlightOrder'], ({ body }) => {
        for (const passenger of body.passengers) {
          passenger.id = countOn(passenger.id, 1);
          if (passenger.infant_passenger_id) passenger.infant_passenger_id = countOn(passenger.infant_passenger_id, 1);
        }
      }),
    ),
  },
  {
    name: 'calls-the-parts-of-conditions-refund-and-change',
    rule: 'offer.conditions.parts',
    breaks: 'The conditions of an offer are called refund and change.',
    plant: alterOffers((offer) => {
      offer.conditions = {
        refund: offer.conditions.refundBeforeDeparture,
        change: offer.conditions.changeBeforeDeparture,
      };
    }),
  },
  {
    name: 'leaves-out-the-currency-of-a-penalty',
    rule: 'offer.conditions.currency',
    breaks: 'The currency of a penalty is null.',
    plant: alterConditions((condition) => {
      condition.currency = null;
    }),
  },
  {
    name: 'names-the-currency-xxx-of-a-penalty',
    rule: 'offer.conditions.currency',
    breaks: 'The currency of a penalty is XXX, which stands for none.',
    plant: alterConditions((condition) => {
      condition.currency &&= 'XXX';
    }),
  },
  {
    name: 'answers-penalties-below-zero',
    rule: 'offer.conditions.penalty-amount',
    breaks: 'The penaltyAmount of a condition is negative.',
    plant: alterConditions((condition) => {
      condition.penaltyAmount &&= `-1${condition.penaltyAmount}`;
    }),
  },
  {
    name: 'leaves-out-some-changes-before-departure',
    rule: 'offer.conditions.parts',
    breaks: 'The offers of gdsprovider 1 have no changeBeforeDeparture.',
    plant: alterOffers(({ gdsprovider, conditions }) => {
      if (gdsprovider === 1) delete conditions.changeBeforeDeparture;
    }),
  },
  {
    name: 'says-that-holds-were-due-yesterday',
    rule: 'offer.hold-options.payment-required-by',
    breaks: 'The paymentRequiredBy of an offer is a day before its search.',
    plant: alterBodies(['searchFlights'], ({ offers }, _, { now }) => {
      for (const { holdOptions } of offers) holdOptions.paymentRequiredBy &&= toIso(now - DAY);
    }),
  },
  {
    name: 'says-that-guarantees-ended-yesterday',
    rule: 'offer.hold-options.price-guaranted-until',
    breaks: 'The priceGuarantedUntil of an offer is a day before its search.',
    plant: alterBodies(['searchFlights'], ({ offers }, _, { now }) => {
      for (const { holdOptions } of offers) holdOptions.priceGuarantedUntil &&= toIso(now - DAY);
    }),
  },
  {
    name: 'says-that-round-trips-have-expired',
    rule: 'offer.fields.expires-at',
    breaks: 'The offers of a round trip in USD have expired when they are returned.',
    plant: alterBodies(['searchFlights'], ({ offers }, { body }, { now }) => {
      if (body.slices.length > 1 && body.currency === 'USD')
        for (const offer of offers) offer.expiresAt = toIso(now - DAY);
    }),
  },
  {
    name: 'answers-emissions-below-zero',
    rule: 'offer.fields.co2-emissions',
    breaks: 'The CO2EmissionsKg of an offer is negative.',
    plant: alterOffers((offer) => {
      offer.CO2EmissionsKg *= -1;
    }),
  },
  {
    name: 'names-no-currency-of-a-penalty',
    rule: 'offer.conditions.currency',
    breaks: 'No condition has a currency, whether or not it has a penalty.',
    plant: alterConditions((condition) => {
      delete condition.currency;
    }),
  },
  {
    name: 'answers-penalties-as-numbers',
    rule: 'offer.conditions.penalty-amount',
    breaks: 'The penaltyAmount of a condition is a number.',
    plant: alterConditions((condition) => {
      condition.penaltyAmount &&= Number(condition.penaltyAmount);
    }),
  },
  {
    name: 'answers-allowed-as-a-word',
    rule: 'offer.conditions.allowed',
    breaks: 'The allowed of a condition is "yes" or "no".',
    plant: alterConditions((condition) => {
      condition.allowed = condition.allowed ? 'yes' : 'no';
    }),
  },
  {
    name: 'answers-emissions-with-their-unit',
    rule: 'offer.fields.co2-emissions',
    breaks: 'The CO2EmissionsKg of an offer is a string like "120 kg".',
    plant: alterOffers((offer) => {
      offer.CO2EmissionsKg = `${offer.CO2EmissionsKg} kg`;
    }),
  },
  {
    name: 'answers-the-original-currency-as-a-code',
    rule: 'offer.fields.original-currency',
    breaks: 'The originalCurrency of an offer is a bare code.',
    plant: alterOffers((offer) => {
      offer.originalCurrency = offer.originalCurrency.code;
    }),
  },
  {
    name: 'answers-currencies-in-small-letters',
    rule: 'offer.fields.currency',
    breaks: 'The currency of an offer is written "eur", in orders too.',
    alsoBreaks: ['flight-search.currency.default-eur', 'flight-search.currency.of-offers'],
    plant: together(
      alterOffers((offer) => {
        offer.currency = offer.currency.toLowerCase();
      }),
      alterRequests(['createFlightOrder'], ({ body }) => {
        body.currency = body.currency.toUpperCase();
      }),
      alterBodies(['createFlightOrder'], (order) => {
        order.currency = order.currency.toLowerCase();
      }),
    ),
  },
  {
    name: 'answers-available-as-a-word',
    rule: 'offer.hold-options.available',
    breaks: 'The available of holdOptions is "yes" or "no".',
    alsoBreaks: ['flight-order.hold.only-when-supported'],
    plant: alterOffers(({ holdOptions }) => {
      holdOptions.available = holdOptions.available ? 'yes' : 'no';
    }),
  },
  {
    name: 'leaves-out-hold-options-where-there-is-no-hold',
    rule: 'offer.hold-options.available',
    breaks: 'An offer that cannot be held has null for holdOptions.',
    plant: alterOffers((offer) => {
      if (!offer.holdOptions.available) offer.holdOptions = null;
    }),
  },
  {
    name: 'answers-payment-required-by-in-seconds',
    rule: 'offer.hold-options.payment-required-by',
    breaks: 'The paymentRequiredBy of an offer is a number of seconds.',
    plant: alterOffers(({ holdOptions }) => {
      holdOptions.paymentRequiredBy &&= Date.parse(holdOptions.paymentRequiredBy) / 1000;
    }),
  },
  {
    name: 'answers-price-guaranted-until-as-a-date',
    rule: 'offer.hold-options.price-guaranted-until',
    breaks: 'The priceGuarantedUntil of an offer is a date without a time.',
    plant: alterOffers(({ holdOptions }) => {
      holdOptions.priceGuarantedUntil &&= holdOptions.priceGuarantedUntil.slice(0, 10);
    }),
  },
  {
    name: 'corrects-price-guaranted-until',
    rule: 'offer.hold-options.price-guaranted-until-spelling',
    breaks: 'The name is spelled priceGuaranteedUntil.',
    plant: alterOffers(({ holdOptions }) => {
      holdOptions.priceGuaranteedUntil = holdOptions.priceGuarantedUntil;
      delete holdOptions.priceGuarantedUntil;
    }),
  },
  {
    name: 'states-no-price-guarantee-for-a-hold',
    rule: 'offer.hold-options.both-timestamps',
    breaks: 'The priceGuarantedUntil of an offer that can be held is null.',
    plant: alterOffers(({ holdOptions }) => {
      holdOptions.priceGuarantedUntil = null;
    }),
  },
  {
    name: 'states-no-payment-deadline-for-a-hold',
    rule: 'offer.hold-options.both-timestamps',
    breaks: 'The paymentRequiredBy of an offer that can be held is missing.',
    plant: alterOffers(({ holdOptions }) => {
      if (holdOptions.available) delete holdOptions.paymentRequiredBy;
    }),
  },
  {
    name: 'answers-no-hold-ids',
    rule: 'offer.fields.hold-id',
    breaks: 'An offer that can be held has no holdId.',
    plant: alterOffers((offer) => {
      offer.holdId = null;
    }),
  },
  {
    name: 'numbers-passengers-after-the-other-provider',
    rule: 'offer.passengers.id-form',
    breaks: 'The passenger ids of gdsprovider 1 begin with 0.',
    plant: passengerIds(
      1,
      (id) => id.replace(/^1_pax/, '0_pax'),
      (id) => id.replace(/^0_pax/, '1_pax'),
    ),
  },
] satisfies Defect[] as Defect[];

/** Changes each condition that there is. */
function alterConditions(change: (condition: Wire) => void) {
  return alterOffers(({ conditions }) =>
    Object.values(conditions).forEach((condition) => {
      if (condition) change(condition);
    }),
  );
}

/** `1_pax_3` for `1_pax_2` and 1; other ids as they are. */
function countOn(id: string, step: number): string {
  return id.replace(/^(\d+_pax_)(\d+)$/, (_, provider: string, count: string) => provider + (Number(count) + step));
}
