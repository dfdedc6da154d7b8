import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { followPointer, pointerTo } from '../../../src/base/pointer.ts';
import { addDays } from '../../../src/check/verify/fixtures/dates.ts';
import { flightOrder, holdOrder } from '../../../src/check/verify/fixtures/flight-order.ts';
import { amendable } from '../../../src/check/verify/fixtures/transfer-requests.ts';
import { bookedTransfer } from '../../../src/check/verify/fixtures/transfers.ts';
import { change, newReservation, pendingAndPoll, recoverAfter502 } from '../../../src/check/verify/flows.ts';
import type { CheckedExchange } from '../../../src/check/verify/http/exchange.ts';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import type { Target } from '../../../src/check/verify/probe/target.ts';
import { schemasAlong } from '../../../src/check/verify/responses/marks.ts';
import { bookingStatus } from '../../../src/check/verify/responses/outcome.ts';
import { Run } from '../../../src/check/verify/run/run.ts';
import { Trial } from '../../../src/check/verify/run/trial.ts';
import type { Sandbox } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import type { Offer, OperationId } from '../../../src/interface/api.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';
import { present } from '../../support/present.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

interface Step {
  stepId: string;
  operationId: OperationId;
  parameters?: { name: string; in: string }[];
  requestBody?: { payload: object };
}

const FOLDER = 'contracts/flows';
const spec = await loadSpec();
const operations = new Map(listOperations(spec).map((operation) => [operation.operationId, operation]));
const flows = Object.fromEntries(
  readdirSync(FOLDER).map((file) => {
    const {
      workflows: [workflow],
    } = parse(readFileSync(join(FOLDER, file), 'utf8')) as {
      workflows: [{ workflowId: string; parameters: Step['parameters']; steps: Step[] }];
    };
    return [workflow.workflowId, workflow];
  }),
);
const steps = Object.entries(flows).flatMap(([flow, { steps: own }]) => own.map((step) => ({ flow, ...step })));

let sandbox: Sandbox;
let target: Target;
let reservationId: string;
let departureDate: string;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: 'flows', log: 'silent' });
  target = await probe({ baseUrl: await sandbox.listen() }, spec);
  reservationId = (await bookedTransfer(startTrial(), amendable)).reservation.reservationId;
  departureDate = await dateOfHoldableFifthOffer();
});
afterAll(() => sandbox.close());

describe('a flow in Arazzo', () => {
  it('exists for each flow in TypeScript, under the same file name', () => {
    expect(Object.keys(flows).sort()).toEqual(Object.keys(inTypeScript).sort());
    expect(readdirSync(FOLDER).sort()).toEqual(
      Object.keys(flows)
        .map((flow) => `${flow}.arazzo.yaml`)
        .sort(),
    );
  });

  it.each(steps)('calls an operation of openapi.yaml: $flow, $stepId', ({ operationId }) => {
    expect([...operations.keys()]).toContain(operationId);
  });

  it.each(steps)('names parameters of its operation: $flow, $stepId', ({ operationId, parameters = [] }) => {
    expect(
      parameters
        .filter(({ name }) => name !== 'X-Sandbox-Scenario')
        .filter(({ name, in: place }) => !isParameter(operationId, name, place)),
    ).toEqual([]);
  });

  it.each(steps.filter(({ requestBody }) => requestBody))(
    'names fields of its request: $flow, $stepId',
    ({ operationId, requestBody }) => {
      const { path, method } = present(operations.get(operationId), operationId);
      const schema = `${pointerTo('paths', path, method)}/requestBody/content/application~1json/schema`;
      expect(
        pointersIn(requestBody?.payload).filter((pointer) => schemasAlong(spec, schema, pointer).at(-1)?.length === 0),
      ).toEqual([]);
    },
  );

  it.each(Object.entries(flows))('carries the credential headers of openapi.yaml: %s', (_, { parameters }) => {
    const serviceId = followPointer(spec, pointerTo('components', 'securitySchemes', 'serviceId')) as { name: string };
    expect(parameters).toMatchObject([
      { name: 'Authorization', in: 'header' },
      { name: serviceId.name, in: 'header' },
    ]);
  });
});

describe('a flow in TypeScript', () => {
  it.each(Object.keys(flows))('makes the same calls in the same order as its Arazzo flow: %s', async (flow) => {
    const trial = startTrial();
    const last = await inTypeScript[flow](trial);
    expect(withoutRepeats(trial.exchanges.map(({ operationId }) => operationId))).toEqual(
      flows[flow].steps.map(({ operationId }) => operationId),
    );
    const exchange = present(last, 'exchange');
    expect([exchange.status, bookingStatus(exchange) ?? 'completed']).toEqual([200, 'completed']);
  });

  it('does not book again after a 502 if the read finds the booking', async () => {
    const { read, again } = await recoverAfter502(startTrial(), '502-after-commit');
    expect([bookingStatus(read), again]).toEqual(['completed', null]);
  });
});

describe('redocly respect', () => {
  it('completes every flow', { timeout: 120_000 }, async () => {
    const outcome = await respect(Object.keys(flows), {});
    expect(outcome.steps).toEqual(
      Object.fromEntries(
        Object.entries(flows).map(([flow, { steps: own }]) => [flow, own.map(({ stepId }) => stepId)]),
      ),
    );
    expect(outcome.status).toBe('success');
  });

  it('ends the recovery with the read if the booking was made', { timeout: 120_000 }, async () => {
    expect(await respect(['recover-after-502'], { scenario: '502-after-commit' })).toEqual({
      status: 'success',
      steps: { 'recover-after-502': ['search', 'price', 'book', 'read'] },
    });
  });

  it('reports an incomplete flow', { timeout: 120_000 }, async () => {
    expect(await respect(['pending-and-poll'], { scenario: 'failed' })).toEqual({
      status: 'error',
      steps: { 'pending-and-poll': ['search', 'price', 'book'] },
    });
  });
});

/** Each flow, and its last exchange. */
const inTypeScript: Record<string, (trial: Trial) => Promise<CheckedExchange | null | undefined>> = {
  'new-reservation': async (trial) => (await newReservation(trial)).read,
  change: async (trial) =>
    (await change(trial, (await bookedTransfer(startTrial(), amendable)).reservation.reservationId)).confirmation,
  'pending-and-poll': async (trial) => (await pendingAndPoll(trial, 'pending')).reads.at(-1),
  'recover-after-502': async (trial) => (await recoverAfter502(trial, '502')).readAgain,
  'search-to-order': async (trial) => (await searchToOrder(trial)).order,
  hold: async (trial) => (await hold(trial)).order,
};

/** With a run of its own: offers that another flow left over would save it the search. */
function startTrial(): Trial {
  return new Trial(new Run(target, spec), {
    calls: [...operations.keys()],
    scenarios: target.scenarios,
  });
}

/**
 * Returns the success and the steps taken, repeats as one; with the default severity of respect.
 */
async function respect(
  names: readonly string[],
  more: object,
): Promise<{ status: string; steps: Record<string, string[]> }> {
  const folder = temporaryFolder();
  const log = join(folder, 'log.json');
  const {
    transfersUrl,
    keys: { secretKey, publicKey, profileCode },
  } = target;
  const inputs = {
    secretKey,
    serviceId: `${publicKey}:${profileCode}`,
    departureDate,
    pickupDateTime: `${departureDate}T11:30:00`,
    changedPickupDateTime: `${departureDate}T13:30:00`,
    reservationId,
    ...more,
  };
  const files = names.map((name) => join(FOLDER, `${name}.arazzo.yaml`));
  const args = [
    'respect',
    ...files,
    '--server',
    `service=${transfersUrl}`,
    '--input',
    JSON.stringify(inputs),
    '--json-output',
    log,
  ];
  await new Promise((resolve) =>
    execFile(
      'node_modules/.bin/redocly',
      args,
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 2 ** 26 },
      resolve,
    ),
  );
  const { status, files: results } = JSON.parse(readFileSync(log, 'utf8')) as {
    status: string;
    files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: { stepId: string }[] }[] }>;
  };
  return {
    status,
    steps: Object.fromEntries(
      Object.values(results).flatMap(({ executedWorkflows }) =>
        executedWorkflows.map(({ workflowId, executedSteps }) => [
          workflowId,
          withoutRepeats(executedSteps.map(({ stepId }) => stepId)),
        ]),
      ),
    ),
  };
}

/** Arazzo takes an offer by its place in the list, and whether the fifth one can be held depends on the day. */
async function dateOfHoldableFifthOffer(): Promise<string> {
  for (let days = 0; days < 60; days += 1) {
    const { value } = await startTrial().searchFlights(
      { route: ['CDG', 'FCO'], daysLater: days, with: { cabin_class: 'economy' } },
      { scenario: 'provider-1-down' },
    );
    if ((value as { offers: Offer[] }).offers[4]?.holdOptions.available) return addDays(target.departureDate, days);
  }
  throw new Error('No day within two months has a fifth offer that can be held.');
}

function isParameter(operationId: OperationId, name: string, place: string): boolean {
  const { path, method } = present(operations.get(operationId), operationId);
  const parameters = (followPointer(spec, pointerTo('paths', path, method, 'parameters')) ?? []) as Parameter[];
  return parameters
    .map((parameter) => (parameter.$ref ? (followPointer(spec, parameter.$ref) as Parameter) : parameter))
    .some((known) => known.name === name && known.in === place);
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}

function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${pointer}/${name}`,
    ...pointersIn(inner, `${pointer}/${name}`),
  ]);
}

function withoutRepeats<T>(list: readonly T[]): T[] {
  return list.filter((one, index) => one !== list[index - 1]);
}

interface Ordered {
  offer: Offer;
  order: CheckedExchange;
}

/** From a flight search to an instant order (§4.1, §4.2); the check validates whether it is accepted. */
async function searchToOrder(trial: Trial): Promise<Ordered> {
  const offer = await trial.offer();
  return { offer, order: await trial.order(offer, flightOrder(offer)) };
}

/** The same to a hold, with the offer's holdId (§4.2 rule 6). */
async function hold(trial: Trial): Promise<Ordered> {
  const offer = await trial.offer({ hold: true, that: ({ holdId }) => typeof holdId === 'string' });
  return { offer, order: await trial.order(offer, holdOrder(offer)) };
}
