import { appendFileSync } from 'node:fs';
import { expect, test as base } from 'vitest';
import { sandbox } from '../../../src/vitest/sandbox.ts';
import { present } from '../../support/present.ts';
import { bookTransfer } from '../client.ts';

const test = base.extend('sandbox', { scope: 'file' }, sandbox);

/** The test of both files of this suite: it notes what it was given. */
export function defineBooking(): void {
  test('books', async ({ sandbox }) => {
    await sandbox.clock.freeze('2099-01-10T12:00:00Z');
    const before = await (
      await fetch(`${sandbox.baseUrl}/_sandbox/profiles/${sandbox.keys.profileCode}/resources?kind=reservations`, {
        headers: sandbox.headers,
      })
    ).json();
    const { status } = await bookTransfer(sandbox, '2099-03-15T11:30:00');
    expect(status).toBe('completed');
    appendFileSync(
      present(process.env.TAXIWAY_TEST_NOTES, 'file for notes'),
      `${JSON.stringify({ baseUrl: sandbox.baseUrl, keys: sandbox.keys, before })}\n`,
    );
  });
}
