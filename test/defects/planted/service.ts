import type { Request } from 'express';
import type { OperationId } from '../../../src/interface/api.ts';
import type { RequestContext } from '../../../src/request-context.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_ORDERS } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import type { WireResponse } from '../plants.ts';
import { alterBodies, alterIncoming, alterResponses, around, together } from '../plants.ts';

export default [
  // ── Addresses: where nothing is, no response can be right, be it one of a booking or a 502 ───────────
  {
    name: 'searches-changes-elsewhere',
    refuses: true,
    rule: 'service.base-url',
    alsoBreaks: ['transfer.endpoints.changes-search', 'transfer.502.did-not-complete'],
    breaks: 'Changes are searched at another address than the documented one, where nothing is.',
    plant: alterIncoming((req) => {
      if (req.path === '/reservations/changes/search') req.url = '/v2/changes/search';
    }),
  },
  {
    name: 'confirms-changes-elsewhere',
    refuses: true,
    rule: 'service.base-url',
    alsoBreaks: [
      'transfer.endpoints.changes',
      'transfer.booking.http-200-with-status',
      'transfer.502.did-not-complete',
    ],
    breaks: 'Changes are confirmed at another address than the documented one, where nothing is.',
    plant: alterIncoming((req) => {
      if (req.path === '/reservations/changes') req.url = '/v2/changes';
    }),
  },
  {
    name: 'orders-without-a-version-only',
    refuses: true,
    rule: 'versioning.flight-v1-path',
    alsoBreaks: [
      'service.base-url',
      'flight-order.endpoint',
      'errors.flight.documented-statuses-only',
      'auth.missing-credentials.401',
      'auth.invalid-credentials.403',
      'auth.invalid-credentials.401',
    ],
    hides: HIDDEN_BY_ORDERS,
    breaks: 'Flights are ordered at /flights/order, and not with /v1 before it.',
    plant: alterIncoming((req) => {
      if (req.path.startsWith('/v1/flights/order/')) req.url = `/v2${req.url.slice(3)}`;
      else if (req.path.startsWith('/flights/order/')) req.url = `/v1${req.url}`;
    }),
  },

  // ── Environments ─────────────────────────────────────────────────────────────────────────────────
  {
    name: 'says-live-in-transfer-searches-of-the-sandbox',
    rule: 'service.sandbox',
    hides: [''],
    breaks: 'A transfer search in the sandbox says that it is live.',
    plant: alterResponses(({ status, body }, { path }) => {
      if (path === '/search' && status === 200) body.liveMode = true;
    }),
  },
  {
    name: 'keeps-changes-from-the-sandbox',
    refuses: true,
    rule: 'service.sandbox',
    breaks: 'Changes can be searched in the live environment only.',
    alsoBreaks: ['transfer.endpoints.changes-search'],
    plant: alterResponses((response, { path }) => {
      if (path === '/reservations/changes/search' && response.status === 200) refuse(response, 403);
    }),
  },
  {
    name: 'says-nothing-of-live-where-credentials-are-missing',
    rule: 'service.live-mode.every-response',
    breaks: 'A response with status 401 has no liveMode.',
    plant: alterResponses(({ status, body }) => {
      if (status === 401) delete body.liveMode;
    }),
  },
  {
    name: 'says-nothing-of-live-where-credentials-are-wrong',
    rule: 'service.live-mode.every-response',
    breaks: 'A response with status 403 has no body.',
    plant: alterResponses((response) => {
      if (response.status === 403) response.body = null;
    }),
  },
  {
    name: 'says-nothing-of-live-in-bad-requests',
    rule: 'service.live-mode.every-response',
    breaks: 'A response with status 400 has no liveMode.',
    plant: alterResponses(({ status, body }) => {
      if (status === 400) delete body.liveMode;
    }),
  },
  {
    name: 'says-nothing-of-live-when-it-fails',
    rule: 'service.live-mode.every-response',
    breaks: 'A response with status 500 has no liveMode.',
    plant: alterResponses(({ status, body }) => {
      if (status === 500) delete body.liveMode;
    }),
  },
  {
    name: 'says-nothing-of-live-in-502',
    rule: 'service.live-mode.every-response',
    breaks: 'A response with status 502 is the page of a gateway.',
    plant: alterResponses((response) => {
      if (response.status === 502) response.body = '<h1>Bad Gateway</h1>';
    }),
  },
  {
    name: 'says-nothing-of-live-in-reads',
    rule: 'service.live-mode.every-response',
    breaks: 'A response to a read of a reservation has no liveMode.',
    plant: alterResponses(({ body }, { path }) => {
      if (path === '/reservations/details') delete body.liveMode;
    }),
  },
  {
    name: 'spells-live-as-text',
    rule: 'service.live-mode.every-response',
    breaks: 'The liveMode of a pricing is a text.',
    plant: alterResponses(({ body }, { path }) => {
      if (path === '/pricing') body.liveMode = String(body.liveMode);
    }),
  },

  // ── Profiles ─────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'searches-flights-for-anybody',
    rule: 'service.developer-profile',
    alsoBreaks: ['auth.required', 'auth.missing-credentials.401'],
    breaks: 'Flights are searched without credentials.',
    plant: forAnybody('/v1/flights/search'),
  },
  {
    name: 'searches-transfers-for-anybody',
    rule: 'service.developer-profile',
    breaks: 'Transfers are searched without credentials.',
    plant: forAnybody('/search'),
  },
  {
    name: 'prices-transfers-for-anybody',
    rule: 'service.developer-profile',
    breaks: 'Transfers are priced without credentials.',
    plant: forAnybody('/pricing'),
  },
  {
    name: 'books-transfers-for-anybody',
    rule: 'service.developer-profile',
    breaks: 'Transfers are booked without credentials.',
    plant: forAnybody('/book'),
  },
  {
    name: 'shows-reservations-to-anybody',
    rule: 'service.developer-profile',
    breaks: 'Reservations are read without credentials.',
    plant: forAnybody('/reservations/details'),
  },
  {
    name: 'confirms-changes-for-anybody',
    rule: 'service.developer-profile',
    breaks: 'Changes are confirmed without credentials.',
    plant: forAnybody('/reservations/changes'),
  },
  {
    name: 'shows-reservations-to-every-profile',
    rule: 'service.developer-profile',
    breaks: 'A reservation is read by every profile.',
    plant: ofEveryProfile(['getReservation']),
  },
  {
    name: 'searches-and-confirms-changes-for-every-profile',
    rule: 'service.developer-profile',
    breaks: 'Changes of a reservation are searched and confirmed by every profile.',
    plant: ofEveryProfile(['searchReservationChanges', 'confirmReservationChange']),
  },
  {
    name: 'cancels-reservations-for-every-profile',
    rule: 'service.developer-profile',
    breaks: 'A reservation is cancelled by every profile.',
    plant: ofEveryProfile(['cancelReservation']),
  },
  ...['/pricing', '/book', '/reservations/details', '/reservations/changes/search'].map((path): Defect => ({
    name: `takes-any-secret-at${path.replaceAll('/', '-')}`,
    rule: 'service.developer-profile',
    breaks: `At ${path} any secret key will do.`,
    plant: withAnySecret((req) => req.path === path),
  })),
  {
    name: 'orders-with-any-secret',
    rule: 'auth.invalid-credentials.403',
    alsoBreaks: ['auth.headers.binding', 'auth.invalid-credentials.401'],
    breaks: 'An order is accepted with any secret key.',
    plant: withAnySecret((req) => /^\/v1\/flights\/order\/\d+\/[^/]+$/.test(req.path)),
  },
  {
    name: 'says-nothing-of-live-in-refused-bookings-of-strangers',
    rule: 'service.live-mode.every-response',
    breaks: 'The response to a booking without credentials has no liveMode.',
    plant: alterResponses(({ status, body }, { path }) => {
      if (status === 401 && path === '/book') delete body.liveMode;
    }),
  },
  {
    name: 'says-live-in-some-refusals',
    rule: 'service.sandbox',
    breaks: 'A refused pricing in the sandbox says that it is live.',
    plant: alterResponses(({ status, body }, { path }) => {
      if (path === '/pricing' && status === 400) body.liveMode = true;
    }),
  },
] satisfies Defect[];

function refuse(response: WireResponse, status: number): void {
  const { liveMode } = response.body;
  Object.assign(response, {
    status,
    body: {
      statusCode: status,
      error: 'Forbidden',
      message: ['not in the sandbox'],
      code: 'live_only',
      liveMode,
      requestId: 'req_planted',
    },
  });
}

/** Who comes without credentials is taken for the one who came first with some. */
function forAnybody(path: string) {
  let first: Pick<Request['headers'], string> | undefined;
  return alterIncoming((req) => {
    const { authorization, 'x-service-id': serviceId } = req.headers;
    if (authorization && serviceId) first ??= { authorization, 'x-service-id': serviceId };
    if (req.path === path && !authorization && !serviceId) Object.assign(req.headers, first);
  });
}

/** These operations take the reservations of a profile for those of all. */
function ofEveryProfile(operationIds: readonly OperationId[]): Plant {
  const owners = new Map<unknown, RequestContext['profile']>();
  const own = (id: unknown, profile: RequestContext['profile']) => {
    if (!owners.has(id)) owners.set(id, profile);
  };
  return together(
    alterBodies(['searchTransfers', 'bookTransfer'], (body, _, { profile }) => {
      own(body.searchId, profile);
      for (const { reservationId, confirmationNumber } of body.reservations ?? [])
        for (const id of [reservationId, confirmationNumber]) own(id, profile);
    }),
    around(operationIds, (run, call, req) => {
      const ids = Object.values({ ...req.query, ...(req.body as object | undefined) });
      const owner = ids.map((id) => owners.get(id)).find((profile) => profile !== undefined);
      return run(owner === undefined ? call : { ...call, profile: owner }, req);
    }),
  );
}

/** Who comes with another secret key is taken for the one who came first under the same service id. */
function withAnySecret(concerns: (req: Request) => boolean): Plant {
  const first = new Map<unknown, string>();
  return alterIncoming((req) => {
    const { authorization, 'x-service-id': serviceId } = req.headers;
    if (!authorization || !/^Bearer \S+$/.test(authorization) || serviceId === undefined) return;
    if (!first.has(serviceId)) first.set(serviceId, authorization);
    if (concerns(req)) req.headers.authorization = first.get(serviceId);
  });
}
