import { Random } from '../../../src/base/ids.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import type { SandboxOptions } from '../../../src/server/sandbox.ts';
import { alterOrders } from '../../defects/order-plants.ts';
import {
  alterBodies,
  alterIncoming,
  alterOffers,
  alterRequests,
  alterResponses,
  altersText,
  around,
  together,
} from '../../defects/plants.ts';
import type { Wire } from '../../defects/wire.ts';
import {
  cachedSearches,
  changesInPlace,
  eachPlace,
  eachSegment,
  errorBodies,
  holdsByDefault,
  ignoringUnknownFields,
  longPending,
  missing,
  moreFields,
  passengerIds,
  pendingFirst,
  problem,
  readsOf,
  renamed,
  reroute,
  returnsAgain,
  setHeader,
  transferStatuses,
  withoutControl,
} from './variant-plants.ts';

/** A service that keeps the document and differs from the sandbox in what the document leaves open. */
export interface Variant {
  /** Kebab-case, its own: `gives-uuids-to-transfers`. */
  name: string;
  /** The variant's behaviour, as a sentence. */
  does: string;
  /** The assumptions that it does not meet: at least one of them warns. Empty where the harness looks at none. */
  warns: readonly string[];
  plant: Seam;
  options?: SandboxOptions;
}

const FILLING = 'q7Zx'.repeat(1000);
const NOISE = Buffer.from(new Random('noise').hex(36_000), 'hex').toString('base64');

/** By what they can be planted together with, each list in one service. */
export const variants: Readonly<Record<string, readonly Variant[]>> = {
  'a byte order mark': [
    {
      name: 'sends-a-byte-order-mark',
      does: 'Every body begins with a byte order mark.',
      warns: ['responses.json'],
      plant: altersText((text) => (text === '' ? text : `\uFEFF${text}`)),
    },
    {
      name: 'holds-orders-without-a-type',
      does: 'An order without a type is a hold, if its offer can be held.',
      warns: ['flight.order-type-default'],
      plant: holdsByDefault(),
    },
  ],

  'results again': [
    {
      name: 'declares-no-content-type',
      does: 'Responses have no Content-Type.',
      warns: ['responses.json'],
      plant: alterResponses((response) => setHeader(response, 'Content-Type', null)),
    },
    {
      name: 'returns-the-order-of-an-offer-again',
      does: 'A second order for an offer returns the first one.',
      warns: ['flight.offer-sold-once'],
      plant: returnsAgain(['createFlightOrder'], 'offer_already_ordered', ({ path }) => path),
    },
    {
      name: 'returns-the-booking-of-a-token-again',
      does: 'A used pricingToken returns its booking, whatever else the request has.',
      warns: ['transfer.resend'],
      plant: returnsAgain(
        ['bookTransfer', 'confirmReservationChange'],
        'pricing_already_used',
        ({ body }) => body?.pricingToken,
      ),
    },
    {
      name: 'gives-long-random-tokens',
      does: 'Tokens are 24 kB of random bytes in base64.',
      warns: [],
      plant: renamed(
        ['bookingToken', 'pricingToken'],
        (token) => `${token}.${NOISE}`,
        (token) => (token.endsWith(`.${NOISE}`) ? token.slice(0, -NOISE.length - 1) : `no-${token}`),
      ),
    },
  ],

  'problem details': [
    {
      name: 'describes-problems',
      does: 'Errors are problem details of RFC 9457, without code or message.',
      warns: ['errors.body'],
      plant: errorBodies((_, sentence, status) => problem(sentence, status), 'application/problem+json'),
    },
    {
      name: 'leaves-hold-fields-out-without-a-hold',
      does: 'An offer that cannot be held has neither holdId nor the two timestamps.',
      warns: ['flight.hold-options-without-hold'],
      plant: alterOffers((offer) => {
        if (offer.holdOptions.available) return;
        offer.holdOptions = { available: false, priceGuarantedUntil: undefined };
        delete offer.holdId;
      }),
    },
  ],

  'one sentence for an error': [
    {
      name: 'refuses-transfers-with-404-409-and-422',
      does:
        'What transfers refuse has statuses of its own: 404 for what is not found, 409 for tokens, 422 for the ' +
        'rest.',
      warns: ['transfer.statuses'],
      plant: transferStatuses((code) => {
        if (/not_found|key_required/.test(code)) return 404;
        return /token/.test(code) ? 409 : 422;
      }),
    },
    {
      name: 'returns-errors-in-one-sentence',
      does: 'The body of an error is { error: a sentence, liveMode }.',
      warns: ['errors.body'],
      plant: errorBodies((_, sentence) => ({ error: sentence })),
    },
    {
      name: 'gives-uuids-to-transfers',
      does: 'searchId, resultId and reservationId are UUIDs.',
      warns: ['transfer.identifier-shapes'],
      plant: renamed(
        ['searchId', 'resultId', 'reservationId'],
        (id) => id.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5'),
        (id) => (/^\w{8}(-\w{4}){3}-\w{12}$/.test(id) ? id.replaceAll('-', '') : `no-${id}`),
      ),
    },
  ],

  'reads of a reservation in an envelope': [
    {
      name: 'reads-a-reservation-in-an-envelope',
      does: 'A read returns { reservation, liveMode } once the booking has completed.',
      warns: ['transfer.booking-result', 'transfer.reservation-read'],
      plant: readsOf((reservation) => ({ reservation })),
    },
  ],

  'bare reads of a reservation': [
    {
      name: 'reads-a-bare-reservation',
      does: 'A read returns the fields of the reservation, and liveMode.',
      warns: ['transfer.booking-result', 'transfer.reservation-read'],
      plant: readsOf((reservation) => reservation),
    },
  ],

  'reads of a reservation in a list': [
    {
      name: 'reads-a-list-of-reservations',
      does: 'A read returns { data: [reservation], liveMode }.',
      warns: ['transfer.booking-result', 'transfer.reservation-read'],
      plant: readsOf((reservation) => ({ data: [reservation] })),
    },
    {
      name: 'gives-tokens-of-4-kilobytes',
      does: 'Booking and pricing tokens have more than 4,000 characters.',
      warns: [],
      plant: renamed(
        ['bookingToken', 'pricingToken'],
        (token) => `${token}.${FILLING}`,
        (token) => (token.endsWith(`.${FILLING}`) ? token.slice(0, -FILLING.length - 1) : `no-${token}`),
      ),
    },
  ],

  'one code for all errors, and a cache': [
    {
      name: 'has-one-code-for-all-errors',
      does: 'Every error has the code BAD_REQUEST and a message that is one string.',
      warns: ['errors.body'],
      plant: errorBodies((_, sentence, statusCode) => ({ statusCode, code: 'BAD_REQUEST', message: sentence })),
    },
    {
      name: 'returns-a-search-from-a-cache',
      does: 'The same search returns the same offers for as long as they live.',
      warns: [],
      plant: cachedSearches('searchFlights'),
    },
    {
      name: 'returns-a-transfer-search-from-a-cache',
      does: 'The same transfer search returns the same searchId and offers for as long as they live.',
      warns: [],
      plant: cachedSearches('searchTransfers'),
    },
  ],

  'numbers for error codes': [
    {
      name: 'numbers-its-errors',
      does: 'The codes of errors are numbers, and what is wrong stands in errors[].',
      warns: ['errors.body', 'errors.codes'],
      plant: errorBodies(({ message }, _, status) => ({
        code: status * 100 + 7,
        errors: [message].flat().map((text: string) => ({ text })),
      })),
    },
    {
      name: 'returns-401-to-all-bad-credentials',
      does: 'Whatever is wrong with credentials returns 401.',
      warns: ['auth.status-split'],
      plant: alterResponses((response) => {
        if (response.status === 403) response.status = 401;
      }),
    },
    {
      name: 'names-no-requests',
      does: 'Returns have no X-Request-Id, names of headers in small letters, and a charset in capitals.',
      warns: [],
      plant: alterResponses((response) => {
        setHeader(response, 'X-Request-Id', null);
        setHeader(response, 'content-type', 'application/json;charset=UTF-8');
      }),
    },
    {
      name: 'knows-only-adults',
      does: 'A search for anybody but adults is refused.',
      warns: [],
      plant: around(['searchFlights'], (run, call, req) => {
        if (req.body.passengers.some(({ type }: { type: string }) => type !== 'adult'))
          throw new Refusal('invalid_request');
        return run(call, req);
      }),
    },
  ],

  'terse responses': [
    {
      name: 'refuses-bookings-with-a-sentence',
      does: 'The error of a failed booking is a sentence.',
      warns: ['transfer.booking-result'],
      plant: alterBodies(['bookTransfer', 'confirmReservationChange', 'getReservation'], (body) => {
        if (body.error) body.error = body.error.message;
      }),
    },
    {
      name: 'says-of-a-booking-what-the-state-table-has',
      does:
        'A booking result has completed and reservations only where it is completed, and no identifiers of the ' +
        'call.',
      warns: ['transfer.booking-result'],
      plant: alterBodies(['bookTransfer', 'confirmReservationChange', 'getReservation'], (body) => {
        delete body.searchId;
        delete body.partnerTrackingId;
        if (body.status === 'completed') return;
        delete body.completed;
        delete body.reservations;
      }),
    },
    {
      name: 'says-of-a-reservation-its-identifiers',
      does: 'A reservation has reservationId and confirmationNumber, and nothing else.',
      warns: ['transfer.reservation-payload'],
      plant: alterBodies(['bookTransfer', 'confirmReservationChange', 'getReservation'], (body) => {
        body.reservations = body.reservations?.map(({ reservationId, confirmationNumber }: Wire) => ({
          reservationId,
          confirmationNumber,
        }));
      }),
    },
    {
      name: 'says-of-a-transfer-offer-its-identifiers',
      does:
        'An offer of a transfer search has resultId, bookingToken, expiresAt and what a booking of it must name, ' +
        'and nothing else; a price only its token.',
      warns: ['transfer.search-payload'],
      plant: together(
        alterBodies(['searchTransfers', 'searchReservationChanges'], ({ searchId, offers, liveMode }) => ({
          searchId,
          // The reservations that can be changed, as the flag is not visible later.
          offers: offers
            .filter(({ cancellation }: Wire) => cancellation.amendable)
            .map(({ resultId, bookingToken, expiresAt, flightInfoRequired, extraPassengersRequired }: Wire) => ({
              resultId,
              bookingToken,
              expiresAt,
              flightInfoRequired,
              extraPassengersRequired,
            })),
          liveMode,
        })),
        alterBodies(['priceTransfer'], ({ pricingToken, liveMode }) => ({ pricingToken, liveMode })),
      ),
    },
    {
      name: 'returns-orders-with-the-documented-fields',
      does: 'An order returns the four documented fields, of which an instant one leaves out those of a hold.',
      warns: ['flight.order-response-fields', 'flight.hold-response'],
      plant: alterBodies(['createFlightOrder'], ({ orderId, holdExpiresAt, holdPriceGuaranteed, liveMode }) => ({
        orderId,
        ...(holdExpiresAt !== null && { holdExpiresAt, holdPriceGuaranteed }),
        liveMode,
      })),
    },
  ],

  'other identifiers': [
    {
      name: 'numbers-transfers',
      does: 'searchId, resultId and reservationId are decimal numbers, as strings.',
      warns: ['transfer.identifier-shapes'],
      plant: renamed(
        ['searchId', 'resultId', 'reservationId'],
        (id) => BigInt(`0x${id}`).toString(),
        (id) => (/^\d+$/.test(id) ? BigInt(id).toString(16).padStart(32, '0') : `no-${id}`),
      ),
    },
    {
      name: 'gives-long-offer-ids',
      does: 'An offerId has 200 characters, some of which an address has to encode.',
      warns: ['flight.offer-id-shape'],
      plant: renamed(
        ['offerId'],
        (id) => `${id}.${LONG}`.slice(0, 200),
        (id) =>
          id.length === 200 && LONG.startsWith(id.slice(id.indexOf('.') + 1))
            ? id.slice(0, id.indexOf('.'))
            : `no-${id}`,
      ),
    },
    {
      name: 'puts-signs-into-tokens',
      does: 'Tokens have dots, slashes, plus and equals signs.',
      warns: ['transfer.identifier-shapes'],
      plant: renamed(
        ['bookingToken', 'pricingToken'],
        (token) => `v1.${token.slice(0, 12)}/${token.slice(12)}+==`,
        (token) => {
          const [, head, tail] = /^v1\.(.{12})\/(.*)\+(?:={0,3})$/.exec(token) ?? [];
          return head === undefined ? `no-${token}` : `${head}${tail}`;
        },
      ),
    },
    {
      name: 'names-the-provider-in-passenger-ids',
      does: 'The provider of <provider>_pax_<n> is a name, skyline_pax_1 for gdsprovider 1.',
      warns: ['flight.passenger-id-providers'],
      plant: passengerIds(
        1,
        (id) => id.replace(/^1_pax/, 'skyline_pax'),
        (id) => (id.startsWith('skyline_pax') ? id.replace('skyline', '1') : `no-${id}`),
      ),
    },
    {
      name: 'counts-the-passengers-of-the-default-provider',
      does: 'The passenger ids of gdsprovider 0 are numbers, as strings.',
      warns: [],
      plant: numberedPassengers(),
    },
    {
      name: 'has-states-of-its-own',
      does: 'A reservation that was made is ACTIVE, one that was replaced AMENDED.',
      warns: ['transfer.reservation-states'],
      plant: alterBodies(['bookTransfer', 'confirmReservationChange', 'getReservation'], (body) => {
        for (const reservation of body.reservations)
          reservation.state = { confirmed: 'ACTIVE', changed: 'AMENDED', cancelled: 'CANCELLED' }[
            reservation.state as string
          ];
      }),
    },
  ],

  'other offers': [
    {
      name: 'adds-fields-everywhere',
      does: 'Every object of every response has fields that openapi.yaml does not name.',
      warns: [],
      plant: moreFields(),
    },
    {
      name: 'returns-offers-in-no-order',
      does: 'The offers of a search are in no order.',
      warns: [],
      plant: alterBodies(['searchFlights', 'searchTransfers'], (body) => {
        body.offers.reverse();
      }),
    },
    {
      name: 'says-also-whether-a-price-is-guaranteed',
      does: 'holdOptions say with priceGuaranteed whether the price is.',
      warns: [],
      plant: alterOffers(({ holdOptions }) => {
        holdOptions.priceGuaranteed = holdOptions.available;
      }),
    },
    {
      name: 'charges-penalties-in-pounds',
      does:
        'The currency of conditions is another than that of the offer; what the airline says nothing about is ' +
        'null.',
      warns: [],
      plant: alterOffers(({ conditions }) => {
        for (const condition of Object.values<Wire>(conditions))
          if (condition?.penaltyAmount) condition.currency = 'GBP';
      }),
    },
    {
      name: 'knows-other-seats-and-bags',
      does: 'Bags, seats and the cost of wifi have values that nobody listed; passengers without amenities have null.',
      warns: ['flight.amenity-values'],
      plant: alterOffers((offer) =>
        eachSegment(offer, ({ passengers }) => {
          for (const passenger of passengers) {
            for (const baggage of passenger.baggages) Object.assign(baggage, { type: 'ski_bag', maxKg: null });
            if (passenger.amenities.wifi) passenger.amenities.wifi.cost = 4.5;
            if (passenger.amenities.seat)
              Object.assign(passenger.amenities.seat, { type: 'hammock', legroom: 'endless', pitch: '1.2 m' });
          }
        }),
      ),
    },
    {
      name: 'writes-times-with-their-zone',
      does: 'The times of a slice have an offset, and instants end in +00:00 instead of Z.',
      warns: ['flight.slice-values'],
      plant: together(
        alterOffers((offer) => {
          for (const { departure, arrival } of offer.slices)
            [departure.departingAt, arrival.arrivingAt] = [
              `${departure.departingAt}+01:00`,
              `${arrival.arrivingAt}+01:00`,
            ];
          offer.expiresAt = offer.expiresAt.replace('Z', '+00:00');
        }),
        alterBodies(['searchTransfers', 'searchReservationChanges'], ({ offers }) => {
          for (const offer of offers) offer.expiresAt = offer.expiresAt.replace('Z', '+00:00');
        }),
      ),
    },
    {
      name: 'counts-in-fractions',
      does: 'A flight takes minutes and a half, and emissions have three decimals.',
      warns: ['flight.slice-values'],
      plant: alterOffers((offer) => {
        offer.CO2EmissionsKg += 0.125;
        eachSegment(offer, (segment) => {
          segment.durationMinutes += 0.5;
        });
      }),
    },
    {
      name: 'guarantees-no-price',
      does: 'A hold does not guarantee its price, and expires before the payment is due.',
      warns: ['flight.hold-response'],
      plant: alterBodies(['createFlightOrder'], (body) => {
        if (body.holdExpiresAt === null) return;
        body.holdPriceGuaranteed = false;
        body.holdExpiresAt = new Date(Date.parse(body.holdExpiresAt) - 60_000).toISOString();
      }),
    },
  ],

  'documented endpoints only': [
    {
      name: 'supports-documents-in-one-string',
      does: 'supportedPassengerIdDocuments is a single string.',
      warns: ['flight.identity-document-types'],
      // The one that it names is what an order needs: nothing else tells of a dni.
      plant: alterOffers((offer) => {
        const [first = 'passport', ...others] = offer.supportedPassengerIdDocuments;
        offer.supportedPassengerIdDocuments = others.includes('dni') ? 'dni' : first;
      }),
    },
    {
      name: 'does-not-tell-required-fields',
      does: 'There is no endpoint for required fields where it is assumed.',
      warns: ['flight.required-fields-endpoint'],
      plant: missing(/required-fields/),
    },
    {
      name: 'does-not-read-offers-again',
      does: 'There is no endpoint that reads an offer again.',
      warns: ['flight.offer-detail'],
      plant: missing(/^\/v1\/flights\/offers/),
    },
    {
      name: 'has-no-driver-tracking-or-cancellation',
      does: 'Driver and vehicle, tracking and cancellation are nowhere.',
      warns: [],
      plant: missing(/driver-vehicle|tracking|cancel/),
    },
  ],

  'one offer': [
    {
      name: 'finds-one-offer',
      does: 'A search has one offer, of whichever source is cheapest.',
      warns: [],
      plant: alterBodies(['searchFlights'], (body) => {
        body.offers = body.offers.slice(0, 1);
      }),
    },
    {
      name: 'keeps-offers-for-a-day',
      does: 'Offers live a day.',
      warns: [],
      plant: {},
      options: { offerMinutes: 1440, transferOfferMinutes: 1440 },
    },
    {
      name: 'returns-403-to-all-bad-credentials',
      does: 'Whatever is wrong with credentials that are there returns 403.',
      warns: ['auth.status-split'],
      plant: alterResponses((response) => {
        if (response.status === 401 && response.body.code === 'invalid_credentials') response.status = 403;
      }),
    },
  ],

  'many offers': [
    {
      name: 'finds-forty-offers',
      does: 'A search has forty offers.',
      warns: [],
      plant: {},
      options: { offers: 40, offerMinutes: 3, transferOfferMinutes: 2 },
    },
    {
      name: 'translates-nothing',
      does: 'Names are in English, whatever the language of the search.',
      warns: ['flight.languages'],
      plant: alterRequests(['searchFlights'], ({ body }) => {
        delete body.language;
      }),
    },
    {
      name: 'returns-an-empty-list-for-an-unknown-reservation',
      does: 'A read that finds nothing returns 200 with an empty list of reservations.',
      warns: ['transfer.reservation-not-found'],
      plant: around(['getReservation'], async (run, call, req) => {
        try {
          return await run(call, req);
        } catch (error) {
          if (error instanceof Refusal && error.code === 'reservation_not_found') return { body: { reservations: [] } };
          throw error;
        }
      }),
    },
    {
      name: 'lists-the-original-next-to-its-change',
      does: 'A read of a changed reservation has the original too, first.',
      warns: [],
      plant: listingOriginals(),
    },
    {
      name: 'takes-a-booking-without-its-token-for-a-bad-request',
      does: 'A booking or a change whose pricingToken or identifiers do not fit is a bad request, and not failed.',
      warns: ['transfer.booking-refusals'],
      plant: around(['bookTransfer', 'confirmReservationChange'], async (run, call, req) => {
        const response = await run(call, req);
        const { status, error } = response.body as { status: string; error?: { code: string; message: string } };
        if (status === 'failed' && error && /token|not_found|pricing|mismatch/.test(error.code))
          throw new Refusal('invalid_request', [{ path: '', message: error.message }]);
        return response;
      }),
    },
    {
      name: 'reads-pending-many-times',
      does: 'A pending booking is read pending eight times before its outcome shows.',
      warns: [],
      plant: longPending(8),
    },
  ],

  'one source and no control API': [
    {
      name: 'has-one-source',
      does: 'There is gdsprovider 0 only, and no control API.',
      warns: [],
      plant: together(withoutControl(), alterOneSource()),
    },
    {
      name: 'completes-no-booking-at-once',
      does: 'Every booking is pending at first, and its reads tell the outcome.',
      warns: [],
      plant: pendingFirst(),
    },
    {
      name: 'ignores-unknown-fields',
      does: 'Fields of an order that the document does not speak of are ignored.',
      warns: ['service.unknown-fields'],
      plant: ignoringUnknownFields(),
    },
    {
      name: 'needs-no-currency-of-an-order',
      does: 'The currency of an order is that of its offer, whatever code it states.',
      warns: ['flight.order-currency'],
      plant: alterOrders((order, { offer }) => {
        order.currency = offer.currency;
      }),
    },
    {
      name: 'finds-nothing-at-unknown-places',
      does: 'A search for a place that there is not finds no offers.',
      warns: ['flight.unknown-iata-code'],
      plant: around(['searchFlights'], async (run, call, req) => {
        try {
          return await run(call, req);
        } catch (error) {
          if (error instanceof Refusal && error.code === 'unknown_location') return { body: { offers: [] } };
          throw error;
        }
      }),
    },
  ],

  'a limit of calls': [
    {
      name: 'lets-some-calls-wait',
      does: 'One call in forty returns 429, in the words of a gateway.',
      warns: ['limits.rates'],
      plant: limited(40),
    },
  ],

  'a third provider': [
    {
      name: 'holds-all-offers-of-one-source',
      does: 'Every offer of gdsprovider 0 can be held, and those of the other have no holdId.',
      warns: ['flight.hold-options-without-hold'],
      plant: alterBodies(['searchFlights'], (body) => {
        const wanted = body.offers.filter((offer: Wire) => offer.gdsprovider === 1 || offer.holdOptions.available);
        if (wanted.length > 0) body.offers = wanted;
        for (const offer of body.offers) if (offer.gdsprovider === 1) delete offer.holdId;
      }),
    },
    {
      name: 'numbers-a-third-provider',
      does: 'What the sandbox calls gdsprovider 1 is gdsprovider 7.',
      warns: ['flight.gdsproviders'],
      plant: together(
        alterBodies(['searchFlights'], ({ offers }) => {
          for (const offer of offers) if (offer.gdsprovider === 1) offer.gdsprovider = 7;
        }),
        alterIncoming((req) =>
          reroute(req, req.url.replace(/\/1\/(?=[^/]+$)/, '/999/').replace(/\/7\/(?=[^/]+$)/, '/1/')),
        ),
      ),
    },
    {
      name: 'changes-reservations-in-place',
      does: 'A changed reservation keeps its reservationId and its confirmationNumber.',
      warns: [],
      plant: changesInPlace(),
    },
    {
      name: 'sells-an-offer-again',
      does: 'A second order for an offer is returned like the first.',
      warns: [],
      plant: sellsAgain(),
    },
    {
      name: 'has-no-english-name-for-a-city',
      does: 'There is a city whose name is in Chinese in all languages, as it is not translated.',
      warns: [],
      plant: alterOffers((offer) =>
        eachPlace(offer, (place) => {
          if (/^L|^MAD$/.test(place.iataCode)) place.cityName = '某城';
        }),
      ),
    },
  ],

  'aliases and encrypted tokens': [
    {
      name: 'takes-flights-without-a-version-too',
      does: 'Flights are searched and ordered at /flights/… as well as at /v1/flights/….',
      warns: [],
      plant: alterIncoming((req) => {
        if (req.path.startsWith('/flights/')) reroute(req, `/v1${req.url}`);
      }),
    },
    {
      name: 'encrypts-its-tokens',
      does: 'Tokens are encrypted JSON web tokens, of which the header can be read.',
      warns: [],
      plant: renamed(['bookingToken', 'pricingToken'], encrypted, (token) => {
        const plain = masked(Buffer.from(token.slice(JWE.length), 'base64url')).toString();
        // Decoding ignores a character at the end that is too much.
        return encrypted(plain) === token ? plain : `no-${token}`;
      }),
    },
    {
      name: 'names-no-field-in-a-refusal',
      does: 'The refusal of an order does not say which of its fields is wrong.',
      warns: ['flight.order-rejections'],
      plant: alterResponses((response, { path }) => {
        if (response.status === 400 && path.startsWith('/v1/flights/order/'))
          Object.assign(response.body, { message: ['The order is not valid.'], details: undefined });
      }),
    },
    {
      name: 'leaves-out-what-it-does-not-know',
      does: 'A name of an offer whose value would be null is left out, at every depth.',
      warns: ['flight.response-required-fields'],
      plant: alterOffers(dropNulls),
    },
    {
      name: 'knows-few-terminals-and-fares',
      does: 'Every other segment has no terminal, no fareName and an airline without a page of conditions.',
      warns: ['flight.response-required-fields'],
      plant: alterOffers((offer) => {
        let count = 0;
        eachSegment(offer, (segment) => {
          if (count++ % 2 === 0 || offer.slices.length > 1) return;
          delete segment.fareName;
          delete segment.departure.terminal;
          delete segment.airline.operatingCarrier.conditionsOfCarriage;
        });
      }),
    },
  ],

  'other words': [
    {
      name: 'says-conditions-as-null',
      does: 'Both conditions of an offer are null.',
      warns: [],
      plant: alterBodies(['searchFlights'], ({ offers }) => {
        for (const [index, offer] of offers.entries())
          if (index % 2 === 0) offer.conditions = { refundBeforeDeparture: null, changeBeforeDeparture: null };
      }),
    },
    {
      name: 'writes-instants-without-a-zone',
      does: 'The expiresAt of an offer has no zone, and is in UTC.',
      warns: ['service.instants'],
      plant: alterOffers((offer) => {
        offer.expiresAt = offer.expiresAt.replace('Z', '');
      }),
    },
    {
      name: 'writes-instants-to-the-minute',
      does: 'The two timestamps of a hold end with the minutes.',
      warns: ['service.instants'],
      plant: alterOffers(({ holdOptions }) => {
        for (const name of ['paymentRequiredBy', 'priceGuarantedUntil'])
          holdOptions[name] &&= holdOptions[name].replace(/:\d\d\.\d{3}Z$/, 'Z');
      }),
    },
    {
      name: 'counts-flying-time-only',
      does: 'The durationMinutes of a slice is the sum of its segments, without the stops.',
      warns: [],
      plant: alterOffers(({ slices }) => {
        for (const slice of slices)
          slice.durationMinutes = slice.segments.reduce((sum: number, one: Wire) => sum + one.durationMinutes, 0);
      }),
    },
    {
      name: 'rounds-durations-to-five-minutes',
      does: 'Durations are rounded to five minutes.',
      warns: [],
      plant: alterOffers((offer) =>
        eachSegment(offer, (segment) => {
          segment.durationMinutes = Math.round(segment.durationMinutes / 5) * 5;
        }),
      ),
    },
    {
      name: 'writes-cities-in-capitals',
      does: 'The names of cities are in capitals.',
      warns: [],
      plant: alterOffers((offer) =>
        eachPlace(offer, (place) => {
          place.cityName = place.cityName?.toUpperCase();
        }),
      ),
    },
    {
      name: 'refuses-in-another-language',
      does: 'The sentences of errors are in Spanish, and their codes in capitals.',
      warns: ['errors.codes'],
      plant: errorBodies((body, _, statusCode) => ({
        statusCode,
        error: body.error,
        message: ['La petición no es válida.'],
        code: String(body.code).toUpperCase(),
        requestId: body.requestId,
      })),
    },
  ],

  'other habits': [
    {
      name: 'sends-created-at-and-links',
      does: 'Every response has links and the time at which it was made.',
      warns: [],
      plant: alterResponses(({ body }) => {
        if (typeof body === 'object' && body !== null) Object.assign(body, { _links: { self: '/' }, servedAt: 0 });
      }),
    },
    {
      name: 'lists-fields-in-another-order',
      does: 'The names of every object are in the reverse of their order.',
      warns: [],
      plant: alterResponses((response) => {
        response.body = reversed(response.body);
      }),
    },
    {
      name: 'sorts-offers-by-departure',
      does: 'The offers of a search are in the order of their departures.',
      warns: [],
      plant: alterBodies(['searchFlights'], ({ offers }) => {
        offers.sort((a: Wire, b: Wire) => departureOf(a).localeCompare(departureOf(b)));
      }),
    },
    {
      name: 'gives-prefixed-offer-ids',
      does: 'An offerId has its provider before it, separated by a tilde.',
      warns: [],
      plant: renamed(
        ['offerId'],
        (id) => `sky~${id}`,
        (id) => (id.startsWith('sky~') ? id.slice(4) : `no-${id}`),
      ),
    },
    {
      name: 'gives-short-order-ids',
      does: 'An orderId is a record locator of six characters.',
      warns: [],
      plant: withoutControlOf(
        alterBodies(['createFlightOrder'], (body) => {
          body.orderId = body.orderId.slice(-6).toUpperCase();
        }),
      ),
    },
    {
      name: 'gives-numbers-for-confirmation',
      does: 'A confirmationNumber has digits only.',
      warns: [],
      plant: renamed(
        ['confirmationNumber'],
        (id) => [...id].map((sign) => sign.charCodeAt(0).toString().padStart(3, '0')).join(''),
        (id) =>
          /^(\d{3})+$/.test(id) ? id.replace(/\d{3}/g, (code) => String.fromCharCode(Number(code))) : `no-${id}`,
      ),
    },
    {
      name: 'asks-nobody-for-loyalty',
      does: 'No offer supports a loyalty programme.',
      warns: [],
      plant: alterOffers((offer) => {
        offer.supportedLoyaltyPrograms = [];
      }),
    },
    {
      name: 'serves-a-few-offers-only-from-one-source',
      does: 'A search has three offers, the cheapest of each source first.',
      warns: [],
      plant: alterBodies(['searchFlights'], (body) => {
        const first = (number: number) => body.offers.find(({ gdsprovider }: Wire) => gdsprovider === number);
        const some = [first(0), first(1)].filter(Boolean);
        body.offers = [...some, ...body.offers.filter((offer: Wire) => !some.includes(offer)).slice(0, 1)];
      }),
    },
  ],

  'other refusals': [
    {
      name: 'returns-404-for-what-transfers-do-not-find',
      does: 'What a transfer call does not find returns 404, with problem details.',
      warns: ['transfer.statuses'],
      plant: transferStatuses((code) => (/not_found/.test(code) ? 404 : 400)),
    },
    {
      name: 'says-403-to-other-profiles',
      does: 'A reservation of another profile returns 403.',
      warns: [],
      plant: transferStatuses((code) => (code === 'reservation_not_found' ? 403 : 400)),
    },
    {
      name: 'sells-open-jaws',
      does: 'Two slices may be any two trips.',
      warns: ['flight.round-trip'],
      plant: {},
      options: { openJaw: true },
    },
    {
      name: 'takes-no-search-for-today',
      does: 'A search for today is too late.',
      warns: ['flight.past-dates'],
      plant: around(['searchFlights'], async (run, call, req) => {
        const today = new Date(call.now + 12 * 3_600_000).toISOString().slice(0, 10);
        if (req.body.slices.some(({ departure_date: date }: { departure_date: string }) => date <= today))
          throw new Refusal('departure_in_past');
        return run(call, req);
      }),
    },
    {
      name: 'has-euros-only',
      does: 'A search in another currency than EUR is refused.',
      warns: [],
      plant: around(['searchFlights'], async (run, call, req) => {
        if (![undefined, 'EUR'].includes(req.body.currency)) throw new Refusal('invalid_request');
        return run(call, req);
      }),
    },
    {
      name: 'knows-english-only',
      does: 'A search in another language than English is refused.',
      warns: ['flight.languages'],
      plant: around(['searchFlights'], async (run, call, req) => {
        if (![undefined, 'en'].includes(req.body.language)) throw new Refusal('invalid_request');
        return run(call, req);
      }),
    },
    {
      name: 'refuses-empty-lists',
      does: 'A list of an order that may be left out must not be empty.',
      warns: ['flight.empty-lists'],
      plant: alterOrders(({ passengers, totalSegments }) => {
        const lists = passengers.flatMap((one) => [one.identity_documents, one.loyaltyProgrammeAccounts]);
        if ([...lists, totalSegments].some((list) => list?.length === 0)) throw new Refusal('invalid_request');
      }),
    },
    {
      name: 'changes-what-the-token-is-for',
      does: 'A change confirmation goes by its token, whichever reservation it names.',
      warns: ['transfer.change-refusals'],
      plant: goingByToken(),
    },
  ],
};

function dropNulls(value: Wire): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries<Wire>(value)) {
    if (inner === null && !Array.isArray(value)) delete value[name];
    else dropNulls(inner);
  }
}

/** Nothing can be read in a token but how it is encrypted. */
const JWE = `${Buffer.from('{"alg":"dir","enc":"A256GCM","typ":"JWT"}').toString('base64url')}..`;

function encrypted(token: string): string {
  return JWE + masked(Buffer.from(token)).toString('base64url');
}

function masked(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0xa5));
}

function departureOf({ slices: [first] }: Wire): string {
  return String(first?.departure.departingAt);
}

function reversed(value: Wire): Wire {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

/** The control API knows the ids as they were. */
function withoutControlOf(plant: Seam): Seam {
  return together(withoutControl(), plant);
}

function listingOriginals(): Seam {
  const seen = new Map<string, object>();
  return alterBodies(['bookTransfer', 'confirmReservationChange', 'getReservation'], (body) => {
    for (const reservation of [...(body.reservations ?? [])]) {
      seen.set(reservation.reservationId, reservation);
      const original = seen.get(reservation.replaces);
      if (original) body.reservations.unshift({ ...original, state: 'changed', replacedBy: reservation.reservationId });
    }
  });
}

/** The reservation of a change confirmation is the one that its change was searched for. */
function goingByToken(): Seam {
  const own = new Map<string, string>();
  return together(
    alterBodies(['searchReservationChanges'], ({ searchId, reservationId }) => {
      own.set(searchId, reservationId);
    }),
    alterRequests(['confirmReservationChange'], ({ body }) => {
      body.reservationId = own.get(body.searchId) ?? body.reservationId;
    }),
  );
}

/** Every so many calls, one is not let through. */
function limited(every: number): Seam {
  let calls = 0;
  return alterIncoming((_, res) => {
    if (++calls % every === 0) res.status(429).set('Retry-After', '1').json({ error: 'Too Many Requests' });
  });
}

function numberedPassengers(): Seam {
  const ids = new Map<string, string>();
  return passengerIds(
    0,
    (id) => {
      const number = String(ids.size + 1001);
      ids.set(number, id);
      return number;
    },
    (number) => ids.get(number) ?? `no-${number}`,
  );
}

function alterOneSource(): Seam {
  return together(
    alterBodies(['searchFlights'], (body) => {
      body.offers = body.offers.filter(({ gdsprovider }: Wire) => gdsprovider === 0);
    }),
    alterIncoming((req) => reroute(req, req.url.replace(/\/1\/(?=[^/]+$)/, '/999/'))),
  );
}

/** Orders return their first response again. */
function sellsAgain(): Seam {
  const orders = new Map<string, object>();
  return around(['createFlightOrder'], async (run, call, req) => {
    try {
      const response = await run(call, req);
      orders.set(`${call.profile.code} ${req.path}`, response.body);
      return response;
    } catch (error) {
      const known = orders.get(`${call.profile.code} ${req.path}`);
      if (known && error instanceof Refusal && error.code === 'offer_already_ordered')
        return { body: structuredClone(known) };
      throw error;
    }
  });
}

const LONG = 'a:b@c~d,e;f=g+h'.repeat(14);
