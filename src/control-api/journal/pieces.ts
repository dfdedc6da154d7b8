import { inSlices } from '../../base/turns.ts';
import { redactJson } from '../../exchange/redaction.ts';
import type { ExchangeRecord, JournalState } from '../../store/journal.ts';

/** A form in which a journal is exported: what stands before the exchanges, between them and behind them. */
export interface FileForm {
  head: string;
  entry(exchange: ExchangeRecord): object;
  between: string;
  tail: string;
}

/** The text of an export in pieces of UTF-8, without secrets. Works in slices. */
export async function writePieces({ exchanges }: JournalState, form: FileForm): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const pause = inSlices();
  let text = form.head;
  for (const [i, exchange] of exchanges.entries()) {
    text += (i === 0 ? '' : form.between) + redactJson(JSON.stringify(form.entry(exchange)));
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await pause();
  }
  pieces.push(Buffer.from(text + form.tail));
  return pieces;
}

/** Why the journal may not show all that the clients of its profile have learned. */
export function gapOf({ dropped, exchanges }: JournalState): string | null {
  if (dropped.exchanges > 0) return `the journal no longer has ${dropped.exchanges} older exchanges of the profile`;
  const [first] = exchanges;
  return first && first.sequence > 1 ? `the journal begins with exchange ${first.sequence} of the profile` : null;
}

const PIECE_CHARACTERS = 64 * 1024;
