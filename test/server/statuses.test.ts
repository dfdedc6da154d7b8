import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/interface/api.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PreparedCall, PreparedCalls } from './calls.ts';
import { makeCall, prepareCall, prepareCalls } from './calls.ts';
import { documentedOperations, faultsOf } from './spec.ts';

const sandbox = useSandbox();
let refusable: Promise<PreparedCalls> | undefined;

/** The cause of each documented status, for any operation. A status that the spec gains needs a way here. */
const ways: Record<
  number,
  (call: PreparedCall) => Promise<{ status: number; body: unknown; headers: Record<string, string> }>
> = {
  200: (call) => makeCall(sandbox, call),
  400: (call) =>
    makeCall(
      sandbox,
      call.body
        ? { ...call, body: { ...call.body, unlisted: true } }
        : { ...call, query: { ...call.query, unlisted: 'true' } },
    ),
  401: (call) => makeCall(sandbox, call, { headers: { Authorization: null } }),
  403: (call) => makeCall(sandbox, call, { headers: { Authorization: 'Bearer sk_wrong' } }),
  500: (call) => makeCall(sandbox, call, { scenario: 'server-error' }),
  502: (call) => makeCall(sandbox, call, { scenario: '502' }),
};

describe('the documented statuses', () => {
  it.each(matrix())(
    '$operationId returns $status, and its body fits the interface [service.live-mode.every-response]',
    async ({ operationId, status }) => {
      const way = ways[status];
      if (!way) throw new Error(`nothing here makes ${operationId} return ${status}: add a way`);
      // A refused call stays usable for the next refusal.
      const calls = status === 200 ? await prepareCalls(sandbox) : await (refusable ??= prepareCalls(sandbox));
      const { status: seen, body, headers } = await way(calls[operationId]);
      expect(seen).toBe(status);
      expect(faultsOf(operationId, status, body)).toEqual([]);
      expect(body).toHaveProperty('liveMode', false);
      expect(headers['x-request-id']).toMatch(/^req_[a-z0-9]{16}$/);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('a flight operation has the statuses 200, 400, 401, 403 and 500, and a transfer operation also 502 [errors.flight.documented-statuses-only]', () => {
    for (const { tag, statuses } of documentedOperations) {
      expect(statuses).toEqual(tag === 'flights' ? [200, 400, 401, 403, 500] : [200, 400, 401, 403, 500, 502]);
    }
  });

  it.each([400, 401, 403, 500, 502])(
    '%i has an error body that repeats status, reason and request id',
    async (status) => {
      const { body, headers } = await ways[status](await prepareCall(sandbox, 'bookTransfer'));
      expect(body).toMatchObject({ statusCode: status, error: REASONS[status], requestId: headers['x-request-id'] });
      expect((body as { message: string[] }).message.every((message) => message.length > 10)).toBe(true);
    },
  );
});

describe('on the flight endpoints', () => {
  it('success is 200, not 201 [errors.flight.200-success]', async () => {
    const calls = await prepareCalls(sandbox);
    expect((await makeCall(sandbox, calls.searchFlights)).status).toBe(200);
    expect((await makeCall(sandbox, calls.createFlightOrder)).status).toBe(200);
  });

  it('a payload that violates the schema is 400, and nothing is ordered [errors.flight.400-invalid-payload]', async () => {
    const { searchFlights, createFlightOrder } = await prepareCalls(sandbox);
    expect((await makeCall(sandbox, { ...searchFlights, body: { ...searchFlights.body, slices: 'MAD' } })).status).toBe(
      400,
    );
    expect(
      (await makeCall(sandbox, { ...createFlightOrder, body: { ...createFlightOrder.body, passengers: {} } })).status,
    ).toBe(400);
    expect((await makeCall(sandbox, createFlightOrder)).status).toBe(200);
  });

  it('an internal failure is 500, and nothing is ordered [errors.flight.500-internal]', async () => {
    const { searchFlights, createFlightOrder } = await prepareCalls(sandbox);
    expect((await makeCall(sandbox, searchFlights, { scenario: 'server-error' })).status).toBe(500);
    expect((await makeCall(sandbox, createFlightOrder, { scenario: 'server-error' })).status).toBe(500);
    expect((await makeCall(sandbox, createFlightOrder)).status).toBe(200);
  });
});

function matrix(): { operationId: OperationId; status: number }[] {
  return documentedOperations.flatMap(({ operationId, statuses }) =>
    statuses.map((status) => ({ operationId, status })),
  );
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
};
