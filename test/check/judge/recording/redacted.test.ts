import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { judge } from '../support/judged.ts';
import { traveller } from '../support/traveller.ts';

const ada = traveller('ada');
const lawful = [ada.search(), ada.price(), ada.book('completed'), ada.read('completed')];
const TOKEN_RULES = [
  'transfer.token.unchanged',
  'transfer.token.opaque',
  'transfer.token.bound-to-offer',
  'transfer.identifiers.booking-token',
  'transfer.identifiers.pricing-token',
];

describe('a recording that shows tokens redacted', () => {
  it.each(['[REDACTED]', '<redacted>', '***', '•••••', '…'])(
    'a recording with tokens redacted as %s leaves their rules undecided',
    (mark) => {
      const { verdict } = judge(lawful.map(redacting(/Token$/, mark)));
      for (const rule of TOKEN_RULES) {
        expect([rule, verdict(rule).verdict]).toEqual([rule, 'undecided']);
        expect(verdict(rule).reason).toContain('redacted');
      }
      expect(verdict('transfer.identifiers.search-id').verdict).toBe('kept');
    },
  );

  it('decides the same rules if only other values are redacted', () => {
    const { verdict, findings } = judge(lawful.map(redacting(/^(?:firstName|lastName|email|phoneNumber)$/)));
    for (const rule of TOKEN_RULES) expect([rule, verdict(rule).verdict]).toEqual([rule, 'kept']);
    expect(findings).toEqual([]);
  });

  it('breaks no rule with two bookings that redaction makes indistinguishable', () => {
    const twice = [ada.search(), ada.price(), ada.book('pending'), ada.book('pending'), ada.read('completed')];
    const { verdict } = judge(twice.map(redacting(/Token$/)));
    expect(verdict('transfer.booking.pending.no-resend')).toMatchObject({ verdict: 'undecided', broken: 0 });
    expect(judge(twice).verdict('transfer.booking.pending.no-resend').verdict).toBe('broken');
  });

  it('leaves identifiers undecided that the address shows redacted', () => {
    const read = { ...ada.read('completed'), target: '/reservations/details?searchId=%5BREDACTED%5D' };
    const { verdict } = judge([...lawful.slice(0, 3), read]);
    expect(verdict('transfer.identifiers.search-id')).toMatchObject({ broken: 0, undecided: 1 });
  });

  it('treats a text that only mentions a redaction as plain text', () => {
    const noted = ada.book('completed', { specialInstructions: 'name removed from sign, *** please' });
    const { verdict } = judge([ada.search(), ada.price(), noted, ada.read('completed')].map(redacting(/^nothing$/)));
    expect(verdict('transfer.token.unchanged').verdict).toBe('kept');
  });
});

/** Writes both bodies as a recorder does that redacts the values of some names. */
function redacting(names: RegExp, mark = '[REDACTED]'): (sketch: Sketch) => Sketch {
  const toText = (value: unknown) =>
    JSON.stringify(value, (name, part: unknown) => (typeof part === 'string' && names.test(name) ? mark : part));
  return ({ sent, received, ...sketch }) => ({
    ...sketch,
    ...(sent !== undefined && { sentBody: { text: toText(sent) } }),
    ...(received !== undefined && { body: { text: toText(received) } }),
  });
}
