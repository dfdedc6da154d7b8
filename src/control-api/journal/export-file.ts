import type { Exchange } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { writePieces } from '../../exchange/file-form.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { Service } from '../../service.ts';
import type { JournaledExchange, JournalState } from '../../store/journal.ts';

/** Renders the journal of a profile in a file form, in pieces of UTF-8. `server` is the base of the addresses. */
export async function exportFile(
  { journal, store }: Service,
  profileCode: string,
  server: string,
  form: (about: FileAbout) => FileForm,
  extension: 'ndjson' | 'har',
): Promise<{ pieces: Buffer[]; mediaType: string; fileName: string }> {
  await journal.flush();
  const state = await store.journal.all(profileCode);
  const pieces = await writePieces(
    exported(store.isShared ? inRealTime(state) : state, server),
    form({ creator: 'taxiway', profileCode, gap: gapOf(state) }),
  );
  const mediaType = extension === 'har' ? 'application/json' : 'application/x-ndjson';
  return { pieces, mediaType, fileName: `taxiway-journal-${profileCode}.${extension}` };
}

function* exported({ exchanges }: { exchanges: readonly Exchange[] }, server: string): Generator<Exchange> {
  for (const exchange of exchanges) yield { ...exchange, operation: wordOf(exchange.operationId ?? ''), server };
}

/**
 * Adds the instants of beginnings and ends: each process of a shared store writes its exchanges some together, so the
 * sequence numbers are not in the order of the ends. The clocks of machines differ a little.
 */
function inRealTime({ exchanges }: JournalState): { exchanges: Exchange[] } {
  return { exchanges: exchanges.map(withInstants) };
}

/** An imported exchange keeps the order of its sequence number, which lies before all instants. */
function withInstants(exchange: JournaledExchange): Exchange {
  const { realTime, durationMs } = exchange;
  if (realTime === null || durationMs === null) return exchange;
  return { ...exchange, began: realTime, ended: Math.floor(realTime + durationMs), isRough: true };
}

/** Returns the reason why the journal may lack calls that the clients of its profile have made. */
function gapOf({ dropped, exchanges }: JournalState): string | null {
  if (dropped.exchanges > 0) return `the journal no longer has ${dropped.exchanges} older exchanges of the profile`;
  const [first] = exchanges;
  return first && first.sequence > 1 ? `the journal begins with exchange ${first.sequence} of the profile` : null;
}
