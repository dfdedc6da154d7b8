import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorName } from '../../../interface/errors/catalogue.ts';
import type { RefusalDetail } from '../../../interface/errors/refusal.ts';
import { Refusal } from '../../../interface/errors/refusal.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { connectSuppliers } from '../../../providers.ts';
import { loadScenarios } from '../../../scenarios/registry.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import { textOf } from '../read-upload.ts';
import type { CheckedState } from './check-state.ts';
import { createStateChecker } from './check-state.ts';

/** A piece of a file; `check` once the file is complete; `next` for the next part of its state. */
export type ThreadRequest = { piece: Uint8Array } | 'check' | 'next';

/** The refusal of a file, or its state without the lists, which follow in parts. */
export type Verdict = { refused: ErrorName; details: RefusalDetail[] } | { state: ProfileState; checksum: string };

/** Some entries of a table or of the journal; null after the last part. */
export type Part =
  | { of: 'rows'; table: string; entries: Row[] }
  | { of: 'exchanges'; entries: ProfileState['journal']['exchanges'] }
  | null;

const { control, service } = workerData as { control: Spec; service: Spec };
const check = createStateChecker(control, service, await loadScenarios(), connectSuppliers());
let pieces: Uint8Array[] = [];
let parts: Iterator<Part> = [].values();

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'next') parentPort?.postMessage(parts.next().value ?? null);
  else if (request === 'check') void checkFile().then((verdict) => parentPort?.postMessage(verdict));
  else pieces.push(request.piece);
});

async function checkFile(): Promise<Verdict> {
  const received = pieces;
  pieces = [];
  try {
    const checked = await check(textOf(received));
    parts = partsOf(checked.state);
    return withoutLists(checked);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
    throw error;
  }
}

function withoutLists({ state, checksum }: CheckedState): Verdict {
  const rows = Object.fromEntries(Object.keys(state.rows).map((table) => [table, []]));
  return { state: { ...state, rows, journal: { ...state.journal, exchanges: [] } }, checksum };
}

function* partsOf({ rows, journal }: ProfileState): Generator<Part> {
  for (const [table, list] of Object.entries(rows)) {
    for (let at = 0; at < list.length; at += ROWS_PER_PART)
      yield { of: 'rows', table, entries: list.slice(at, at + ROWS_PER_PART) };
  }
  for (let at = 0; at < journal.exchanges.length; at += EXCHANGES_PER_PART)
    yield { of: 'exchanges', entries: journal.exchanges.slice(at, at + EXCHANGES_PER_PART) };
}

const ROWS_PER_PART = 100;
const EXCHANGES_PER_PART = 10;
