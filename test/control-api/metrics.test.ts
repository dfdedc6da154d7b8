import { describe, expect, inject, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, transferClient } from '../transfers/transfer-client.ts';
import { ADMIN, ADMIN_TOKEN, control, expectRefused, headersOf, makeProfile } from './control-client.ts';

const sandbox = useSandbox({ metrics: true, adminToken: ADMIN_TOKEN });
const client = transferClient(sandbox);
const SAMPLE = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/;

/** Returns the value of each sample. */
async function metrics(): Promise<Record<string, number>> {
  const { status, headers, text } = await control(sandbox.baseUrl, 'GET', '/metrics', { headers: ADMIN });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = line, value] = SAMPLE.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

const counted = (operation: string, status: string) =>
  `taxiway_requests_total{operation="${operation}",status="${status}"}`;

describe('the metrics', () => {
  it('count each request once, by operation and status, with its duration', async () => {
    await client.search();
    await sandbox.post('/search', {});
    await sandbox.get('/nowhere');
    await sandbox.get('/reservations/details', { headers: { Authorization: null } });
    await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: 'dropped' }).catch(() => undefined);
    const after = await metrics();
    expect(after[counted('searchTransfers', '200')]).toBe(1);
    expect(after[counted('searchTransfers', '400')]).toBe(1);
    expect(after[counted('searchTransfers', 'reset')]).toBe(1);
    expect(after[counted('none', '404')]).toBe(1);
    expect(after[counted('getReservation', '401')]).toBe(1);
    expect(after['taxiway_request_duration_seconds_count{operation="searchTransfers"}']).toBe(
      Object.entries(after)
        .filter(([name]) => name.startsWith('taxiway_requests_total{operation="searchTransfers"'))
        .reduce((sum, [, value]) => sum + value, 0),
    );
    expect((await metrics())[counted('getMetrics', '200')]).toBe(1);
  });

  it('show a pending booking as due once the clock of its profile has reached its outcome', async () => {
    const booked = await client.book(await client.priced(), {}, { scenario: 'pending' });
    expect(booked.status).toBe('pending');
    expect((await metrics())['taxiway_bookings_due']).toBe(0);
    sandbox.clock.advance(30_000);
    expect((await metrics())['taxiway_bookings_due']).toBe(1);
    await client.read({ searchId: booked.searchId });
    expect((await metrics())['taxiway_bookings_due']).toBe(0);
  });

  it('show the lag of the journal, which is zero after a read of the verdicts and the journal', async () => {
    await client.search();
    const { profileCode } = sandbox.sandbox.demoKeys;
    for (const path of ['verdicts', 'journal'])
      await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/${path}`, { headers: ADMIN });
    expect(await metrics()).toMatchObject({ taxiway_journal_lag_exchanges: 0 });
  });

  it('show the connections to the database if it has a pool', async () => {
    const names = Object.keys(await metrics()).filter((name) => name.startsWith('taxiway_pool'));
    const pool = ['taxiway_pool_total', 'taxiway_pool_idle', 'taxiway_pool_waiting'];
    expect(names).toEqual(inject('postgres') === undefined ? [] : pool);
  });

  it('show the process', async () => {
    expect((await metrics())['process_cpu_seconds_total']).toBeGreaterThan(0);
  });

  it('require the admin token', async () => {
    expectRefused(await control(sandbox.baseUrl, 'GET', '/metrics'), [401, 'admin_token_required']);
    const keys = await makeProfile(sandbox.baseUrl).catch(() => sandbox.sandbox.demoKeys);
    const refused = await control(sandbox.baseUrl, 'GET', '/metrics', { headers: headersOf(keys) });
    expect(refused.status).toBe(403);
  });

  it('are refused without the setting, and the refusal names the next step', async () => {
    const plain = await createSandbox({ log: 'silent' });
    const response = await control(await plain.listen(), 'GET', '/metrics');
    await plain.close();
    expectRefused(response, [409, 'metrics_off']);
    expect(response.text).toContain('--metrics');
  });
});
