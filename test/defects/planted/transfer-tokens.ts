import type { OperationId, PricingRequest } from '../../../src/interface/api.ts';
import type { PricingRecord } from '../../../src/store/bookings.ts';
import { priceTransfer } from '../../../src/transfers/pricing.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterRequests, always, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

const TAKE_TOKENS: readonly OperationId[] = ['priceTransfer', 'bookTransfer', 'confirmReservationChange'];
const GIVE_OFFERS: readonly OperationId[] = ['searchTransfers', 'searchReservationChanges'];

export default [
  {
    name: 'encodes-the-offer-in-its-booking-token',
    rule: 'transfer.token.opaque',
    breaks: 'The bookingToken of a search is searchId and resultId as JSON in base64.',
    plant: givesTokens('searchTransfers', (_, offer) => encode(offer)),
  },
  {
    name: 'writes-the-result-id-into-the-booking-token',
    rule: 'transfer.token.opaque',
    breaks: 'The resultId stands in the bookingToken as it is.',
    plant: givesTokens('searchTransfers', (token, { resultId }) => `${token}-${resultId}`),
  },
  {
    name: 'makes-booking-tokens-objects',
    rule: 'transfer.token.opaque',
    breaks: 'The bookingToken of a search is an object with a type and a value.',
    // openapi.yaml has the type of the field under that rule.
    alsoBreaks: ['transfer.identifiers.booking-token'],
    plant: alterBodies(['searchTransfers'], ({ offers }) => {
      for (const offer of offers) offer.bookingToken = { type: 'booking', value: offer.bookingToken };
    }),
  },
  {
    name: 'encodes-the-offer-in-the-booking-token-of-a-change',
    rule: 'transfer.token.opaque',
    breaks: 'The bookingToken of a change search has a readable part, as a JSON web token has.',
    plant: givesTokens(
      'searchReservationChanges',
      (token, { resultId }) => `${encode({ use: 'change' })}.${encode({ sub: resultId })}.${token}`,
    ),
  },
  {
    name: 'encodes-the-offer-in-the-pricing-token',
    rule: 'transfer.token.opaque',
    breaks: 'The pricingToken is the resultId and a number in hexadecimal digits.',
    plant: givesTokens('priceTransfer', (token, { resultId }) => `pt_${resultId}${Buffer.from(token).toString('hex')}`),
  },
  {
    name: 'looks-at-the-beginning-of-a-booking-token-in-pricing',
    rule: 'transfer.token.unchanged',
    breaks: 'Pricing compares the first twenty characters of a bookingToken.',
    plant: tolerates('priceTransfer', 'bookingToken', (token) => token.slice(0, 20)),
  },
  {
    name: 'compares-booking-tokens-without-case',
    rule: 'transfer.token.unchanged',
    breaks: 'A booking takes a bookingToken in small letters and in capitals alike.',
    plant: tolerates('bookTransfer', 'bookingToken', (token) => token.toLowerCase()),
  },
  {
    name: 'cuts-pricing-tokens-that-are-too-long',
    rule: 'transfer.token.unchanged',
    breaks: 'A booking cuts a pricingToken that is too long to its length, and takes it.',
    plant: tolerates('bookTransfer', 'pricingToken', (token) => token.slice(0, 'pt_'.length + 32)),
  },
  {
    name: 'looks-at-the-beginning-of-a-pricing-token-in-a-change',
    rule: 'transfer.token.unchanged',
    breaks: 'A change confirmation compares the pricingToken without its last character.',
    plant: tolerates('confirmReservationChange', 'pricingToken', (token) => token.slice(0, 'pt_'.length + 31)),
  },
  {
    name: 'gives-one-booking-token-for-a-search',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'All offers of a search have the same bookingToken.',
    plant: givesOneToken(),
  },
  {
    name: 'prices-with-the-booking-token-of-a-neighbour',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'Pricing takes the bookingToken of any offer of the search.',
    plant: takesTokensOf('priceTransfer', (given, wanted) => given.searchId === wanted.searchId),
  },
  {
    name: 'prices-with-the-booking-token-of-another-search',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'Pricing takes the bookingToken of any offer of another search.',
    plant: takesTokensOf('priceTransfer', (given, wanted) => given.searchId !== wanted.searchId),
  },
  {
    name: 'books-with-the-booking-token-of-another-offer',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'A booking takes the bookingToken of any offer.',
    plant: takesTokensOf('bookTransfer', () => true),
  },
  {
    name: 'books-with-the-pricing-token-of-a-neighbour',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'A booking takes the pricingToken of any offer of the search.',
    plant: takesPricingsOf('bookTransfer', (given, wanted) => given.searchId === wanted.searchId),
  },
  {
    name: 'books-with-the-pricing-token-of-another-search',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'A booking takes the pricingToken of any offer of another search.',
    plant: takesPricingsOf('bookTransfer', (given, wanted) => given.searchId !== wanted.searchId),
  },
  {
    name: 'confirms-a-change-with-the-pricing-token-of-another-offer',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'A change confirmation takes the pricingToken of any offer.',
    plant: takesPricingsOf('confirmReservationChange', () => true),
  },
  {
    name: 'prices-a-millisecond-too-long',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'Pricing takes a bookingToken in the millisecond in which its offer expires.',
    plant: misreadsClock('priceTransfer', -1),
  },
  {
    name: 'books-a-millisecond-too-long',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'A booking takes a pricingToken in the millisecond in which its offer expires.',
    plant: misreadsClock('bookTransfer', -1),
  },
  {
    name: 'confirms-changes-of-offers-that-expired',
    rule: 'transfer.token.expires-with-offer',
    breaks: 'A change confirmation takes a pricingToken however long ago its offer expired.',
    plant: around(['confirmReservationChange'], async (run, call, req, { transfers }) => {
      const search = await transfers.searches.find(call.profile.code, (req.body as PricingRequest).searchId);
      return run({ ...call, now: Math.min(call.now, (search?.expiresAt ?? Infinity) - 1) }, req);
    }),
  },
  {
    name: 'does-not-announce-when-an-offer-expires',
    rule: 'transfer.offer.expires-at',
    breaks: 'The offers of a transfer search have their expiresAt as validUntil.',
    plant: alterBodies(['searchTransfers'], ({ offers }) => {
      for (const offer of offers) [offer.validUntil, offer.expiresAt] = [offer.expiresAt, undefined];
    }),
  },
  {
    name: 'announces-an-expiry-in-the-past',
    rule: 'transfer.offer.expires-at',
    breaks: 'The expiresAt of a change search is local time that is called UTC, and lies hours back.',
    plant: alterBodies(['searchReservationChanges'], ({ offers }) => {
      for (const offer of offers) offer.expiresAt = new Date(Date.parse(offer.expiresAt) - 5 * 3_600_000).toISOString();
    }),
  },
  {
    name: 'prices-a-millisecond-too-short',
    rule: 'transfer.offer.expires-at',
    breaks: 'Pricing refuses a bookingToken in the last millisecond before its offer expires.',
    plant: misreadsClock('priceTransfer', 1),
  },
  {
    name: 'books-a-millisecond-too-short',
    rule: 'transfer.offer.expires-at',
    breaks: 'A booking refuses a pricingToken in the last millisecond before its offer expires.',
    plant: misreadsClock('bookTransfer', 1),
  },
  {
    name: 'confirms-changes-a-millisecond-too-short',
    rule: 'transfer.offer.expires-at',
    breaks: 'A change confirmation refuses a pricingToken in the last millisecond before its offer expires.',
    plant: misreadsClock('confirmReservationChange', 1),
  },
] satisfies Defect[] as Defect[];

function encode(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** The service's own tokens under other names: what is not known by its name is passed on as it is. */
function givesTokens(
  operationId: OperationId,
  make: (token: string, offer: { searchId: string; resultId: string }) => string,
): Plant {
  const own = new Map<unknown, string>();
  const rename = (holder: Wire, name: string, searchId: string): void => {
    const given = make(holder[name], { searchId, resultId: holder.resultId });
    own.set(given, holder[name]);
    holder[name] = given;
  };
  return together(
    alterBodies([operationId], (body) => {
      if (!body.offers) return rename(body, 'pricingToken', body.searchId);
      for (const offer of body.offers) rename(offer, 'bookingToken', body.searchId);
    }),
    always(
      alterRequests(TAKE_TOKENS, (req) => {
        for (const name of ['bookingToken', 'pricingToken']) {
          if (own.has(req.body?.[name])) req.body[name] = own.get(req.body[name]);
        }
      }),
    ),
  );
}

function givesOneToken(): Plant {
  const own = new Map<string, { shared: string; token: string }>();
  return together(
    alterBodies(['searchTransfers'], ({ searchId, offers }) => {
      const shared = offers[0].bookingToken;
      for (const offer of offers) {
        own.set(`${searchId}/${offer.resultId}`, { shared, token: offer.bookingToken });
        offer.bookingToken = shared;
      }
    }),
    always(
      alterRequests(TAKE_TOKENS, (req) => {
        const offer = own.get(`${req.body?.searchId}/${req.body?.resultId}`);
        if (offer && req.body.bookingToken === offer.shared) req.body.bookingToken = offer.token;
      }),
    ),
  );
}

/** Takes a token for the one that looks the same to it. */
function tolerates(
  operationId: OperationId,
  name: 'bookingToken' | 'pricingToken',
  look: (token: string) => string,
): Plant {
  const given = new Map<string, string>();
  const keep = (token: string): void => {
    given.set(look(token), token);
  };
  return together(
    alterBodies(GIVE_OFFERS, ({ offers }) => {
      for (const { bookingToken } of offers) keep(bookingToken);
    }),
    alterBodies(['priceTransfer'], ({ pricingToken }) => keep(pricingToken)),
    alterRequests([operationId], (req) => {
      const token = req.body?.[name] as unknown;
      if (typeof token === 'string') req.body[name] = given.get(look(token)) ?? token;
    }),
  );
}

/** Takes the bookingToken of another offer for the offer's own. */
function takesTokensOf(
  operationId: OperationId,
  takes: (given: PricingRequest, wanted: PricingRequest) => boolean,
): Plant {
  const known = new Map<string, PricingRequest>();
  return together(
    alterBodies(GIVE_OFFERS, ({ searchId, offers }) => {
      for (const { resultId, bookingToken } of offers) known.set(bookingToken, { searchId, resultId, bookingToken });
    }),
    alterRequests([operationId], (req) => {
      const given = known.get(req.body?.bookingToken);
      const wanted = [...known.values()].find(
        ({ searchId, resultId }) => searchId === req.body.searchId && resultId === req.body.resultId,
      );
      if (given && wanted && takes(given, wanted)) req.body.bookingToken = wanted.bookingToken;
    }),
  );
}

/** Takes the pricingToken of another offer, with the offer's own price. */
function takesPricingsOf(
  operationId: OperationId,
  takes: (given: PricingRecord, wanted: PricingRequest) => boolean,
): Plant {
  const tokens = new Map<string, string>();
  return together(
    alterBodies(GIVE_OFFERS, ({ searchId, offers }) => {
      for (const { resultId, bookingToken } of offers) tokens.set(`${searchId}/${resultId}`, bookingToken);
    }),
    around([operationId], async (run, call, req, { transfers }) => {
      const { searchId, resultId, pricingToken } = req.body as PricingRequest & { pricingToken?: string };
      const wanted = {
        searchId,
        resultId,
        bookingToken: tokens.get(`${searchId}/${resultId}`) ?? '',
      };
      const given =
        pricingToken === undefined ? undefined : await transfers.pricings.find(call.profile.code, pricingToken);
      const foreign = given && (given.searchId !== searchId || given.resultId !== resultId);
      if (foreign && takes(given, wanted))
        req.body.pricingToken = (await priceTransfer(transfers, call, wanted)).pricingToken;
      return run(call, req);
    }),
  );
}

function misreadsClock(operationId: OperationId, milliseconds: number): Plant {
  return around([operationId], (run, call, req) => run({ ...call, now: call.now + milliseconds }, req));
}
