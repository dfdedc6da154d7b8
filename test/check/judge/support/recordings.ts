import { loadConduct } from '../../../../src/check/judge/load-conduct.ts';
import type { JudgedRecording, RecordingOptions } from '../../../../src/check/judge/recording/judge-recording.ts';
import { judgeRecording } from '../../../../src/check/judge/recording/judge-recording.ts';
import { unpacked } from '../../../../src/check/judge/recording/open-source.ts';
import type { JudgeReport } from '../../../../src/check/judge/report.ts';
import { buildReport } from '../../../../src/check/judge/report.ts';
import { loadSpec } from '../../../../src/interface/openapi/load-spec.ts';
import { loadAssumptions } from '../../../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../../../src/interface/rules/load-rules.ts';

export const RULE = 'transfer.booking.pending.no-resend';
export const SERVICE = 'https://api.example.com';
export const SECRET = 'tok-do-not-print-this';
export const KEYS = ['Authorization', `Bearer ${SECRET}`, 'X-Service-Id', 'pk_a:dp_a'];
/** The checks of one rule: what readers and reports do depends on no other. */
const areas = (await loadConduct()).map((area) => ({
  ...area,
  checks: area.checks.filter((check) => check.rules.includes(RULE)),
}));
const rules = loadRules();
const assumptions = loadAssumptions();
const spec = await loadSpec();

/** Properties of a HAR entry that a test sets; the rest is ordinary. */
export interface EntrySketch {
  method?: string;
  url?: string;
  /** Names and values alternate. */
  headers?: readonly string[];
  sent?: unknown;
  /** The body of the response; undefined for none. */
  received?: unknown;
  /** After the first one. */
  seconds?: number;
  time?: number;
  /** In place of what is made. */
  request?: object;
  response?: object;
}

const pending = { status: 'pending', completed: false, reservations: [] };

/** A booking whose response is pending. */
export function book(more: EntrySketch = {}): EntrySketch {
  return { method: 'POST', url: `${SERVICE}/book`, sent: { pricingToken: 'pt_1' }, received: pending, ...more };
}

export function harOf(sketches: readonly EntrySketch[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries: sketches.map(toEntry) } });
}

function toEntry(sketch: EntrySketch, index = 0): object {
  const { method = 'GET', url = `${SERVICE}/`, headers = KEYS, sent, received, seconds = index, time = 10 } = sketch;
  const text = received === undefined ? '' : JSON.stringify(received);
  return {
    startedDateTime: new Date(Date.parse('2027-01-10T12:00:00Z') + seconds * 1000).toISOString(),
    time,
    request: {
      method,
      url,
      headers: pairs(headers),
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
      ...sketch.request,
    },
    response: { status: 200, headers: [], content: { size: text.length, text }, ...sketch.response },
  };
}

function pairs(headers: readonly string[]): object[] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [{ name, value: headers[i + 1] }] : []));
}

/** Reads a file in pieces of so many bytes. */
export function judgeText(
  text: string | Buffer,
  options: Partial<RecordingOptions> = {},
  piece = 64 * 1024,
): Promise<JudgedRecording> {
  return judgeRecording(unpacked(inPieces(Buffer.from(text), piece)), {
    spec,
    areas,
    origins: [],
    serviceIdHeader: 'X-Service-Id',
    profile: undefined,
    ...options,
  });
}

/** The report of a recording. */
export async function reportOn(
  text: string | Buffer,
  options: Partial<RecordingOptions> = {},
  piece?: number,
): Promise<JudgeReport> {
  const recording = await judgeText(text, options, piece);
  const facts = {
    version: '0.0.0',
    source: 'test.har',
    startedAt: '2027-01-10T13:00:00.000Z',
    durationMs: 5,
    only: [],
  };
  return buildReport(facts, recording, areas, rules, assumptions);
}

/** Verdict on the rule of pending bookings. */
export async function standing(text: string | Buffer, options: Partial<RecordingOptions> = {}, piece?: number) {
  const report = await reportOn(text, options, piece);
  const rule = report.rules.find(({ id }) => id === RULE);
  if (!rule) throw new Error('the rule has no verdict');
  return { ...rule, recording: report.recording };
}

async function* inPieces(bytes: Buffer, piece: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
