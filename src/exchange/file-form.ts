import { inSlices } from '../base/turns.ts';
import type { Exchange } from './exchange.ts';

/** A file form for exchanges: the text before, for, between and after the exchanges. */
export interface FileForm {
  head: string;
  /** One exchange, without secrets and without a line break in it. */
  entry(exchange: Exchange): string;
  between: string;
  tail: string;
  mediaType: string;
  extension: 'har' | 'ndjson';
}

/** File metadata. */
export interface FileAbout {
  creator: 'taxiway' | 'taxiway record';
  /** The reason why clients may know more than the file has; null if they do not. */
  gap: string | null;
  /** Ids that clients know from before: the bytes of a `KnownIds`; absent for none. */
  knownBefore?: Uint8Array | null;
  /** The profile, if all exchanges are its own. */
  profileCode?: string;
}

/** Returns a file's text in UTF-8 pieces. Works in slices. */
export async function writePieces(exchanges: Iterable<Exchange>, form: FileForm): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const pause = inSlices();
  let text = form.head;
  let between = '';
  for (const exchange of exchanges) {
    text += between + form.entry(exchange);
    between = form.between;
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await pause();
  }
  pieces.push(Buffer.from(text + form.tail));
  return pieces;
}

const PIECE_CHARACTERS = 64 * 1024;
