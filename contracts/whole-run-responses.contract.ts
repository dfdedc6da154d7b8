import { toIso } from '../src/base/clock.ts';
import { isTimestamp } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectOfEach, fail } from '../src/check/verify/expectations/expect.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { textOf } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import { acceptedOrders } from '../src/check/verify/whole-run/orders.ts';
import type { Recorded } from '../src/check/verify/whole-run/recording.ts';
import {
  contentTypeOf,
  flightResponses,
  isServed,
  lacksCredentials,
  responsesIn,
} from '../src/check/verify/whole-run/responses.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';

const ordering: Contract['calls'] = ['searchFlights', 'createFlightOrder'];

const area: Area = {
  name: 'responses of the whole run',
  contracts: [
    // ── Common parts of every response ─────────────────────────────────────────────────────────────
    {
      title: 'every response of the run is JSON with liveMode, also for a wrong address or method',
      rules: ['service.live-mode.every-response'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        await trial.searchFlights();
        for (const [method, path] of ASTRAY) warnOfForeign(trial, await trial.send(method, path));
        expectOfEach(responsesIn(trial.recording), (exchange) => {
          const type = contentTypeOf(exchange);
          if (type !== undefined && !/json/i.test(type))
            fail(exchange, 'a JSON content type, because the body has liveMode', `Content-Type ${type}`);
          const liveMode = propertyOf(exchange.value, 'liveMode');
          if (typeof liveMode !== 'boolean') fail(exchange, 'liveMode, a boolean', show(liveMode), '/liveMode');
        });
        warnOfForm(trial, 'a Content-Type, application/json', 'none', (one) => contentTypeOf(one) === undefined);
        warnOfForm(trial, 'JSON from the first byte on', 'a byte order mark', (one) =>
          textOf(one).startsWith('\uFEFF'),
        );
      },
    },

    // ── Credentials ────────────────────────────────────────────────────────────────────────────────
    {
      title: 'no flight call of the run without a credential header was accepted',
      rules: ['auth.required'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        expectOfEach(await callsWithoutCredentials(trial), (exchange) => {
          if (isAccepted(exchange)) fail(exchange, 'the call to be refused', describeOutcome(exchange));
        });
      },
    },
    {
      title: 'every flight call of the run that was refused for a missing credential header returned 401',
      rules: ['auth.missing-credentials.401'],
      calls: ['searchFlights'],
      atEnd: true,
      async check(trial) {
        expectOfEach(await callsWithoutCredentials(trial), (exchange) => {
          if (!isAccepted(exchange) && exchange.status !== 401) fail(exchange, 'status 401', describeOutcome(exchange));
        });
      },
    },

    // ── Orders ─────────────────────────────────────────────────────────────────────────────────────
    ...(
      [
        ['flight-order.response.hold-expires-at', 'holdExpiresAt'],
        ['flight-order.response.hold-price-guaranteed', 'holdPriceGuaranteed'],
      ] as const
    ).map(([rule, name]): Contract => ({
      title: `every hold of the run states its ${name}`,
      rules: [rule],
      calls: ordering,
      atEnd: true,
      async check(trial) {
        const holds = new Map((await holdsOf(trial)).map(({ exchange, at }) => [exchange, at]));
        expectOfEach([...holds.keys()], (exchange) => {
          const value = propertyOf(exchange.value, name);
          if (value === undefined || value === null)
            fail(exchange, `a value, as it is a hold`, show(value), `/${name}`);
          const at = holds.get(exchange) ?? 0;
          if (isTimestamp(value) && Date.parse(value) <= at)
            fail(exchange, `an instant after ${toIso(at)}, when the hold was made`, value, `/${name}`);
        });
      },
    })),
  ],
};

export default area;

/** Warns about the first response in a form that strict clients cannot read. */
function warnOfForm(trial: Trial, expected: string, actual: string, has: (one: CheckedExchange) => boolean): void {
  const exchange = responsesIn(trial.recording).find(has);
  if (exchange) trial.warn('responses.json', { expected, actual, pointer: null, exchange });
}

function warnOfForeign(trial: Trial, exchange: CheckedExchange): void {
  if (isServed(exchange) && !responsesIn(trial.recording).some(({ sequence }) => sequence === exchange.sequence))
    trial.warn('errors.unknown-addresses', {
      expected: 'the body of an error, with liveMode',
      actual: describeOutcome(exchange),
      pointer: null,
      exchange,
    });
}

async function callsWithoutCredentials(trial: Trial): Promise<CheckedExchange[]> {
  await trial.searchFlights({}, { headers: { Authorization: null } });
  await trial.searchFlights({}, { headers: { [trial.target.serviceIdHeader]: null } });
  return flightResponses(trial.recording).filter((exchange) => lacksCredentials(exchange, trial.target));
}

async function holdsOf(trial: Trial): Promise<Recorded[]> {
  const holds = (await acceptedOrders(trial)).filter(({ exchange }) => sentBody(exchange)['type'] === 'hold');
  if (holds.length === 0) throw new PreconditionNotMet('needs a hold');
  return holds;
}

const ASTRAY: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/v1/flights/search'],
  ['PUT', '/v1/flights/order/0/none'],
  ['POST', '/v1/flights/there-is-nothing-at-this-address'],
  ['GET', '/there-is-nothing-at-this-address'],
];
