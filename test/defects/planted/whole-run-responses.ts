import type { Request } from 'express';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import type { WireResponse } from '../plants.ts';
import { alterBodies, alterIncoming, alterResponses, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  // ── liveMode and content type ──────────────────────────────────────────────────────────────────────
  ...[404, 405].map((status) => ({
    name: `says-nothing-of-live-in-${status}`,
    rule: 'service.live-mode.every-response',
    breaks: `A response with status ${status} has no liveMode.`,
    plant: alterResponses((response) => {
      if (response.status === status) delete response.body.liveMode;
    }),
  })),
  {
    name: 'says-nothing-of-live-in-every-fiftieth-response',
    every: 50,
    rule: 'service.live-mode.every-response',
    alsoBreaks: ['flight-search.live-mode', 'flight-order.response.live-mode'],
    breaks: 'Every fiftieth response has no liveMode.',
    plant: everyNth(50, ({ body }) => {
      if (body) delete body.liveMode;
    }),
  },
  {
    name: 'returns-every-fiftieth-response-as-text',
    every: 50,
    rule: 'service.live-mode.every-response',
    breaks: 'Every fiftieth response has the content type text/plain.',
    plant: everyNth(50, (response) => {
      setType(response, 'text/plain');
    }),
  },
  {
    name: 'returns-refusals-as-pages',
    rule: 'service.live-mode.every-response',
    breaks: 'A refused pricing has the content type text/html.',
    plant: alterResponses((response, { path }) => {
      if (response.status === 400 && path === '/pricing') setType(response, 'text/html');
    }),
  },

  // ── Credentials before content ─────────────────────────────────────────────────────────────────────
  ...['searchFlights', 'createFlightOrder'].map((operation) => ({
    name: `lets-every-second-call-without-authorization-in-at-${operation === 'searchFlights' ? 'searches' : 'orders'}`,
    every: 2,
    rule: 'auth.required',
    // The contract that lets such a call in by chance looks at its status.
    alsoBreaks: ['auth.missing-credentials.401', 'service.developer-profile'],
    breaks: `Every second ${operation} without Authorization is served.`,
    plant: letsIn(2, (path) =>
      path.startsWith(operation === 'searchFlights' ? '/v1/flights/search' : '/v1/flights/order/'),
    ),
  })),
  {
    name: 'returns-403-for-every-fourth-missing-authorization',
    every: 4,
    rule: 'auth.missing-credentials.401',
    breaks: 'Every fourth flight call without Authorization returns 403.',
    plant: everyNth(
      4,
      (response) => Object.assign(response, { status: 403 }),
      ({ status }, path) => {
        return status === 401 && path.startsWith('/v1/flights/');
      },
    ),
  },
  ...['offers', 'required-fields'].map((what) => ({
    name: `looks-${what}-up-before-credentials`,
    rule: 'auth.missing-credentials.401',
    breaks: `A call for ${what} of an unknown offer without credentials returns 400.`,
    plant: alterResponses((response, { path }) => {
      if (response.status === 401 && path.includes(`/${what}/`) && path.endsWith('/none')) {
        response.status = 400;
        Object.assign(response.body, { statusCode: 400, error: 'Bad Request', code: 'offer_not_found' });
      }
    }),
  })),

  // ── Holds ──────────────────────────────────────────────────────────────────────────────────────────
  ...(
    [
      ['flight-order.response.hold-expires-at', 'holdExpiresAt', 'in-dollars', ({ currency }) => currency === 'USD'],
      [
        'flight-order.response.hold-price-guaranteed',
        'holdPriceGuaranteed',
        'for-two',
        ({ passengers }) => passengers.length > 1,
      ],
    ] as [string, string, string, (body: Wire) => boolean][]
  ).map(([rule, name, which, only]) => ({
    name: `states-no-${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}-of-holds-${which}`,
    rule,
    breaks: `A hold ${which.replace('-', ' ')} has null as its ${name}.`,
    plant: alterBodies(['createFlightOrder'], (order, { body }: Request) => {
      if (body.type === 'hold' && only(body)) order[name] = null;
    }),
  })),
  {
    name: 'makes-holds-that-have-expired',
    rule: 'flight-order.response.hold-expires-at',
    breaks: 'The holdExpiresAt of a hold for two is a minute before the hold.',
    plant: alterBodies(['createFlightOrder'], (order, { body }: Request, { now }) => {
      if (body.type === 'hold' && body.passengers.length > 1)
        order.holdExpiresAt = new Date(now - 60_000).toISOString();
    }),
  },
] satisfies Defect[] as Defect[];

function everyNth(
  n: number,
  change: (response: WireResponse) => void,
  only: (response: WireResponse, path: string) => boolean = () => true,
): Plant {
  let count = 0;
  return alterResponses((response, { path }) => {
    if (only(response, path) && ++count % n === 0) change(response);
  });
}

function setType(response: WireResponse, type: string): void {
  for (const name of Object.keys(response.headers))
    if (name.toLowerCase() === 'content-type') delete response.headers[name];
  response.headers['Content-Type'] = type;
}

/** The keys of other calls, for calls without any. */
function letsIn(every: number, only: (path: string) => boolean): Plant {
  const keys = new Map<string, string>();
  let count = 0;
  return together(
    alterIncoming((req) => {
      const { authorization } = req.headers;
      const serviceId = String(req.headers['x-service-id']);
      if (authorization !== undefined) {
        if (!keys.has(serviceId)) keys.set(serviceId, authorization);
      } else if (only(req.path) && keys.has(serviceId) && ++count % every === 0)
        req.headers.authorization = keys.get(serviceId);
    }),
  );
}
