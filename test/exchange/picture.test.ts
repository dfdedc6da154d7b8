import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawFinding } from '../../docs/openapi/finding-picture.ts';
import { drawPicture } from '../../src/exchange/picture/draw-picture.ts';
import { pictureOfEvidence } from '../../src/exchange/picture/picture-of-evidence.ts';

const AT = '2027-01-10T12:00:00.000Z';
const booked = { at: AT, method: 'POST', path: '/book?scenario=502', status: 502, response: null };
const again = {
  ...{ at: '2027-01-10T12:00:03.200Z', method: 'POST', path: 'https://api.example/book', status: 200 },
  response: '{"status":"completed","reservations":[{"confirmationNumber":"ABC12345678","pick…',
};
const BROKEN = { sentence: 'Read before `POST /book` <again>.', instead: 'Read it.' };

it('the picture in README and docs matches a run of the current code', async () => {
  expect(await drawFinding(), 'run: npm run generate').toBe(readFileSync('docs/guides/console/finding.svg', 'utf8'));
});

it('a finding becomes calls with a lost response, the bookings that exist, and the rule at the last call', () => {
  const picture = pictureOfEvidence('Booked again', [booked, again], BROKEN);
  expect(picture.calls).toMatchObject([
    { name: 'POST /book', outcome: '502', isLost: true, tone: 'bad', broken: null },
    { name: 'POST /book', outcome: '200 completed', isLost: false, tone: 'good', broken: BROKEN },
  ]);
  expect(picture.standing).toEqual([{ at: again.at, by: 1, text: 'ABC12345678 booked', isBad: true }]);
});

it('a drawing is a list of events with escaped texts, gaps, and the clock jump', () => {
  const { calls, ...rest } = pictureOfEvidence('A "title"', [booked, again, booked], BROKEN);
  const hour = '2027-01-10T13:00:03.200Z';
  const timed = calls.map((call, index) => ({ ...call, realTime: call.at, ...(index === 2 && { at: hour }) }));
  const svg = drawPicture({ ...rest, calls: timed });
  const events = svg.split('<g role="listitem">').slice(1).map(wordsOf);
  expect(events).toEqual([
    '12:00:00.000 POST /book 502',
    '3.2 s later',
    '12:00:03.200 POST /book 200 completed ABC12345678 booked 12:00:03',
    'the clock moved 1 h ahead',
    '13:00:03.200 POST /book 502 Read before POST /book &#60;again&#62;. Instead: Read it.',
  ]);
  expect(svg).toContain('aria-label="A &#34;title&#34;"');
  expect(svg).not.toMatch(/<script|style=|<style/);
});

it('a drawing shows the latest twenty calls, and counts the others', () => {
  const many = Array.from({ length: 23 }, () => booked);
  expect(wordsOf(drawPicture(pictureOfEvidence('Many', many, null)))).toMatch(/^client service 3 earlier calls/);
});

function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
