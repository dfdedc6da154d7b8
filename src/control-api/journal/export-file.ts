import { UNKNOWN_BEFORE } from '../../check/judge/live/reasons.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GAP } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { writePieces } from '../../exchange/file-form.ts';
import type { JournalMark } from '../../exchange/journal-mark.ts';
import { withInstants } from '../../journal/real-time.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { Service } from '../../service.ts';
import type { JournalState } from '../../store/journal.ts';

/** Renders a profile's journal in a file form, in UTF-8 pieces. `server` is the base in the addresses. */
export async function exportFile(
  { journal, store }: Service,
  profileCode: string,
  server: string,
  form: (about: FileAbout) => FileForm,
  extension: 'ndjson' | 'har',
): Promise<{ pieces: Buffer[]; mediaType: string; fileName: string }> {
  await journal.flush();
  const state = await store.journal.all(profileCode);
  // Read last: a reset meanwhile counts, too.
  const mark = (await store.journal.judged(profileCode, ({ last }) => last))?.mark;
  const knownBefore = mark?.knownBefore ?? null;
  const pieces = await writePieces(
    exported(state, store.isShared, extension === 'har' ? { server, base: server } : { server }),
    form({ creator: 'taxiway', profileCode, gap: gapOf(state, mark), knownBefore }),
  );
  const mediaType = extension === 'har' ? 'application/json' : 'application/x-ndjson';
  return { pieces, mediaType, fileName: `taxiway-journal-${profileCode}.${extension}` };
}

/**
 * Yields the exchanges with consecutive numbers, in which calls without valid credentials that the journal has dropped
 * leave no holes. `base` lets a HAR file show calls to unknown addresses as the service's.
 */
function* exported(
  { exchanges, dropped }: JournalState,
  isShared: boolean,
  at: Pick<Exchange, 'server' | 'base'>,
): Generator<Exchange> {
  let sequence = dropped.exchanges;
  for (const exchange of exchanges) {
    const { operationId } = exchange;
    const operation = operationId !== null && { operation: wordOf(operationId) };
    yield { ...(isShared ? withInstants(exchange) : exchange), ...operation, sequence: ++sequence, ...at };
  }
}

/** Returns the reason why the clients of the profile may know more than its journal shows. */
function gapOf({ dropped }: JournalState, mark: JournalMark | undefined): string | null {
  if (dropped.exchanges > 0) return `the journal no longer has ${dropped.exchanges} older exchanges of the profile`;
  // A client may still use ids from before a reset or an import.
  if (mark?.hasUnwritten) return UNKNOWN_BEFORE.process;
  return (mark?.unknownBefore ?? null) === null ? null : GAP;
}
