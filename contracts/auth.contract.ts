import type { Area } from '../src/check/verify/contract.ts';
import { expectRefused, expectStatus, fail } from '../src/check/verify/expectations/expect.ts';
import { readOffer } from '../src/check/verify/fixtures/flight-calls.ts';
import { orderHeaders, PADDING, searchHeaders } from '../src/check/verify/fixtures/header-positions.ts';
import type { Positions } from '../src/check/verify/fixtures/positions.ts';
import { expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import { readRequiredFields } from '../src/check/verify/fixtures/required-fields.ts';
import { invented } from '../src/check/verify/fixtures/wrong-values.ts';
import type { CallOptions } from '../src/check/verify/http/client.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted, isSuccess } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { NotApplicable, PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { OperationId } from '../src/interface/api.ts';

const searches: readonly OperationId[] = ['searchFlights'];
const orders: readonly OperationId[] = ['searchFlights', 'createFlightOrder'];

const area: Area = {
  name: 'authentication',
  contracts: [
    // ── Required key pair ──────────────────────────────────────────────────────────────────────────
    {
      title: 'a search needs both credential headers',
      rules: ['auth.required'],
      calls: searches,
      async check(trial) {
        await expectHeadersRefused(trial, searchHeaders(PADDING), neededHeaders(trial));
      },
    },
    {
      title: 'an order needs both credential headers',
      rules: ['auth.required'],
      calls: orders,
      async check(trial) {
        await expectHeadersRefused(trial, orderHeaders(PADDING), neededHeaders(trial));
      },
    },
    {
      title: 'reading an offer again needs both credential headers',
      rules: ['auth.required'],
      calls: ['searchFlights', 'getFlightOffer'],
      async check(trial) {
        const offer = await trial.offer();
        const read = (call: CallOptions = {}) => readOffer(trial, offer, call);
        demandServed(await read());
        await expectHeadersNeeded(trial, read);
      },
    },
    {
      title: 'asking for the required fields needs both credential headers',
      rules: ['auth.required'],
      calls: ['searchFlights', 'getRequiredFields'],
      async check(trial) {
        const offer = await trial.offer();
        const ask = (call: CallOptions = {}) => readRequiredFields(trial, offer, call);
        demandServed(await ask());
        await expectHeadersNeeded(trial, ask);
      },
    },

    // ── Header format ──────────────────────────────────────────────────────────────────────────────
    {
      title: 'Authorization is Bearer and the secret key, without alternatives',
      rules: ['auth.headers.authorization'],
      calls: searches,
      async check(trial) {
        const { secretKey } = trial.keys;
        await expectHeadersRefused(trial, searchHeaders(), {
          'the secret key alone in Authorization': { Authorization: secretKey },
          'the scheme Basic in Authorization': { Authorization: `Basic ${secretKey}` },
          'the scheme Token in Authorization': { Authorization: `Token ${secretKey}` },
        });
      },
    },
    {
      title: 'X-Service-Id is the public key with the profile code',
      rules: ['auth.headers.service-id'],
      calls: searches,
      async check(trial) {
        const { publicKey, profileCode } = trial.keys;
        await expectHeadersRefused(trial, searchHeaders(), {
          'the public key alone as service id': serviceId(trial, publicKey),
          'the profile code alone as service id': serviceId(trial, profileCode),
        });
      },
    },
    {
      title: 'a profile code without its prefix dp_ is refused',
      rules: ['auth.profile-code.prefix'],
      calls: searches,
      async check(trial) {
        const { publicKey, profileCode } = trial.keys;
        if (!profileCode.startsWith('dp_')) {
          const search = trial.requireSetup(await trial.searchFlights(), 'needs a search that is accepted');
          fail(search, 'profile codes to begin with dp_', `a search as ${profileCode} is accepted`);
        }
        await expectHeadersRefused(trial, searchHeaders(), {
          'a profile code without its prefix dp_': serviceId(trial, `${publicKey}:${profileCode.slice(3)}`),
        });
      },
    },

    // ── Profile of a request ───────────────────────────────────────────────────────────────────────
    {
      title: 'the parts of two credentials cannot be combined',
      rules: ['auth.headers.binding'],
      calls: searches,
      async check(trial) {
        const { publicKey, profileCode } = trial.keys;
        const otherTrial = await trial.asOtherProfile();
        trial.requireSetup(await otherTrial.searchFlights(), 'needs another valid credential');
        const other = otherTrial.keys;
        await expectHeadersRefused(trial, searchHeaders(), {
          'the secret key of another credential': { Authorization: `Bearer ${other.secretKey}` },
          'the public key of another credential': serviceId(trial, `${other.publicKey}:${profileCode}`),
          'the code of another profile': serviceId(trial, `${publicKey}:${other.profileCode}`),
        });
      },
    },
    {
      title: 'an offer belongs to the profile in the headers of its search',
      rules: ['auth.headers.binding'],
      calls: orders,
      async check(trial) {
        const other = await trial.asOtherProfile();
        const offer = await other.offer();
        const order = await other.order(offer);
        if (isAccepted(order)) return;
        const misled = trial.requireSetup(
          await trial.order(offer),
          `needs an offer that its profile can order: ${describeOutcome(order)}`,
        );
        fail(
          misled,
          `the offer to belong to ${other.keys.profileCode}, which searched it`,
          `${trial.keys.profileCode} can order it, and ${other.keys.profileCode} cannot: ${describeOutcome(order)}`,
        );
      },
    },

    // ── Content-Type ───────────────────────────────────────────────────────────────────────────────
    {
      title: 'a search is declared as application/json',
      rules: ['auth.headers.content-type'],
      calls: searches,
      async check(trial) {
        await expectHeadersRefused(trial, searchHeaders(), wrongContentTypes);
      },
    },
    {
      title: 'an order is declared as application/json',
      rules: ['auth.headers.content-type'],
      calls: orders,
      async check(trial) {
        await expectHeadersRefused(trial, orderHeaders(), wrongContentTypes);
      },
    },

    // ── Response ─────────────────────────────────────────────────────────────────────────────
    {
      title: 'a search without Authorization returns 401',
      rules: ['auth.missing-credentials.401'],
      calls: searches,
      async check(trial) {
        await expectHeadersRefused(
          trial,
          searchHeaders(PADDING),
          { 'no Authorization': { Authorization: null } },
          expect401,
        );
      },
    },
    {
      title: 'a search without X-Service-Id returns 401',
      rules: ['auth.missing-credentials.401'],
      calls: searches,
      async check(trial) {
        await expectHeadersRefused(trial, searchHeaders(), { 'no service id': serviceId(trial, null) }, expect401);
      },
    },
    {
      title: 'an order without credentials returns 401',
      rules: ['auth.missing-credentials.401'],
      calls: orders,
      async check(trial) {
        await expectHeadersRefused(trial, orderHeaders(PADDING), neededHeaders(trial), expect401);
      },
    },
    {
      title: 'malformed credentials return 401 or 403',
      rules: ['auth.invalid-credentials.401'],
      calls: searches,
      async check(trial) {
        const { publicKey, secretKey, profileCode } = trial.keys;
        for (const headers of [
          { Authorization: `Bearer ${secretKey} ${secretKey}` },
          serviceId(trial, `${publicKey}:${profileCode}:${profileCode}`),
        ]) {
          await expectTurnedAway(trial, headers, 401);
        }
      },
    },
    {
      title: 'credentials that were never issued return 401 or 403',
      rules: ['auth.invalid-credentials.403'],
      calls: searches,
      async check(trial) {
        const { publicKey, secretKey, profileCode } = trial.keys;
        for (const headers of [
          { Authorization: `Bearer ${invented(secretKey)}` },
          serviceId(trial, `${invented(publicKey)}:${profileCode}`),
          serviceId(trial, `${publicKey}:${invented(profileCode)}`),
        ]) {
          await expectTurnedAway(trial, headers, 403);
        }
      },
    },
  ],
};

export default area;

type Headers = NonNullable<CallOptions['headers']>;
type Caller = (call?: CallOptions) => Promise<CheckedExchange>;

/** The call has an assumed address, so a service without it breaks no rule. */
function demandServed(exchange: CheckedExchange): void {
  if (!isSuccess(exchange))
    throw new NotApplicable(`the target lacks the call that openapi.yaml assumes: ${describeOutcome(exchange)}`);
}

async function expectHeadersNeeded(trial: Trial, make: Caller): Promise<void> {
  await expectAllRefused(make, neededHeaders(trial));
}

function neededHeaders(trial: Trial): Readonly<Record<string, Headers>> {
  return { 'no Authorization': { Authorization: null }, 'no service id': serviceId(trial, null) };
}

/** Expects a refusal for each wrong header at every position, and then a success with the right headers. */
async function expectHeadersRefused(
  trial: Trial,
  positions: Positions<object>,
  headers: Readonly<Record<string, Headers>>,
  expectation?: (exchange: CheckedExchange) => void,
): Promise<void> {
  const flaws = Object.fromEntries(Object.entries(headers).map(([words, own]) => [words, () => own]));
  await expectRefusedAt(trial, 'a call', positions, flaws, expectation);
}

function expect401(exchange: CheckedExchange): void {
  expectStatus(exchange, 401);
}

/** Expects a refusal for each wrong header, and then a success with the right headers. */
async function expectAllRefused(make: Caller, flaws: Readonly<Record<string, Headers>>): Promise<void> {
  for (const [words, headers] of Object.entries(flaws)) expectRefused(await make({ headers }), `a call with ${words}`);
  const valid = await make();
  if (!isAccepted(valid))
    throw new PreconditionNotMet(`the same call with the right headers is refused too: ${describeOutcome(valid)}`);
}

/** Expects 401 or 403 for a search with these headers. The choice between the two is assumed. */
async function expectTurnedAway(trial: Trial, headers: Headers, assumed: 401 | 403): Promise<void> {
  const search = await trial.searchFlights({}, { headers });
  expectStatus(search, 401, 403);
  if (search.status === assumed) return;
  trial.warn('auth.status-split', {
    expected: `${assumed}`,
    actual: describeOutcome(search),
    pointer: null,
    exchange: search,
  });
}

function serviceId(trial: Trial, value: string | null): Headers {
  return { [trial.target.serviceIdHeader]: value };
}

const wrongContentTypes: Readonly<Record<string, Headers>> = {
  'no Content-Type': { 'Content-Type': null },
  'Content-Type text/plain': { 'Content-Type': 'text/plain' },
  'Content-Type application/x-www-form-urlencoded': { 'Content-Type': 'application/x-www-form-urlencoded' },
};
