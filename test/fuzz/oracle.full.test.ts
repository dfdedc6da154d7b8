import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/interface/errors/refusal.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import type { Seam } from '../../src/server/create-sandbox.ts';
import { alterIncoming, alterResponses, around } from '../defects/plants.ts';
import type { Body } from '../support/body.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { controlGrounds } from './control-grounds.ts';
import { fuzz } from './fuzz.ts';
import type { Grounds } from './make-calls.ts';
import { serviceGrounds } from './service-grounds.ts';

/** Faults do nothing while calls are prepared. */
let preparing = false;

describe('the fuzzer finds a service that', () => {
  it.each<[what: string, seam: Seam, wanted: RegExp]>([
    ['throws', failing(new Error('planted')), /searchTransfers: status 500 without a scenario/],
    [
      'returns a field that no schema lists',
      altering((body) => {
        body.internalId = 7;
      }),
      /\/internalId is not documented/,
    ],
    [
      'leaves a field out',
      altering((body) => {
        delete body.liveMode;
      }),
      /must have required property 'liveMode'/,
    ],
    [
      'returns another type',
      altering((body) => {
        body.liveMode = 'false';
      }),
      /\/liveMode must be boolean/,
    ],
    ['returns a status that is not documented', responding(418), /status 418 is not documented/],
    [
      'returns a code that is not in the catalogue',
      altering((body) => {
        body.code = 'no_such_code';
      }),
      /code no_such_code with status \d+ is not in the catalogue/,
    ],
    [
      'refuses what fits its interface',
      failing(new Refusal('invalid_request')),
      /searchTransfers: invalid_request to a request that fits the interface/,
    ],
    [
      'takes what breaks its interface',
      lenient(),
      /searchTransfers: status 200 to a request that breaks the interface: body/,
    ],
    [
      'accepts any credentials',
      openToAll(),
      /searchTransfers: status 200 to a request that breaks the interface: the credentials are missing or wrong/,
    ],
    [
      'tells where it failed',
      altering((body) => {
        body.message = ['Error\n    at run (/app/src/run.ts:1:2)'];
      }),
      /a stack trace in the response/,
    ],
    [
      'hangs up',
      alterIncoming((req) => {
        if (!preparing) req.socket.destroy();
      }),
      /no response: socket hang up/,
    ],
  ])('%s', async (_what, seam, wanted) => {
    expect(await faultsOf(serviceGrounds, 'searchTransfers', seam)).toMatch(wanted);
  });

  it('accepts what the schemas of the control API refuse', async () => {
    const seam: Seam = {
      service: (service) => {
        service.control = { ...service.control, validateRequest: async () => {} };
      },
    };
    expect(await faultsOf(controlGrounds, 'createProfile', seam)).toMatch(
      /createProfile: status 201 to a request that breaks the interface: body/,
    );
  });
});

it('the fuzzer makes the same calls from the same seed, and different ones from another', async () => {
  const run = async (seed: number) => JSON.stringify(await fuzz({ seed, cases: 60, prepare: serviceGrounds }));
  const first = await run(1);
  expect(await run(1)).toBe(first);
  expect(await run(2)).not.toBe(first);
});

/** Returns the faults found by a short run on one operation, one per line. */
async function faultsOf(
  prepare: (sandbox: TestSandbox) => Promise<Grounds>,
  operationId: string,
  seam: Seam,
): Promise<string> {
  const { findings } = await fuzz({
    seed: 1,
    cases: 100,
    seam,
    prepare: async (sandbox) => {
      preparing = true;
      const { api, ...grounds } = await prepare(sandbox);
      preparing = false;
      return {
        ...grounds,
        api: { ...api, operations: api.operations.filter((operation) => operation.operationId === operationId) },
      };
    },
  });
  return findings.map(({ operationId, fault }) => `${operationId}: ${fault}`).join('\n');
}

function failing(error: Error): Seam {
  return around(['searchTransfers'], async (run, call, req) => {
    if (preparing) return run(call, req);
    throw error;
  });
}

function altering(change: (body: Body) => void): Seam {
  return alterResponses((response) => {
    if (!preparing && response.body) change(response.body);
  });
}

function responding(status: number): Seam {
  return alterResponses((response) => (preparing ? response : { ...response, status }));
}

function lenient(): Seam {
  return {
    service: (service) => {
      service.validateRequest = async () => {};
    },
  };
}

function openToAll(): Seam {
  return alterIncoming((req) => {
    req.headers['authorization'] = `Bearer ${demoKeys.secretKey}`;
    req.headers['x-service-id'] = `${demoKeys.publicKey}:${demoKeys.profileCode}`;
  });
}
