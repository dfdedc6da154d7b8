import type { Request } from 'express';
import type { RequestContext } from '../../../src/request-context.ts';
import type { Defect } from '../defect.ts';
import { alterBodies, alterIncoming, alterResponses, around, together } from '../plants.ts';

export default [
  // ── That a key pair is needed ────────────────────────────────────────────────────────────────────
  {
    name: 'takes-searches-without-a-service-id',
    rule: 'auth.required',
    alsoBreaks: ['auth.missing-credentials.401'],
    breaks: 'A search without X-Service-Id is accepted, as the secret key says enough.',
    plant: withKnownKeys((req, known) => {
      if (isSearch(req)) req.headers['x-service-id'] ??= known.bySecret.get(bearerOf(req));
    }),
  },
  {
    name: 'takes-orders-without-authorization',
    rule: 'auth.required',
    alsoBreaks: ['auth.missing-credentials.401'],
    breaks: 'An order without Authorization is accepted.',
    plant: withKnownKeys((req, known) => {
      if (isOrder(req)) req.headers.authorization ??= known.byServiceId.get(String(req.headers['x-service-id']));
    }),
  },
  {
    name: 'shows-offers-to-anybody-with-a-service-id',
    rule: 'auth.required',
    alsoBreaks: ['auth.missing-credentials.401'],
    breaks: 'An offer is read without Authorization.',
    plant: withKnownKeys((req, known) => {
      if (req.path.startsWith('/v1/flights/offers/'))
        req.headers.authorization ??= known.byServiceId.get(String(req.headers['x-service-id']));
    }),
  },
  {
    name: 'tells-required-fields-without-a-service-id',
    rule: 'auth.required',
    alsoBreaks: ['auth.missing-credentials.401'],
    breaks: 'The required fields of an order are returned without X-Service-Id.',
    plant: withKnownKeys((req, known) => {
      if (req.path.includes('/required-fields/')) req.headers['x-service-id'] ??= known.bySecret.get(bearerOf(req));
    }),
  },

  // ── What the headers look like ───────────────────────────────────────────────────────────────────
  {
    name: 'takes-the-bare-secret-key',
    rule: 'auth.headers.authorization',
    breaks: 'Authorization is taken without the word Bearer.',
    plant: alterIncoming(({ headers }) => {
      if (/^\S+$/.test(headers.authorization ?? '')) headers.authorization = `Bearer ${headers.authorization}`;
    }),
  },
  {
    name: 'takes-the-bare-secret-key-at-orders',
    rule: 'auth.headers.authorization',
    breaks: 'The Authorization of an order is taken without the word Bearer.',
    plant: alterIncoming((req) => {
      const { authorization } = req.headers;
      if (isOrder(req) && /^\S+$/.test(authorization ?? '')) req.headers.authorization = `Bearer ${authorization}`;
    }),
  },
  {
    name: 'shows-offers-to-other-profiles',
    rule: 'auth.headers.binding',
    breaks: 'An offer is read by every profile.',
    plant: readsOffersOfAll(),
  },
  {
    name: 'takes-any-scheme',
    rule: 'auth.headers.authorization',
    breaks: 'The word before the secret key is not looked at.',
    plant: alterIncoming(({ headers }) => {
      headers.authorization = headers.authorization?.replace(/^\w+ (?=\S+$)/, 'Bearer ');
    }),
  },
  {
    name: 'takes-the-public-key-as-service-id',
    rule: 'auth.headers.service-id',
    breaks: 'X-Service-Id is taken with the public key alone, and the profile is looked up.',
    plant: withKnownKeys((req, known) => completeServiceId(req, known, 0)),
  },
  {
    name: 'takes-the-profile-code-as-service-id',
    rule: 'auth.headers.service-id',
    breaks: 'X-Service-Id is taken with the profile code alone, and the credential is looked up.',
    plant: withKnownKeys((req, known) => completeServiceId(req, known, 1)),
  },
  {
    name: 'takes-profile-codes-without-prefix',
    rule: 'auth.profile-code.prefix',
    breaks: 'The dp_ of a profile code may be left out.',
    plant: alterIncoming(({ headers }) => {
      headers['x-service-id'] = serviceIdOf({ headers })?.replace(/:(?=[a-z0-9]{12}$)/, ':dp_');
    }),
  },

  // ── Whose request it is ──────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-the-secret-of-another-credential',
    rule: 'auth.headers.binding',
    breaks: 'Any secret key that a caller has will do, whatever credential X-Service-Id names.',
    plant: withKnownKeys((req, known) => {
      const own = known.byServiceId.get(serviceIdOf(req) ?? '');
      if (own && known.bySecret.has(bearerOf(req))) req.headers.authorization = own;
    }),
  },
  {
    name: 'does-not-look-at-the-profile-code',
    rule: 'auth.headers.binding',
    alsoBreaks: ['auth.invalid-credentials.403', 'service.developer-profile'],
    breaks: 'The credential decides, and any profile code is accepted with it.',
    plant: withKnownKeys((req, known) => {
      const own = known.bySecret.get(bearerOf(req));
      if (own && serviceIdOf(req)?.match(/^(.+):dp_[a-z0-9]{12}$/)?.[1] === own.split(':')[0])
        req.headers['x-service-id'] = own;
    }),
  },
  {
    name: 'keeps-searches-under-the-first-profile',
    rule: 'auth.headers.binding',
    breaks: 'Searches are kept under the profile that made the first one, whichever profile makes the next.',
    alsoBreaks: ['flight-order.path.offer-id'],
    plant: around(['searchFlights'], keepUnderFirst()),
  },

  // ── Content-Type ─────────────────────────────────────────────────────────────────────────────────
  {
    name: 'takes-searches-of-any-content-type',
    rule: 'auth.headers.content-type',
    breaks: 'A search that is declared as something else than JSON is read as JSON.',
    plant: alterIncoming((req) => {
      if (isSearch(req) && req.headers['content-type']) req.headers['content-type'] = 'application/json';
    }),
  },
  {
    name: 'takes-searches-without-content-type',
    rule: 'auth.headers.content-type',
    breaks: 'A search that does not say what its body is is read as JSON.',
    plant: alterIncoming((req) => {
      if (isSearch(req)) req.headers['content-type'] ??= 'application/json';
    }),
  },
  {
    name: 'takes-orders-of-any-content-type',
    rule: 'auth.headers.content-type',
    breaks: 'An order that is declared as something else than JSON is read as JSON.',
    plant: alterIncoming((req) => {
      if (isOrder(req)) req.headers['content-type'] = 'application/json';
    }),
  },

  // ── How it is returned ───────────────────────────────────────────────────────────────────────────
  {
    name: 'answers-403-where-credentials-are-missing',
    rule: 'auth.missing-credentials.401',
    breaks: 'A request without credentials returns 403.',
    plant: alterResponses((response) => {
      if (response.body?.code === 'missing_api_token') response.status = 403;
    }),
  },
  {
    name: 'answers-400-where-the-service-id-is-missing',
    rule: 'auth.missing-credentials.401',
    breaks: 'A request without X-Service-Id returns 400.',
    plant: alterResponses((response) => {
      if (response.body?.code === 'missing_client_id') response.status = 400;
    }),
  },
  {
    name: 'answers-403-to-orders-without-credentials',
    rule: 'auth.missing-credentials.401',
    breaks: 'An order without credentials returns 403.',
    plant: alterResponses((response, { path }) => {
      if (response.status === 401 && path.startsWith('/v1/flights/order/')) response.status = 403;
    }),
  },
  {
    name: 'answers-400-to-malformed-credentials',
    rule: 'auth.invalid-credentials.401',
    breaks: 'Credential headers that cannot be read return 400.',
    plant: alterResponses((response) => {
      if (response.status === 401 && response.body?.code === 'invalid_credentials') response.status = 400;
    }),
  },
  {
    name: 'takes-the-first-of-two-profile-codes',
    rule: 'auth.invalid-credentials.401',
    breaks: 'What stands behind the profile code in X-Service-Id is not looked at.',
    plant: alterIncoming(({ headers }) => {
      headers['x-service-id'] = serviceIdOf({ headers })?.replace(/^([^:]+:[^:]+):.*$/, '$1');
    }),
  },
  {
    name: 'answers-400-to-unknown-credentials',
    rule: 'auth.invalid-credentials.403',
    breaks: 'Credentials that are not known return 400.',
    alsoBreaks: ['auth.invalid-credentials.401'],
    plant: alterResponses((response) => {
      if (response.status === 403) response.status = 400;
    }),
  },
  {
    name: 'takes-any-secret-key',
    rule: 'auth.invalid-credentials.403',
    alsoBreaks: ['auth.headers.binding', 'service.developer-profile', 'auth.invalid-credentials.401'],
    breaks: 'The secret key is not compared.',
    plant: withKnownKeys((req, known) => {
      if (bearerOf(req) !== '')
        req.headers.authorization = known.byServiceId.get(serviceIdOf(req) ?? '') ?? req.headers.authorization;
    }),
  },
] satisfies Defect[] as Defect[];

/** The credentials that have been seen so far, which a defect may look up. */
interface KnownKeys {
  /** `public key:profile code` by secret key. */
  bySecret: Map<string, string>;
  /** The Authorization header by `public key:profile code`. */
  byServiceId: Map<string, string>;
}

/** Key pairs are learned from the first call of a profile, which has both headers. */
function withKnownKeys(change: (req: Request, known: KnownKeys) => void) {
  const known: KnownKeys = { bySecret: new Map(), byServiceId: new Map() };
  return alterIncoming((req) => {
    const [secret, serviceId] = [bearerOf(req), serviceIdOf(req)];
    const wellFormed = secret !== '' && serviceId !== undefined && /^[^:]+:dp_[a-z0-9]{12}$/.test(serviceId);
    if (wellFormed && !known.bySecret.has(secret) && !known.byServiceId.has(serviceId)) {
      known.bySecret.set(secret, serviceId);
      known.byServiceId.set(serviceId, `Bearer ${secret}`);
    }
    change(req, known);
  });
}

function completeServiceId(req: Request, { bySecret }: KnownKeys, part: 0 | 1): void {
  const own = bySecret.get(bearerOf(req));
  if (own && serviceIdOf(req) === own.split(':')[part]) req.headers['x-service-id'] = own;
}

function keepUnderFirst(): Parameters<typeof around>[1] {
  let first: Parameters<Parameters<typeof around>[1]>[1]['profile'] | undefined;
  return (run, call, req) => {
    first ??= call.profile;
    return run({ ...call, profile: first }, req);
  };
}

function bearerOf({ headers }: Pick<Request, 'headers'>): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function serviceIdOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  return headers['x-service-id'] === undefined ? undefined : String(headers['x-service-id']);
}

function isSearch({ path }: Request): boolean {
  return path === '/v1/flights/search';
}

function isOrder({ path }: Request): boolean {
  return /^\/v1\/flights\/order\/\d\//.test(path);
}

/** An offer is read as the profile that searched it. */
function readsOffersOfAll() {
  const owners = new Map<unknown, RequestContext['profile']>();
  return together(
    alterBodies(['searchFlights'], ({ offers }, _, { profile }) => {
      for (const { offerId } of offers) owners.set(offerId, profile);
    }),
    around(['getFlightOffer'], (run, call, req) => {
      const owner = owners.get(req.params['offerId']);
      return run(owner === undefined ? call : { ...call, profile: owner }, req);
    }),
  );
}
