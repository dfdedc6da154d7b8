import { wordOf } from '../../scenarios/operations.ts';
import type { JournalState } from '../../store/journal.ts';
import { gapOf, writePieces } from './pieces.ts';

/** The text of a journal in pieces of UTF-8: a line about it, and one for each exchange. */
export function writeJournalFile(profileCode: string, journal: JournalState): Promise<Buffer[]> {
  const about = JSON.stringify({ taxiway: 'journal', version: 1, profileCode, gap: gapOf(journal) });
  return writePieces(journal, {
    head: journal.exchanges.length > 0 ? `${about}\n` : about,
    entry: (exchange) => ({ ...exchange, operation: wordOf(exchange.operationId) }),
    between: '\n',
    tail: '\n',
  });
}
