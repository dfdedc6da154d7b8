import type { Seam } from '../../../src/server/create-sandbox.ts';
import { Refusal } from '../../../src/errors/refusal.ts';
import type { Defect } from '../defect.ts';
import { around } from '../plants.ts';

const rule = 'transfer.change.original-stays-active';

export default [
  {
    name: 'closes-the-original-at-the-change-search',
    rule,
    breaks: 'A reservation is changed as soon as a change of it has been searched.',
    plant: closesOriginal('searchReservationChanges', () => true, 'changed'),
  },
  {
    name: 'closes-the-original-at-a-change-that-is-pending',
    rule,
    breaks: 'A reservation is changed while its change is still pending.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'pending', 'changed'),
  },
  {
    name: 'cancels-the-original-when-its-change-fails',
    rule,
    breaks: 'A reservation is cancelled when a change of it fails.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'failed', 'cancelled'),
  },
  {
    name: 'hides-the-original-while-its-change-is-pending',
    rule,
    breaks: 'A reservation cannot be read while its change is pending.',
    plant: closesOriginal('confirmReservationChange', ({ status }) => status === 'pending', null),
  },
  {
    name: 'moves-the-original-at-the-change-search',
    rule,
    breaks: 'The pickup of a reservation moves when a change of it is searched.',
    plant: movesOriginal(),
  },
] satisfies Defect[] as Defect[];

/** From such an answer on, the reservation reads with another state, or, with null, cannot be read; until its change is made. */
function closesOriginal(operationId: 'searchReservationChanges' | 'confirmReservationChange', closing: (body: { status?: string }) => boolean, state: string | null): Seam {
  const closed = new Set<unknown>();
  return around([operationId, 'confirmReservationChange', 'getReservation'], async (run, call, req) => {
    const { body } = await run(call, req);
    if (req.method === 'GET') return { body: asClosed(body, closed, state) };
    const { reservationId } = req.body as { reservationId: string };
    if ((body as { status?: string }).status === 'completed') closed.delete(reservationId);
    else if (isAt(req.path, operationId) && closing(body)) closed.add(reservationId);
    return { body };
  });
}

function isAt(path: string, operationId: string): boolean {
  return path.endsWith('/search') === (operationId === 'searchReservationChanges');
}

function asClosed(body: object, closed: ReadonlySet<unknown>, state: string | null): object {
  const copy = structuredClone(body) as { reservations: { reservationId: string; state: string | null }[] };
  for (const reservation of copy.reservations.filter(({ reservationId }) => closed.has(reservationId))) {
    if (state === null) throw new Refusal('reservation_not_found');
    reservation.state = state;
  }
  return copy;
}

function movesOriginal(): Seam {
  const moved = new Map<string, string>();
  return around(['searchReservationChanges', 'getReservation'], async (run, call, req) => {
    const { body } = await run(call, req);
    if (req.method === 'POST') {
      const { reservationId, pickupDateTime } = req.body as { reservationId: string; pickupDateTime?: string };
      if (pickupDateTime) moved.set(reservationId, `${pickupDateTime}Z`);
      return { body };
    }
    const copy = structuredClone(body) as { reservations: { reservationId: string; pickupDateTime: string }[] };
    for (const one of copy.reservations) one.pickupDateTime = moved.get(one.reservationId) ?? one.pickupDateTime;
    return { body: copy };
  });
}
