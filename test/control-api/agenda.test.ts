import { beforeEach, describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest } from '../transfers/transfer-client.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { clockedProfile, RIDE_EVENTS } from './clocked-profile.ts';

const server = useSandbox();
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
});

const agenda = async (query = '') => (await mine.call('get', `agenda${query}`)).body;
const advance = (to: unknown) => mine.call('post', 'clock/advance', { to });
const pending = async () => {
  const priced = await mine.transfers.priced();
  await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario: 'pending' });
  return (await mine.list('reservations'))[0]?.resourceId as string;
};

describe('the agenda of a profile', () => {
  it('is empty at first', async () => {
    expect(await agenda()).toMatchObject({ due: [], dueTotal: 0 });
    const refused = await advance('next');
    expect([refused.status, refused.body.code]).toEqual([409, 'nothing_due']);
  });

  it('lists due events in time order', async () => {
    const id = await pending();
    const { due, dueTotal } = await agenda();
    expect(due.map(({ what }: { what: string }) => what)).toEqual([
      'booking_completed',
      'offers_expired',
      'pricing_expired',
      'search_forgotten',
      ...RIDE_EVENTS,
    ]);
    expect(due[0]).toMatchObject({ kind: 'reservation', resourceId: id });
    expect(dueTotal).toBe(4 + RIDE_EVENTS.length);
    expect((await agenda('?limit=1')).due).toHaveLength(1);
    await mine.call('post', `resources/${id}/actions`, { action: 'fail' });
    expect((await agenda()).dueTotal).toBe(3);
  });

  it('lets the clock advance event by event, and reports each once', async () => {
    await pending();
    const seen: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { due } = await agenda('?limit=1');
      if (due.length === 0) break;
      const { body } = await advance('next');
      expect(body.due[0]).toEqual(due[0]);
      expect(body.now).toBe(due[0].at);
      seen.push(...body.due.map(({ what }: { what: string }) => what));
    }
    expect(seen[0]).toBe('booking_completed');
    expect(seen).toContain('ride_completed');
    expect(new Set(seen.filter((what) => what !== 'refund_lowered')).size).toBe(
      seen.filter((what) => what !== 'refund_lowered').length,
    );
    expect((await agenda()).dueTotal).toBe(0);
  });

  it('lets the clock advance to a named event of a resource', async () => {
    const id = await pending();
    await mine.call('post', `resources/${id}/actions`, { action: 'complete' });
    const { body } = await advance({ what: 'driver_assigned', resourceId: id });
    expect(body.due.at(-1)).toMatchObject({ what: 'driver_assigned', resourceId: id });
    const refused = await advance({ what: 'driver_assigned', resourceId: id });
    expect(refused.body).toMatchObject({
      code: 'nothing_due',
      details: [{ path: '/to', message: `nothing like driver_assigned of ${id} falls due on this clock` }],
    });
  });

  it.each([{}, { by: 'PT1M', to: 'next' }, { to: 'last' }, { to: {} }, { to: { what: 'nothing' } }])(
    'refuses %j',
    async (body) => {
      expect((await mine.call('post', 'clock/advance', body)).body.code).toBe('invalid_request');
    },
  );
});
