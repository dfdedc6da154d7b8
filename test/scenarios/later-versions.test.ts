import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/scenarios/operations.ts';
import { makeCall, prepareCall, prepareCalls } from '../server/calls.ts';
import { faultsOf } from '../server/spec.ts';
import { useSandbox } from '../support/sandbox.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const twin = useSandbox();
const alone = useSandbox();

/** The same call on two sandboxes that are alike: as it is, and under a scenario. */
async function bothWays(operationId: (typeof allOperations)[number], scenario: string) {
  const [plain, other] = await Promise.all([prepareCalls(sandbox), prepareCalls(twin)]);
  const [without, under] = await Promise.all([
    makeCall(sandbox, plain[operationId]),
    makeCall(twin, other[operationId], { scenario }),
  ]);
  return { without: without.body, under: under.body, status: under.status };
}

describe('unknown-fields', () => {
  it.each(allOperations)(
    'unknown-fields: %s returns everything as usual, and additional fields in every object',
    async (operationId) => {
      const { without, under, status } = await bothWays(operationId, 'unknown-fields');
      expect(status).toBe(200);
      expect(under).toHaveProperty('newText');
      expect(withoutMore(under)).toEqual(without);
      expect(objectsIn(under).every((object) => 'newNothing' in object || 'of' in object)).toBe(true);
    },
  );
});

describe('nulls', () => {
  it.each(allOperations)(
    'nulls: %s returns null wherever the interface allows it, and still fits the interface',
    async (operationId) => {
      const { without, under, status } = await bothWays(operationId, 'nulls');
      expect(status).toBe(200);
      expect(faultsOf(operationId, 200, under)).toEqual([]);
      const nulls = pathsOfNull(under);
      expect(pathsOfNull(without).filter((path) => !nulls.some((other) => `${path}/`.startsWith(`${other}/`)))).toEqual(
        [],
      );
      for (const path of MAY_BE_NULL[operationId] ?? []) expect(nulls).toContain(path);
    },
  );
});

describe('unknown-status', () => {
  it.each(['bookTransfer', 'confirmReservationChange', 'getReservation'] as const)(
    'unknown-status: %s says neither that it is done nor that it is not',
    async (operationId) => {
      const call = await prepareCall(alone, operationId);
      const { body } = await makeCall(alone, call, { scenario: 'unknown-status' });
      expect(body).toMatchObject({ status: 'on_request', completed: false, reservations: [] });
      expect(body).not.toHaveProperty('error');
      expect((await makeCall(alone, call)).body).toMatchObject({ status: 'completed', completed: true });
    },
  );

  it.each(['createFlightOrder', 'getTracking'] as const)(
    'unknown-status: %s differs in its status only',
    async (operationId) => {
      const { without, under } = await bothWays(operationId, 'unknown-status');
      expect(under).toEqual({ ...without, status: 'on_request' });
    },
  );
});

describe('revoked-key', () => {
  it.each(allOperations)(
    'revoked-key: %s refuses the credential, and accepts it again in the next call [auth.invalid-credentials.403]',
    async (operationId) => {
      const call = await prepareCall(alone, operationId);
      const { status, body, headers } = await makeCall(alone, call, { scenario: 'revoked-key' });
      expect([status, body.code, headers['x-sandbox-scenario']]).toEqual([403, 'invalid_credentials', 'revoked-key']);
      expect((await makeCall(alone, call)).status).toBe(200);
    },
  );
});

const MAY_BE_NULL: Partial<Record<(typeof allOperations)[number], string[]>> = {
  searchFlights: ['/offers/0/holdId', '/offers/0/holdOptions/paymentRequiredBy'],
  bookTransfer: ['/partnerTrackingId', '/reservations/0/flight'],
  createFlightOrder: ['/holdExpiresAt'],
};

function withoutMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMore);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^new(Text|Number|List|Object|Nothing)$/.test(name))
      .map(([name, inner]) => [name, withoutMore(inner)]),
  );
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}

function pathsOfNull(value: unknown, path = ''): string[] {
  if (value === null) return [path];
  return typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => pathsOfNull(inner, `${path}/${name}`))
    : [];
}
