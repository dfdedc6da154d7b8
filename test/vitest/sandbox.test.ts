import { describe, expect, test as base, vi } from 'vitest';
import { sandbox } from '../../src/vitest/sandbox.ts';
import { bookTransfer, readTransfer, searchFlights } from './client.ts';

const test = base.extend('sandbox', { scope: 'file' }, sandbox);
test.beforeEach(async ({ sandbox }) => {
  await sandbox.reset();
  await sandbox.clock.freeze('2099-01-10T12:00:00Z');
});

describe('the fixture sandbox', () => {
  test('accepts calls with its headers', async ({ sandbox }) => {
    const { status, body } = await searchFlights(sandbox);
    expect(status).toBe(200);
    expect(body.offers.length).toBeGreaterThan(0);
  });

  test('knows no key pair but that of its profile', async ({ sandbox }) => {
    const demo = {
      Authorization: 'Bearer sk_sandbox_taxiway_demo',
      'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
    };
    expect((await searchFlights({ ...sandbox, headers: demo })).status).toBe(403);
  });

  test('is the same one for every test of the file', ({ sandbox }) => {
    expect(seen.push(sandbox)).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(1);
  });

  test('puts the next calls into the armed scenario, and no others', async ({ sandbox }) => {
    await sandbox.arm('no-offers', 1);
    expect((await searchFlights(sandbox)).body.offers).toEqual([]);
    expect((await searchFlights(sandbox)).body.offers).not.toEqual([]);
  });

  test('keeps a scenario armed until it is ended', async ({ sandbox }) => {
    await sandbox.arm('no-offers');
    for (let i = 0; i < 3; i++) expect((await searchFlights(sandbox)).body.offers).toEqual([]);
    await sandbox.arm(null);
    expect((await searchFlights(sandbox)).body.offers).not.toEqual([]);
  });

  test('says what it refuses, and why', async ({ sandbox }) => {
    await expect(sandbox.arm('book:502-after-comit')).rejects.toThrow(
      'the sandbox refused PUT /scenario {"scenario":"book:502-after-comit"} with 400 unknown_scenario: ' +
        '"502-after-comit" is not a scenario. Did you mean 502-after-commit?',
    );
    await expect(sandbox.arm('zzzzzzzz')).rejects.toThrow('"zzzzzzzz" is not a scenario; here you can use: 502, ');
    const form = 'by must be an ISO 8601 duration of days, hours, minutes and seconds, for example PT21M, got';
    await expect(sandbox.clock.advance('soon')).rejects.toThrow(`with 400 invalid_request: ${form} "soon"`);
    await expect(sandbox.clock.advance(1000 as unknown as string)).rejects.toThrow(`${form} "1000"`);
  });

  test('freezes and advances the clock, and what falls due has happened', async ({ sandbox }) => {
    expect(await sandbox.clock.freeze('2099-01-10T12:30:00Z')).toBe('2099-01-10T12:30:00.000Z');
    await sandbox.arm('book:pending(reads=9,after=PT5M)');
    const booked = await bookTransfer(sandbox, '2099-03-15T11:30:00');
    expect(booked.status).toBe('pending');
    expect(await sandbox.clock.advance('PT5M')).toBe('2099-01-10T12:35:00.000Z');
    expect(await readTransfer(sandbox, booked.searchId)).toMatchObject({ status: 'completed' });
  });

  test('forgets all of that at a reset', async ({ sandbox }) => {
    const { searchId } = await bookTransfer(sandbox, '2099-03-15T11:30:00');
    await sandbox.arm('no-offers');
    await sandbox.reset();
    expect(await readTransfer(sandbox, searchId)).toMatchObject({ statusCode: 400 });
    expect(Date.parse(await sandbox.clock.freeze())).toBeLessThan(Date.parse('2099-01-01T00:00:00Z'));
    await sandbox.clock.freeze('2099-01-10T12:00:00Z');
    expect((await searchFlights(sandbox)).body.offers).not.toEqual([]);
  });

  test('works under fake timers and a fetch that is a stand-in', async ({ sandbox }) => {
    const { fetch } = globalThis;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval'] });
    vi.stubGlobal('fetch', () => {
      throw new Error('not this one');
    });
    try {
      await sandbox.arm('no-offers', 1);
      expect((await searchFlights(sandbox, fetch)).body.offers).toEqual([]);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });
});

const seen: object[] = [];
test.beforeEach(({ sandbox }) => {
  seen.push(sandbox);
});
