import { describe, expect, it } from 'vitest';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const NO_RESEND = 'transfer.booking.pending.no-resend';
const READ_OUTCOME = 'transfer.booking.pending.read-outcome';
const ada = traveller('ada');
const again = traveller('ada-2', { name: 'ada' });
/** So many minutes after noon. */
const at = (minute: number) => Date.parse('2027-01-10T12:00:00Z') + minute * 60_000;
const untilPending = [ada.search(), ada.price(), ada.book('pending')];

describe('a pending booking that is sent again', () => {
  it('breaks the rule, with both exchanges as evidence', () => {
    const { notable, verdict } = judge([...untilPending, ada.book('pending'), ada.read('completed')]);
    expect(notable).toEqual({ [NO_RESEND]: 'broken' });
    expect(verdict(NO_RESEND)).toMatchObject({
      broken: 1,
      findings: [
        { level: 'broken', actual: 'the same booking again, 1 s later', exchanges: [{ id: 'x3' }, { id: 'x4' }] },
      ],
    });
  });

  it('breaks the rule each time', () => {
    const resent = [ada.book('pending'), ada.book('pending'), ada.read('completed')];
    expect(judge([...untilPending, ...resent]).verdict(NO_RESEND).broken).toBe(2);
  });

  it('breaks the rule as a change confirmation too', () => {
    const { changes } = ada;
    const { notable } = judge([
      ...[ada.search(), ada.price(), ada.book('completed'), ada.read('completed')],
      ...[changes.search(), changes.price(), changes.confirm('pending'), changes.confirm('completed')],
      changes.read('completed'),
    ]);
    expect(notable).toEqual({ [NO_RESEND]: 'broken' });
  });

  it('breaks the rule after a lost response, if a read returned pending', () => {
    const lost = [ada.search(), ada.price(), ada.book(502), ada.read('pending'), ada.book('pending')];
    expect(judge([...lost, ada.read('completed')]).notable).toEqual({ [NO_RESEND]: 'broken' });
  });

  it('does not break the rule if the second request began before the first had its response', () => {
    const doubleClick = ada.book('pending', {}, { overlaps: true });
    const { notable, findings } = judge([...untilPending, doubleClick, ada.read('completed')]);
    expect(notable).toEqual({ 'transfer.502.read-before-rebooking': 'warn' });
    expect(findings).toMatchObject([{ assumption: 'conduct.twin-booking' }]);
  });

  it('is lawful once a read returned failed', () => {
    const corrected = [
      ada.read('failed'),
      ada.book('completed', { specialInstructions: 'ring' }),
      ada.read('completed'),
    ];
    expect(judge([...untilPending, ...corrected]).notable).toEqual({});
  });
});

describe('a pending booking', () => {
  it('keeps the rule with a read by any identifier that returns an outcome', () => {
    const queries: Record<string, string>[] = [
      { searchId: ada.ids.searchId },
      { partnerTrackingId: 'own-1' },
      { reservationId: ada.reservationId },
      { confirmationNumber: ada.confirmationNumber },
    ];
    for (const query of queries) {
      const booked = ada.book('pending', { partnerTrackingId: 'own-1' });
      const judged = judge([ada.search(), ada.price(), booked, ada.read('pending'), ada.read('completed', query)]);
      expect(judged.verdict(READ_OUTCOME)).toMatchObject({ verdict: 'kept', kept: 1 });
    }
  });

  it('an unread pending booking breaks the rule at the end', () => {
    const { notable, verdict } = judge(untilPending);
    expect(notable).toEqual({ [READ_OUTCOME]: 'broken' });
    expect(verdict(READ_OUTCOME).findings[0]?.exchanges.map(({ id }) => id)).toEqual(['x3']);
  });

  it('a read for another traveller does not count as a read of the pending booking', () => {
    const bob = traveller('bob');
    const other = [bob.search(), bob.price(), bob.book('pending'), bob.read('completed')];
    expect(judge([...untilPending, ...other]).notable).toEqual({ [READ_OUTCOME]: 'broken' });
  });

  it('breaks the rule with another booking for the trip meanwhile', () => {
    const rebooked = [
      ada.read('pending'),
      again.search(),
      again.price(),
      again.book('completed'),
      again.read('completed'),
    ];
    const { notable, verdict } = judge([...untilPending, ...rebooked]);
    expect(notable).toEqual({ [READ_OUTCOME]: 'broken' });
    expect(verdict(READ_OUTCOME).findings[0]?.actual).toBe(
      'another booking for the same trip, 4 s later, after 1 read that said pending',
    );
  });

  it('keeps the rule with a second car of the same search, if each has its own partnerTrackingId and is read', () => {
    const own = { partnerTrackingId: 'own-1' };
    const bookingToken = `bt_other+${ada.ids.bookingToken}`;
    const offer = { resultId: `${ada.ids.resultId}-other`, bookingToken };
    const second = { ...offer, pricingToken: 'pt_second', partnerTrackingId: 'own-2' };
    const booked = [
      ada.search(),
      ada.price(),
      ada.price(offer, { received: { pricingToken: 'pt_second', ...offer, expiresAt: '2027-01-10T12:20:00.000Z' } }),
      ada.book('pending', own),
    ];
    const other = ada.book('pending', second);
    const read = (id: string) => ada.read('completed', { partnerTrackingId: id });
    expect(judge([...booked, other, read('own-1'), read('own-2')]).notable).toEqual({});
    const unread = judge([...booked, ada.read('pending', own), other, read('own-2')]);
    expect(unread.verdict(READ_OUTCOME)).toMatchObject({ verdict: 'broken', broken: 1, kept: 1 });
    expect(unread.findings[0]?.actual).toBe('1 read that said pending, and none after another booking for the trip');
    const shared = ada.book('pending', { ...second, partnerTrackingId: 'own-1' });
    expect(judge([...booked, shared, read('own-1')]).findings).toMatchObject([{ assumption: 'conduct.booked-again' }]);
  });

  it('is a different trip from a booking with the same partnerTrackingId on another day', () => {
    const own = { partnerTrackingId: 'order-1' };
    const tuesday = traveller('tuesday', { name: 'ada', pickupDateTime: '2027-03-16T11:30:00' });
    const next = [tuesday.search(), tuesday.price(), tuesday.book('completed', own), tuesday.read('completed')];
    const booked = [ada.search(), ada.price(), ada.book('pending', own)];
    expect(judge([...booked, ...next, ada.read('completed')]).verdict(READ_OUTCOME).verdict).toBe('kept');
    const lost = [ada.search(), ada.price(), ada.book(502, own)];
    expect(judge([...lost, ...next, ada.read('completed')]).verdict('transfer.502.read-before-rebooking').verdict).toBe(
      'kept',
    );
  });

  it('allows a booking of the return trip, and of the same trip for another traveller', () => {
    const back = traveller('back', { name: 'ada', pickupDateTime: '2027-03-18T09:00:00' });
    const bob = traveller('bob');
    const others = [back, bob].flatMap((one) => [
      one.search(),
      one.price(),
      one.book('completed'),
      one.read('completed'),
    ]);
    expect(judge([...untilPending, ...others, ada.read('completed')]).notable).toEqual({});
  });

  it('a pending booking that a read shows as failed may be booked as a new trip', () => {
    const rebooked = [again.search(), again.price(), again.book('completed'), again.read('completed')];
    expect(judge([...untilPending, ada.read('failed'), ...rebooked]).notable).toEqual({});
  });

  it('cannot be decided if a read does not find it, and the trip is booked again', () => {
    const rebooked = [again.search(), again.price(), again.book('completed'), again.read('completed')];
    for (const status of [400, 404])
      expect(judge([...untilPending, ada.read(status), ...rebooked]).notable).toEqual({ [READ_OUTCOME]: 'undecided' });
    const resent = [ada.read(404), ada.book('completed'), ada.read('completed')];
    expect(judge([...untilPending, ...resent]).notable).toEqual({ [NO_RESEND]: 'undecided' });
  });

  it('does not count as read after a request that the service has to refuse', () => {
    const refused = ada.read(400, { searchId: ada.ids.searchId, lang: 'en' });
    const resent = [refused, ada.book('pending'), ada.read('completed')];
    expect(judge([...untilPending, ...resent]).notable).toEqual({ [NO_RESEND]: 'broken' });
  });

  it('stays pending if a pending read lists a reservation', () => {
    const reservations = [{ reservationId: ada.reservationId, searchId: ada.ids.searchId }];
    const received = { status: 'pending', completed: false, searchId: ada.ids.searchId, reservations };
    const listed = ada.read('pending', undefined, { received });
    expect(judge([...untilPending, listed, ada.book('pending'), ada.read('completed')]).notable).toEqual({
      [NO_RESEND]: 'broken',
    });
  });

  it('does not count as read after reads of another booking of the same search', () => {
    const own = ada.book('pending', { partnerTrackingId: 'own-1' });
    const reservation = { reservationId: 'r-2', searchId: ada.ids.searchId, traveller: { firstName: 'bob' } };
    const received = { status: 'completed', completed: true, searchId: ada.ids.searchId, reservations: [reservation] };
    const others = [
      ada.price({}, { received: { pricingToken: 'pt_of-bob', expiresAt: '2027-01-10T12:20:00.000Z' } }),
      ada.book('completed', { pricingToken: 'pt_of-bob', traveller: { firstName: 'bob' } }, { received }),
    ];
    const queries = [{ reservationId: 'r-2' }, { partnerTrackingId: 'own-2' }] as Record<string, string>[];
    for (const query of queries) {
      const { verdict } = judge([
        ada.search(),
        ada.price(),
        own,
        ...others,
        ada.read('completed', query, { received }),
      ]);
      expect(verdict(READ_OUTCOME)).toMatchObject({ broken: 1 });
    }
  });

  it('cannot be decided if a body is not recorded', () => {
    const hidden = { sentBody: 'unknown' } as const;
    const lawful = judge([...untilPending, ada.book('pending', {}, hidden), ada.read('completed')]);
    expect(lawful.verdict(NO_RESEND)).toMatchObject({ broken: 0, undecided: 1 });
    const unseen = judge([ada.search(), ada.price(), ada.book('pending', {}, hidden), ada.read('pending')]);
    expect(unseen.verdict(READ_OUTCOME)).toMatchObject({ broken: 0, undecided: 1 });
  });

  it('does not count as pending because of refused reads', () => {
    const { verdict } = judge([...untilPending, ada.read(500), ada.read('pending'), ada.read(502)]);
    expect(verdict(READ_OUTCOME).reason).toContain('1 read that said pending and 2 reads that said nothing of it');
  });

  it('cannot be decided if the recording ends soon after a read that said pending', () => {
    const { notable, verdict } = judge([...untilPending, ada.read('pending'), ada.read('pending')]);
    expect(notable).toEqual({ [READ_OUTCOME]: 'undecided' });
    expect(verdict(READ_OUTCOME).reason).toContain('2 reads that said pending');
  });

  it('counts as abandoned if the recording ends long after the last read', () => {
    const muchLater = traveller('bob').search({ at: Date.parse('2027-01-10T12:15:00Z') });
    expect(judge([...untilPending, ada.read('pending'), muchLater]).notable).toEqual({ [READ_OUTCOME]: 'broken' });
  });

  it('does not count as abandoned during reads with growing pauses', () => {
    const reads = [1, 4, 13].map((minute) => ada.read('pending', undefined, { at: at(minute) }));
    const until = (minute: number) => judge([...untilPending, ...reads, traveller('bob').search({ at: at(minute) })]);
    expect(until(39).notable).toEqual({ [READ_OUTCOME]: 'undecided' });
    expect(until(41).notable).toEqual({ [READ_OUTCOME]: 'broken' });
  });

  it('a read of the unchanged original does not decide a pending change', () => {
    const { changes } = ada;
    const { notable } = judge([
      ...[ada.search(), ada.price(), ada.book('completed'), ada.read('completed')],
      ...[changes.search(), changes.price(), changes.confirm('pending')],
      ada.read('completed', { reservationId: ada.reservationId }),
    ]);
    expect(notable).toEqual({ [READ_OUTCOME]: 'undecided' });
  });
});
