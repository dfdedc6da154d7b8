import { MAX_ENTRY_BYTES, RecordingError } from '../recording-reader.ts';

/**
 * Finds where each HAR entry begins and ends, piece by piece. It recognizes only strings and brackets, and leaves the
 * entries to JSON.parse, which is ten times as fast as a parser in JavaScript.
 */
export class EntryScanner {
  #depth = 0;
  /** Closing characters for the open brackets above the entries. */
  #ends: number[] = [];
  #inString = false;
  #escaped = false;
  /** The latest string above the entries, possibly a key. */
  #text = '';
  #keys: string[] = [];
  #inLog = false;
  #inEntries = false;
  #sawEntries = false;
  /** True in a list element that is not an object. */
  #inOther = false;
  #sawText = false;
  /** The parts so far, if the latest piece ends within an entry. */
  #parts: Buffer[] = [];
  #bytes = 0;
  #count = 0;

  /**
   * Returns the entries that end in this file piece; `{}` for an element that is not an object. Throws RecordingError
   * if it is not a HAR file.
   */
  write(chunk: Buffer): Buffer[] {
    const entries: Buffer[] = [];
    let start = this.#bytes > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length; i++) {
      if (start !== -1) {
        i = this.#passEntry(chunk, i);
        if (i === chunk.length) break;
        entries.push(this.#entry(chunk.subarray(start, i + 1)));
        start = -1;
        continue;
      }
      if (this.#inString) {
        i = this.#passString(chunk, i);
        continue;
      }
      const byte = chunk[i] ?? 0;
      if (byte <= SPACE && byte !== NUL) continue;
      if (this.#depth === 0) this.#beginFile(byte);
      if (this.#inEntries && this.#depth === ENTRIES_DEPTH) {
        if (byte === COMMA || byte === END_LIST) this.#inOther = false;
        else if (byte === BEGIN_OBJECT) {
          start = i;
          i--;
          continue;
        } else if (!this.#inOther) {
          this.#inOther = true;
          entries.push(this.#entry(NO_ENTRY));
        }
      }
      this.#step(byte);
    }
    if (start !== -1) this.#keep(chunk.subarray(start));
    return entries;
  }

  /** Returns the position of the break, as in `after 3 entries`; null for a complete file. */
  breaksOff(): string | null {
    if (this.#depth === 0 && !this.#inString) return null;
    return this.#bytes > 0 ? `in the middle of entry ${this.#count + 1}` : `after ${this.#count} entries`;
  }

  /** Throws RecordingError for a file without entries. */
  end(): void {
    if (!this.#sawText) throw new RecordingError('it is empty');
    if (!this.#sawEntries && this.breaksOff() === null)
      throw new RecordingError(
        `it is JSON without log.entries (at its top: ${this.#keys.map((key) => JSON.stringify(key)).join(', ')}), ` +
          'so it is not a HAR file',
      );
  }

  #beginFile(byte: number): void {
    if (this.#sawText) throw new RecordingError(byte === BEGIN_OBJECT ? IS_TWO : 'it continues after its end');
    if (byte === NUL) throw new RecordingError('it begins with NUL bytes, like a file that was never written');
    if (byte !== BEGIN_OBJECT) throw new RecordingError('it does not begin with {, so it is not a HAR file');
    this.#sawText = true;
  }

  #step(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        this.#text = '';
        return;
      case COLON:
        if (this.#depth <= LOG_DEPTH) this.#beginValue();
        return;
      case BEGIN_OBJECT:
      case BEGIN_LIST:
        this.#open(byte);
        return;
      case END_OBJECT:
      case END_LIST:
        this.#close(byte);
    }
  }

  #beginValue(): void {
    if (this.#depth === 1 && this.#keys.length < MAX_KEYS) this.#keys.push(this.#text);
  }

  #open(byte: number): void {
    if (this.#depth === 1 && byte === BEGIN_OBJECT && this.#text === 'log') this.#inLog = true;
    if (this.#depth === LOG_DEPTH && this.#inLog && byte === BEGIN_LIST && this.#text === 'entries')
      this.#inEntries = this.#sawEntries = true;
    if (this.#depth === DEEPEST)
      throw new RecordingError(`its brackets are nested more than ${DEEPEST} deep before entry ${this.#count + 1}`);
    this.#depth++;
    this.#ends.push(byte === BEGIN_OBJECT ? END_OBJECT : END_LIST);
    this.#text = '';
  }

  #close(byte: number): void {
    const end = this.#ends.pop();
    if (end !== byte)
      throw new RecordingError(
        `it is not JSON: ${nameOf(byte)} is in place of ${nameOf(end)}, after ${this.#count} entries; ` +
          'export it again',
      );
    this.#depth--;
    if (this.#depth < ENTRIES_DEPTH) this.#inEntries = false;
    if (this.#depth < LOG_DEPTH) this.#inLog = false;
  }

  /** Skips to the end of an entry or piece; returns the latest byte's position, or the piece's length. */
  #passEntry(chunk: Buffer, from: number): number {
    let depth = this.#depth;
    let inString = this.#inString;
    let at = this.#escaped ? from + 1 : from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === BEGIN_OBJECT || byte === BEGIN_LIST) depth++;
      else if ((byte === END_OBJECT || byte === END_LIST) && --depth === ENTRIES_DEPTH) break;
    }
    this.#escaped = at > chunk.length;
    this.#depth = depth;
    this.#inString = inString;
    return Math.min(at, chunk.length);
  }

  /** Skips to where a string or piece ends; returns the latest byte's position. */
  #passString(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    while (at < chunk.length) {
      const byte = chunk[at];
      if (byte === BACKSLASH) at += 2;
      else if (byte === QUOTE) break;
      else at++;
    }
    if (at < chunk.length) this.#inString = false;
    else this.#escaped = at > chunk.length;
    if (this.#depth <= LOG_DEPTH && this.#text.length < MAX_KEY)
      this.#text += chunk.toString('latin1', from, Math.min(at, chunk.length, from + MAX_KEY));
    return Math.min(at, chunk.length - 1);
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > MAX_ENTRY_BYTES)
      throw new RecordingError(
        `entry ${this.#count + 1} has more than ${MAX_ENTRY_BYTES / 2 ** 20} MiB; record it without large downloads`,
      );
    this.#parts.push(Buffer.from(part));
  }

  #entry(end: Buffer): Buffer {
    this.#count++;
    if (this.#bytes === 0) return end;
    const whole = Buffer.concat([...this.#parts, end]);
    this.#parts = [];
    this.#bytes = 0;
    return whole;
  }
}

function nameOf(bracket = 0): string {
  return String.fromCharCode(bracket);
}

const IS_TWO = 'it continues after its end, with another object: it is two files in one; judge each separately';
const NO_ENTRY = Buffer.from('{}');
const LOG_DEPTH = 2;
const ENTRIES_DEPTH = 3;
/** Above the entries. */
const DEEPEST = 1000;
const MAX_KEY = 64;
const MAX_KEYS = 8;
const NUL = 0;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const BEGIN_LIST = 0x5b;
const END_LIST = 0x5d;
const BEGIN_OBJECT = 0x7b;
const END_OBJECT = 0x7d;
