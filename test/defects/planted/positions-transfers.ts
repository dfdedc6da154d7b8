import type { Request } from 'express';
import type { OperationId } from '../../../src/interface/api.ts';
import { priceTransfer } from '../../../src/transfers/pricing.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterIncoming, alterRequests, around, together } from '../plants.ts';

export default [
  // ── Tokens and identifiers of searches in dollars ──────────────────────────────────────────────────
  ...(
    [
      ['pricing', 'priceTransfer', 'bookingToken', 'transfer.token.unchanged'],
      ['bookings', 'bookTransfer', 'bookingToken', 'transfer.token.unchanged'],
      ['bookings', 'bookTransfer', 'pricingToken', 'transfer.token.unchanged'],
      ['changes', 'confirmReservationChange', 'pricingToken', 'transfer.token.unchanged'],
    ] as const
  ).map(([name, operationId, token, rule]): Defect => ({
    name: `compares-the-${token.replace('Token', '-tokens')}-of-${name}-in-dollars-by-their-beginning`,
    rule,
    breaks: `The ${token} of ${name} in USD is compared without its last character.`,
    plant: inDollars((known) =>
      alterRequests([operationId], ({ body }) => {
        body[token] = known.tokens.find((own) => own.startsWith(String(body[token]).slice(0, 30))) ?? body[token];
      }),
    ),
  })),
  {
    name: 'books-in-dollars-without-pricing',
    rule: 'transfer.pricing.mandatory',
    breaks: 'A search in USD can be booked without a pricingToken.',
    plant: inDollars((known) =>
      around(['bookTransfer'], async (run, call, req, { transfers }) => {
        const { searchId, resultId, bookingToken, pricingToken } = req.body;
        if (known.searches.has(searchId) && pricingToken === undefined)
          req.body.pricingToken = (
            await priceTransfer(transfers, call, { searchId, resultId, bookingToken })
          ).pricingToken;
        return run(call, req);
      }),
    ),
  },
  {
    name: 'takes-booking-tokens-of-the-search-in-dollars',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'Pricing takes the bookingToken of any offer of a search in USD.',
    plant: inDollars((known) =>
      alterRequests(['priceTransfer'], ({ body }) => {
        const own = known.offers.get(`${body.searchId}/${body.resultId}`);
        if (own && known.tokens.includes(body.bookingToken)) body.bookingToken = own;
      }),
    ),
  },
  {
    name: 'finds-searches-in-dollars-by-their-token',
    rule: 'transfer.identifiers.search-id',
    breaks: 'Pricing does not look at the searchId of a search in USD.',
    plant: inDollars((known) =>
      alterRequests(['priceTransfer'], ({ body }) => {
        body.searchId = known.searchOf.get(body.bookingToken) ?? body.searchId;
      }),
    ),
  },
  {
    name: 'changes-another-reservation',
    rule: 'transfer.token.bound-to-offer',
    breaks: 'A change confirmation changes the reservation that it names, whichever the change was searched for.',
    plant: changesAnother(),
  },

  // ── Who calls ──────────────────────────────────────────────────────────────────────────────────────
  ...(['/pricing', '/book', '/reservations/details', '/reservations/changes/search'] as const).map((path): Defect => ({
    name: `takes-any-profile-code-at${path.replaceAll('/', '-')}`,
    rule: 'service.developer-profile',
    breaks: `POST or GET ${path} takes a profile code that was never issued for that of the public key.`,
    plant: withCodes((req, codes) => {
      const [publicKey = '', code = ''] = String(req.headers['x-service-id']).split(':');
      const own = codes.get(publicKey);
      if (req.path === path && own && ![...codes.values()].includes(code))
        req.headers['x-service-id'] = `${publicKey}:${own}`;
    }),
  })),
  {
    name: 'takes-any-scheme-under-gdsprovider-1',
    rule: 'auth.headers.authorization',
    breaks: 'The scheme Basic is taken for Bearer in orders of gdsprovider 1.',
    plant: alterIncoming((req) => {
      if (isOrderOf1(req)) req.headers.authorization = req.headers.authorization?.replace(/^Basic /, 'Bearer ');
    }),
  },
  {
    name: 'takes-text-under-gdsprovider-1',
    rule: 'auth.headers.content-type',
    breaks: 'The content type of orders of gdsprovider 1 is not looked at.',
    plant: alterIncoming((req) => {
      if (isOrderOf1(req)) req.headers['content-type'] = 'application/json';
    }),
  },
] satisfies Defect[];

interface Known {
  searches: Set<string>;
  /** bookingToken of each offer, by `searchId/resultId`. */
  offers: Map<string, string>;
  searchOf: Map<string, string>;
  /** Tokens of offers and pricings. */
  tokens: string[];
}

/** A plant that knows the searches in USD, change searches for their reservations included, and their tokens. */
function inDollars(plant: (known: Known) => Plant): Plant {
  const known: Known = { searches: new Set(), offers: new Map(), searchOf: new Map(), tokens: [] };
  const GIVE_OFFERS: readonly OperationId[] = ['searchTransfers', 'searchReservationChanges'];
  return together(
    alterBodies(GIVE_OFFERS, ({ searchId, currency, offers }) => {
      if (currency !== 'USD') return;
      known.searches.add(searchId);
      for (const { resultId, bookingToken } of offers) {
        known.tokens.push(bookingToken);
        known.offers.set(`${searchId}/${resultId}`, bookingToken);
        known.searchOf.set(bookingToken, searchId);
      }
    }),
    alterBodies(['priceTransfer'], ({ searchId, pricingToken }) => {
      if (known.searches.has(searchId)) known.tokens.push(pricingToken);
    }),
    plant(known),
  );
}

function changesAnother(): Plant {
  const named = new Map<string, string>();
  return together(
    alterRequests(['confirmReservationChange'], ({ body }) => {
      named.set(body.searchId, body.reservationId);
    }),
    {
      service({ transfers: { searches } }) {
        const find = searches.find.bind(searches);
        searches.find = async (profileCode, searchId) => {
          const search = await find(profileCode, searchId);
          const origin = search?.origin as { reservationId?: string } | undefined;
          const reservationId = named.get(searchId);
          return search && origin?.reservationId && reservationId
            ? { ...search, origin: { ...origin, reservationId } }
            : search;
        };
      },
    },
  );
}

/** The profile code of each public key is learned from its first call. */
function withCodes(change: (req: Request, codes: ReadonlyMap<string, string>) => void): Plant {
  const codes = new Map<string, string>();
  return alterIncoming((req) => {
    const [publicKey, code] = String(req.headers['x-service-id']).split(':');
    if (publicKey && code && !codes.has(publicKey)) codes.set(publicKey, code);
    change(req, codes);
  });
}

function isOrderOf1({ path }: Request): boolean {
  return path.startsWith('/v1/flights/order/1/');
}
