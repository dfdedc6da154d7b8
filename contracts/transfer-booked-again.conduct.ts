import type { ConductArea, View } from '../src/check/judge/conduct.ts';
import { later, nameOf } from '../src/check/judge/expectations/bookings.ts';
import { findMade } from '../src/check/judge/expectations/made.ts';

const area: ConductArea = {
  name: 'after a booking that was made',
  checks: [
    {
      title: 'a trip that a response shows as booked is not booked again',
      rules: ['transfer.502.read-before-rebooking'],
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion: 'another booking after a booking that its response or a read shows as completed',
      wrong:
        'They read after a 502, and book again regardless of the result. Or the form is still open after the ' +
        'confirmation, and a second click sends the booking again.',
      right:
        'Check the result of the read. If it shows the booking as completed, send no further booking for the trip ' +
        'until it is cancelled.',
      scenarios: ['502-after-commit', 'pending', 'resend-double-books'],
      judge: breakWhereMade,
    },
  ],
};

export default area;

function breakWhereMade(view: View): void {
  const made = findMade(view);
  if (!made) return;
  const { booking, shown } = made;
  view.broken({
    expected: `no other ${nameOf(booking)} for the trip that is booked`,
    actual: `another ${nameOf(view.exchange)} for it, ${later(shown, view.exchange)}`,
    before: booking === shown ? [booking] : [booking, shown],
    assumption: 'conduct.booked-again',
  });
}
