import { expect, it } from 'vitest';
import type { TestSandbox } from '../support/sandbox.ts';
import { useSandbox } from '../support/sandbox.ts';
import { transferClient } from './transfer-client.ts';

const [one, same, other] = [useSandbox({ seed: 'again' }), useSandbox({ seed: 'again' }), useSandbox({ seed: 'else' })];

it('the same seed, clock and requests return the same bytes, and another seed different ones', async () => {
  const [first, second, third] = await Promise.all([one, same, other].map(walk));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

async function walk(sandbox: TestSandbox): Promise<string> {
  const client = transferClient(sandbox);
  const reservation = await client.reserve();
  const change = await client.confirm(reservation.reservationId, await client.pricedChange(reservation.reservationId));
  const { reservationId, pickupDateTime } = change.reservations[0];
  sandbox.clock.set(pickupDateTime);
  const rides = ['/reservations/driver-vehicle', '/reservations/tracking'].map(
    async (path) => (await sandbox.get(path, { query: { reservationId } })).text,
  );
  return JSON.stringify([reservation, change, await Promise.all(rides)]);
}
