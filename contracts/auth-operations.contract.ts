import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectRefused, expectStatus } from '../src/check/verify/expectations/expect.ts';
import { flightCalls } from '../src/check/verify/fixtures/flight-calls.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial, TrialCall } from '../src/check/verify/run/trial.ts';
import { NotApplicable } from '../src/check/verify/verdict.ts';

type Headers = NonNullable<TrialCall['headers']>;
type Call = (call: TrialCall, as?: Trial) => Promise<CheckedExchange>;

interface Demand {
  says: string;
  rule: string;
  /** False if orders have a separate contract. */
  orders?: false;
  check: (trial: Trial, call: Call) => Promise<void>;
}

/** Header rules for a search. They apply to every later call too. */
const demands: readonly Demand[] = [
  {
    says: 'accepts only Bearer and the secret key',
    rule: 'auth.headers.authorization',
    check: ({ keys: { secretKey } }, call) =>
      expectAllRefused(call, {
        'the secret key alone': bearer(secretKey),
        'the scheme Basic': bearer(`Basic ${secretKey}`),
      }),
  },
  {
    says: 'accepts only the public key with the profile code',
    rule: 'auth.headers.service-id',
    check: (trial, call) =>
      expectAllRefused(call, {
        'the public key alone': serviceId(trial, trial.keys.publicKey),
        'the profile code alone': serviceId(trial, trial.keys.profileCode),
      }),
  },
  {
    says: 'refuses a profile code without its prefix dp_',
    rule: 'auth.profile-code.prefix',
    check: (trial, call) =>
      expectAllRefused(call, {
        'a profile code without its prefix dp_': serviceId(
          trial,
          `${trial.keys.publicKey}:${trial.keys.profileCode.slice(3)}`,
        ),
      }),
  },
  {
    says: 'refuses the parts of two credentials',
    rule: 'auth.headers.binding',
    async check(trial, call) {
      const { keys } = await trial.asOtherProfile();
      await expectAllRefused(call, {
        'the secret key of another credential': bearer(`Bearer ${keys.secretKey}`),
        'the public key of another credential': serviceId(trial, `${keys.publicKey}:${trial.keys.profileCode}`),
        'the code of another profile': serviceId(trial, `${trial.keys.publicKey}:${keys.profileCode}`),
      });
    },
  },
  {
    says: 'is refused to a profile that did not search the offer',
    rule: 'auth.headers.binding',
    orders: false,
    async check(trial, call) {
      expectRefused(await call({}, await trial.asOtherProfile()), 'a call of a profile that did not search');
    },
  },
  {
    says: 'returns 401 without credentials',
    rule: 'auth.missing-credentials.401',
    async check(trial, call) {
      for (const headers of [{ Authorization: null }, serviceId(trial, null)])
        expectStatus(await call({ headers }), 401);
    },
  },
  {
    says: 'returns 401 or 403 with malformed credentials',
    rule: 'auth.invalid-credentials.401',
    async check(trial, call) {
      const { publicKey, secretKey, profileCode } = trial.keys;
      for (const headers of [
        bearer(`Bearer ${secretKey} ${secretKey}`),
        serviceId(trial, `${publicKey}:${profileCode}:${profileCode}`),
      ])
        expectStatus(await call({ headers }), 401, 403);
    },
  },
];

const area: Area = {
  name: 'authentication of each operation',
  contracts: flightCalls.flatMap(({ name, calls, make }) =>
    demandsOn(calls).map(({ says, rule, check }): Contract => ({
      title: `${name} ${says}`,
      rules: [rule],
      calls,
      async check(trial) {
        const call = await make(trial);
        // An offer can be ordered once, so the valid order comes last. It shows that the headers were the reason.
        if (!calls.includes('createFlightOrder')) {
          await requireServed(call);
          return check(trial, call);
        }
        const [outcome] = await Promise.allSettled([check(trial, call)]);
        const again = outcome.status === 'rejected' ? await make(trial) : call;
        const valid = await again({});
        trial.requireSetup(valid, `${name} with the right headers is refused too`, isAccepted(valid));
        if (outcome.status === 'rejected') throw outcome.reason;
      },
    })),
  ),
};

export default area;

function demandsOn(calls: Contract['calls']): Demand[] {
  return demands.filter(({ orders }) => orders !== false || !calls.includes('createFlightOrder'));
}

/** Throws if a service lacks the call. Other calls have assumed addresses, so their absence breaks no rule. */
async function requireServed(call: Call): Promise<void> {
  const exchange = await call({});
  if (!isAccepted(exchange)) throw new NotApplicable(`the target lacks this call: ${describeOutcome(exchange)}`);
}

async function expectAllRefused(call: Call, flaws: Readonly<Record<string, Headers>>): Promise<void> {
  for (const [words, headers] of Object.entries(flaws)) expectRefused(await call({ headers }), `a call with ${words}`);
}

function bearer(value: string): Headers {
  return { Authorization: value };
}

function serviceId({ target }: Trial, value: string | null): Headers {
  return { [target.serviceIdHeader]: value };
}
