import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorName } from '../../../errors/catalogue.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { RefusalDetail } from '../../../errors/refusal.ts';
import type { Spec } from '../../../openapi/load-spec.ts';
import { connectSuppliers } from '../../../providers.ts';
import { loadScenarios } from '../../../scenarios/registry.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import { textOf } from '../read-upload.ts';
import { createStateChecker } from './check-state.ts';
import type { CheckedState } from './check-state.ts';

/** What the thread is told: a piece of a file, that it is whole, or to hand over the next part of the state. */
export type Order = { piece: Uint8Array } | 'check' | 'next';

/** What it says of a file: that it is refused, or the state without its lists, which follow part by part. */
export type Verdict = { refused: ErrorName; details: RefusalDetail[] } | { state: ProfileState; checksum: string };

/** Some entries of a list: of a table, or the exchanges of the journal. Null behind the last one. */
export type Part =
  | { of: 'rows'; table: string; entries: Row[] }
  | { of: 'exchanges'; entries: ProfileState['journal']['exchanges'] }
  | null;

const { control, service } = workerData as { control: Spec; service: Spec };
const check = createStateChecker(control, service, await loadScenarios(), connectSuppliers());
let pieces: Uint8Array[] = [];
let parts: Iterator<Part> = [].values();

parentPort!.on('message', async (order: Order) => {
  if (order === 'next') parentPort!.postMessage(parts.next().value ?? null);
  else if (order === 'check') parentPort!.postMessage(await judge());
  else pieces.push(order.piece);
});

async function judge(): Promise<Verdict> {
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
    for (let at = 0; at < list.length; at += ENTRIES)
      yield { of: 'rows', table, entries: list.slice(at, at + ENTRIES) };
  }
  for (let at = 0; at < journal.exchanges.length; at += EXCHANGES)
    yield { of: 'exchanges', entries: journal.exchanges.slice(at, at + EXCHANGES) };
}

const ENTRIES = 100;
const EXCHANGES = 10;
