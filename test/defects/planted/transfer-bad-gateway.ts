import type { Request } from 'express';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterRequests, alterResponses, around, together } from '../plants.ts';

export default [
  {
    name: 'answers-503-where-the-supplier-does-not-answer',
    rule: 'transfer.502.did-not-complete',
    breaks: 'A transfer call that the supplier does not respond to returns 503.',
    plant: alterResponses((response) => {
      if (response.status === 502) response.status = 503;
    }),
  },
  {
    name: 'finds-nothing-where-the-supplier-does-not-answer',
    rule: 'transfer.502.did-not-complete',
    breaks: 'A transfer search that the supplier does not respond to has no offers, and 200.',
    plant: alterResponses((response, { path }) => {
      if (response.status === 502 && path === '/search')
        Object.assign(response, { status: 200, body: { searchId: '0'.repeat(32), offers: [], liveMode: false } });
    }),
  },
  {
    name: 'fails-a-change-that-the-supplier-does-not-answer',
    rule: 'transfer.502.did-not-complete',
    breaks: 'A change that the supplier does not respond to returns 200 with status failed, as if it had been refused.',
    plant: alterResponses((response, { path }) => {
      if (response.status === 502 && path === '/reservations/changes') {
        const error = { code: 'supplier_unavailable', message: 'The supplier does not respond.' };
        Object.assign(response, {
          status: 200,
          body: {
            status: 'failed',
            completed: false,
            searchId: '0'.repeat(32),
            partnerTrackingId: null,
            reservations: [],
            error,
            liveMode: false,
          },
        });
      }
    }),
  },
  {
    name: 'does-not-find-what-was-booked-under-a-502',
    refuses: true,
    rule: 'transfer.502.proves-nothing',
    breaks: 'A booking that was made under a 502 cannot be read by its searchId.',
    plant: afterLost(['/book'], () => {
      throw new Refusal('reservation_not_found');
    }),
  },
  {
    name: 'does-not-find-what-was-changed-under-a-502',
    refuses: true,
    rule: 'transfer.502.proves-nothing',
    breaks: 'A change that was made under a 502 cannot be read by its searchId.',
    plant: afterLost(['/reservations/changes'], () => {
      throw new Refusal('reservation_not_found');
    }),
  },
  {
    name: 'breaks-down-over-a-read-after-a-502',
    refuses: true,
    rule: 'transfer.502.proves-nothing',
    breaks: 'The read of a booking or change that returned 502 returns 500 instead of telling that there is none.',
    plant: afterLost(['/book', '/reservations/changes'], (error) => {
      if (error) throw new Error('no row found');
    }),
  },
] satisfies Defect[] as Defect[];

/**
 * Puts something after each read by the searchId of a call that returned 502; `error` is what the read was refused
 * with.
 */
function afterLost(paths: readonly string[], read: (error: unknown) => void): Plant {
  const lost = new Set<unknown>();
  return together(
    alterRequests(['bookTransfer', 'confirmReservationChange'], (req) => {
      if (paths.includes(req.path) && selectsScenario(req, '502'))
        lost.add((req.body as { searchId?: unknown }).searchId);
    }),
    around(['getReservation'], async (run, call, req) => {
      const outcome = await run(call, req).then(
        (response) => ({ response, error: undefined }),
        (error: unknown) => ({ response: undefined, error }),
      );
      if (lost.has(req.query['searchId'])) read(outcome.error);
      if (!outcome.response) throw outcome.error;
      return outcome.response;
    }),
  );
}

function selectsScenario({ query }: Request, name: string): boolean {
  const { scenario } = query;
  return typeof scenario === 'string' && scenario.startsWith(name);
}
