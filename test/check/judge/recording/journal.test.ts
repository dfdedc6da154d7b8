import { expect, it } from 'vitest';
import { conclude } from '../../../../src/check/judge/conclusion.ts';
import { judgeText, reportOn, standing } from '../support/recordings.ts';

const body = (value: unknown) => ({
  headers: [['X-Service-Id', 'pk_a:dp_a']],
  body: JSON.stringify(value),
  encoding: 'utf-8',
  bodyBytes: JSON.stringify(value).length,
  cut: false,
});

/** A line of an export: a booking whose response is pending. */
function line(sequence: number, more: object = {}): object {
  return {
    sequence,
    exchangeId: `req_${sequence}`,
    at: Date.parse('2027-01-10T12:00:00Z') + sequence * 1000,
    operationId: 'bookTransfer',
    method: 'POST',
    path: '/transfers/book?scenario=pending',
    status: 200,
    ending: 'answered',
    scenario: 'pending',
    scenarioFrom: 'query',
    request: body({ pricingToken: 'pt_1' }),
    response: body({ status: 'pending' }),
    ...more,
  };
}

const exportOf = (...lines: object[]) => lines.map((one) => `${JSON.stringify(one)}\n`).join('');
const header = { taxiway: 'journal', profileCode: 'dp_a', gap: null };

it('a journal export is judged for the profile that it names, regardless of the path prefix', async () => {
  expect(await standing(exportOf(header, line(1), line(2)))).toMatchObject({
    verdict: 'broken',
    findings: [{ exchanges: [{ id: 'req_1', path: '/book?scenario=pending' }, { id: 'req_2' }] }],
    recording: { form: 'journal', calls: 2, judged: 2, skipped: 0, profiles: [{ profile: 'dp_a', gap: null }] },
  });
});

it('a journal export needs neither a header nor a final line feed', async () => {
  const text = exportOf(line(1), line(2)).trimEnd();
  for (const piece of [1, 5, 1000])
    expect(await standing(text, {}, piece)).toMatchObject({
      verdict: 'broken',
      recording: { profiles: [{ profile: 'dp_a', gap: null }] },
    });
});

it('a journal export may begin with a header whose keys are sorted', async () => {
  const { gap, profileCode, taxiway } = header;
  expect(await standing(exportOf({ gap, profileCode, taxiway }, line(1), line(2)))).toMatchObject({
    recording: { form: 'journal', profiles: [{ profile: 'dp_a' }] },
  });
});

it('a request sent before an earlier one ended did not know its response', async () => {
  expect(await standing(exportOf(line(1), line(2, { overlapped: 1 })))).toMatchObject({ verdict: 'kept' });
});

it.each([
  ['says so', [{ ...header, gap: 'the journal dropped 3 exchanges' }, line(4)], 'the journal dropped 3 exchanges'],
  ['does not begin with the first one', [header, line(4)], 'the export begins with exchange 4 of the profile'],
  ['has a hole', [header, line(1), line(3)], 'exchange 2 of the profile is missing'],
])('an export that %s is incomplete and decides nothing', async (_, lines, gap) => {
  const report = await reportOn(exportOf(...lines));
  expect(report.recording.profiles).toEqual([{ profile: 'dp_a', exchanges: lines.length - 1, gap }]);
  const { verdict, reason } = conclude(report);
  expect([verdict, reason.startsWith(`not every call was judged: ${gap}; reset the profile`)]).toEqual(['error', true]);
});

it('a recording that may begin after the client counts as complete from its first call', async () => {
  const gap = 'the recording may have begun after the client';
  const { verdict, reason } = conclude(await reportOn(exportOf({ ...header, gap }, line(1), line(2))));
  expect([verdict, reason]).toEqual(['broken', '']);
});

it.each(['silent', 'reset', 'client-gone', 'truncated'])(
  'a response that ended %s decides no status',
  async (ending) => {
    const lost = line(1, { ending, ...(ending === 'silent' && { status: null, response: null }) });
    expect(await standing(exportOf(lost, line(2)))).toMatchObject({ broken: 0 });
  },
);

it('a body that the service did not read does not count as missing', async () => {
  const headers = [
    ['X-Service-Id', 'pk_a:dp_a'],
    ['Content-Length', '146'],
  ];
  const unread = { headers, body: null, encoding: 'utf-8', bodyBytes: 0, cut: false };
  const refused = line(2, { status: 401, request: unread, response: body({ code: 'missing_api_token' }) });
  expect(await standing(exportOf(line(1), refused))).toMatchObject({ broken: 0, undecided: 1 });
});

it.each([
  ['is no JSON', '{"sequence":1,\n', /line 1 is not JSON; the export may be cut off/],
  ['is no exchange', `${exportOf(line(1))}{"a":1}\n`, /line 2 is not an exchange/],
  ['has a wrong header', exportOf(line(1, { request: { headers: ['a'], body: null } })), /line 1 is not an exchange/],
  ['has a text for its status', exportOf(line(1, { status: '200' })), /line 1 is not an exchange/],
  ['has no instant', exportOf(line(1, { at: 1e300 })), /line 1 is not an exchange/],
])('an export with a line that %s is refused', async (_, text, message) => {
  await expect(judgeText(text)).rejects.toThrow(message);
});
