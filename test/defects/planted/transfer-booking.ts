import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Defect } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { alterBodies, alterResponses, around, together } from '../plants.ts';
import type { Wire } from '../wire.ts';

export default [
  {
    name: 'answers-409-where-the-supplier-refuses',
    rule: 'transfer.booking.http-200-with-status',
    breaks: 'A booking that the supplier refuses returns 409 instead of 200 with a status.',
    plant: alterResponses((response, { path }) => {
      if (path === '/book' && response.body?.error?.code === 'supplier_rejected') {
        response.status = 409;
        response.body = {
          statusCode: 409,
          error: 'Conflict',
          ...response.body.error,
          message: [response.body.error.message],
          liveMode: false,
        };
      }
    }),
  },
  {
    name: 'answers-202-where-a-booking-goes-pending',
    rule: 'transfer.booking.http-200-with-status',
    breaks: 'A booking or change that goes pending returns 202.',
    plant: alterResponses((response, { method }) => {
      if (method === 'POST' && response.body?.status === 'pending') response.status = 202;
    }),
  },
  {
    name: 'calls-a-completed-change-confirmed',
    rule: 'transfer.booking.http-200-with-status',
    breaks: 'A change that completes has the status confirmed, which is none of the three.',
    plant: alterBodies(['confirmReservationChange'], (body) => {
      if (body.status === 'completed') body.status = 'confirmed';
    }),
  },
  {
    name: 'leaves-out-the-completed-flag',
    rule: 'transfer.booking.completed',
    breaks: 'A booking that completes does not carry the flag completed.',
    plant: alterBodies(['bookTransfer'], (body) => {
      delete body.completed;
    }),
  },
  {
    name: 'answers-the-completed-flag-as-a-string',
    rule: 'transfer.booking.completed',
    breaks: 'The flag completed of a change is the string "true".',
    plant: alterBodies(['confirmReservationChange'], (body) => {
      body.completed = String(body.completed);
    }),
  },
  {
    name: 'completes-a-change-without-reservations',
    rule: 'transfer.booking.completed',
    breaks: 'A change that completes has an empty list of reservations.',
    plant: alterBodies(['confirmReservationChange'], (body) => {
      body.reservations = [];
    }),
  },
  {
    name: 'calls-a-booking-failed-while-it-is-pending',
    rule: 'transfer.booking.pending',
    breaks: 'A booking without an outcome yet has the status failed.',
    plant: alterBodies(['bookTransfer'], (body) => {
      if (body.status === 'pending')
        Object.assign(body, {
          status: 'failed',
          error: { code: 'supplier_timeout', message: 'The supplier has not responded yet.' },
        });
    }),
  },
  {
    name: 'flags-a-pending-change-as-completed',
    rule: 'transfer.booking.pending',
    breaks: 'A change that is pending has the flag completed.',
    plant: alterBodies(['confirmReservationChange'], (body) => {
      if (body.status === 'pending') body.completed = true;
    }),
  },
  {
    name: 'flags-a-pending-booking-as-completed-when-read',
    rule: 'transfer.booking.pending',
    breaks: 'The read of a pending booking has the flag completed.',
    plant: alterBodies(['getReservation'], (body) => {
      if (body.status === 'pending') body.completed = true;
    }),
  },
  {
    name: 'does-not-find-a-pending-booking',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'The read of a booking that is pending returns none.',
    plant: around(['getReservation'], async (run, call, req) => {
      const response = await run(call, req);
      if ((response.body as { status: string }).status === 'pending') throw new Refusal('reservation_not_found');
      return response;
    }),
  },
  {
    name: 'stays-pending-for-good',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'A booking that was pending once is read pending for ever.',
    plant: alterBodies(['getReservation'], rememberPending()),
  },
  {
    name: 'reads-a-failed-booking-as-completed',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'A pending booking that failed is read completed.',
    plant: alterBodies(['getReservation'], (body) => {
      if (body.status === 'failed') Object.assign(body, { status: 'completed', completed: true, error: undefined });
    }),
  },
  {
    name: 'gives-no-reason-for-a-refusal',
    rule: 'transfer.booking.failed',
    breaks: 'A booking that is refused has no error field.',
    plant: alterBodies(['bookTransfer'], (body) => {
      delete body.error;
    }),
  },
  {
    name: 'gives-an-empty-reason-for-a-refusal',
    rule: 'transfer.booking.failed',
    breaks: 'The error of a change that is refused is empty.',
    plant: alterBodies(['confirmReservationChange'], (body) => {
      if (body.error) body.error = { code: '', message: '' };
    }),
  },
  {
    name: 'makes-a-reservation-of-a-refused-booking',
    rule: 'transfer.booking.failed',
    breaks: 'A booking that the supplier refuses has the status failed, and can be read.',
    plant: around(['bookTransfer'], async (run, call, req) => {
      const refuses = call.effects.supplier?.booking?.outcome === 'failed';
      const { body } = await run(refuses ? { ...call, effects: {} } : call, req);
      return {
        body: refuses
          ? {
              ...body,
              status: 'failed',
              completed: false,
              reservations: [],
              error: { code: 'supplier_rejected', message: 'The supplier refuses the booking.' },
            }
          : body,
      };
    }),
  },
  {
    name: 'reads-a-failed-change-as-completed',
    rule: 'transfer.booking.pending.read-outcome',
    breaks: 'A pending change that failed is read completed.',
    plant: readsFailedChanges(),
  },
] satisfies Defect[] as Defect[];

/** A booking returned as pending stays pending for ever. */
function rememberPending(): (body: Wire) => void {
  const pending = new Set<string>();
  return (body) => {
    if (body.status === 'pending') pending.add(body.searchId);
    else if (pending.has(body.searchId))
      Object.assign(body, { status: 'pending', completed: false, reservations: [], error: undefined });
  };
}

function readsFailedChanges(): Plant {
  const changes = new Set<unknown>();
  return together(
    alterBodies(['searchReservationChanges'], ({ searchId }) => {
      changes.add(searchId);
    }),
    alterBodies(['getReservation'], (body) => {
      if (body.status === 'failed' && changes.has(body.searchId))
        Object.assign(body, { status: 'completed', completed: true, error: undefined });
    }),
  );
}
