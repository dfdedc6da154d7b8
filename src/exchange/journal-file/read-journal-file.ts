import { isRecord } from '../../base/values/kinds.ts';
import type { Exchange, Header } from '../exchange.ts';
import { readOrigin, withoutUnread } from '../exchange.ts';
import type { RecordingReader } from '../recording-reader.ts';
import { MAX_ENTRY_BYTES, parseObject, RecordingError } from '../recording-reader.ts';

/** Reads one journal file's lines: the header, then an exchange on each line, oldest first. */
export class JournalReader implements RecordingReader {
  readonly skipped = 0;
  gap: string | null = null;
  knownBefore: Uint8Array | null = null;
  #profileCode: string | undefined;
  readonly #scanner = new LineScanner();
  #last = 0;
  #count = 0;

  write(chunk: Buffer): Exchange[] {
    return this.#scanner.write(chunk).flatMap((line) => this.read(line) ?? []);
  }

  breaksOff(): string | null {
    return this.#scanner.breaksOff();
  }

  end(): Exchange[] {
    return this.#scanner.end().flatMap((line) => this.read(line) ?? []);
  }

  /** Returns a line as an exchange; null for the header. Throws RecordingError for any other line. */
  read(line: Buffer): Exchange | null {
    this.#count++;
    const value = parseObject(line, `line ${this.#count}`, '; the export may be cut off');
    if (this.#count === 1 && value['taxiway'] === 'journal') {
      if (typeof value['profileCode'] === 'string') this.#profileCode = value['profileCode'];
      if (typeof value['gap'] === 'string' && value['gap'] !== '') this.gap = value['gap'];
      if (typeof value['knownBefore'] === 'string') this.knownBefore = readKnown(value['knownBefore']);
      return null;
    }
    if (!isExchange(value)) throw new RecordingError(`line ${this.#count} is not an exchange of a journal export`);
    this.#noteGap(value.sequence);
    return {
      ...value,
      overlapped: value.overlapped ?? 0,
      ...(typeof value['authenticated'] === 'boolean' && { authenticated: value['authenticated'] }),
      operationId: typeof value['operationId'] === 'string' ? value['operationId'] : null,
      request: withoutUnread(value.request),
      origin: readOrigin(value['origin']),
      ...serverOf(value.base),
      ...(this.#profileCode !== undefined && { profileCode: this.#profileCode }),
    };
  }

  #noteGap(sequence: number): void {
    if (this.gap === null && sequence !== this.#last + 1)
      this.gap =
        this.#last === 0
          ? `the export begins with exchange ${sequence} of the profile`
          : `exchange ${this.#last + 1} of the profile is missing`;
    this.#last = sequence;
  }
}

function serverOf(base: string | undefined): { server?: string } {
  const server = base === undefined ? undefined : URL.parse(base)?.origin;
  return server === undefined ? {} : { server };
}

/** Checks the fields that the judge reads; a line has further fields. */
function isExchange(
  value: Record<string, unknown>,
): value is Record<string, unknown> & Omit<Exchange, 'overlapped'> & Partial<Pick<Exchange, 'overlapped'>> {
  const { sequence, at, exchangeId, method, path, request, response } = value;
  return (
    Number.isInteger(sequence) &&
    Number.isFinite(at) &&
    Math.abs(Number(at)) < LATEST &&
    [exchangeId, method, path].every((text) => typeof text === 'string') &&
    isMessage(request) &&
    (value['status'] === null || isStatus(value['status'])) &&
    (response === null || isMessage(response)) &&
    (value['overlapped'] === undefined || Number.isInteger(value['overlapped'])) &&
    (value['base'] === undefined || typeof value['base'] === 'string') &&
    ['began', 'ended', 'earliest', 'latest']
      .map((name) => value[name])
      .every((instant) => instant === undefined || Number.isFinite(instant))
  );
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['headers'])) return false;
  const isText = value['body'] === null || typeof value['body'] === 'string';
  return isText && value['headers'].every(isHeader);
}

function isHeader(value: unknown): value is Header {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/** Throws RecordingError for anything but bytes in the form of an export. */
function readKnown(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KNOWN_BYTES) throw new RecordingError('the knownBefore of its first line is damaged');
  return bytes;
}

/** The latest instant that a Date can have. */
const LATEST = 8.64e15;

/** Finds a file's lines, piece by piece; omits empty ones. */
class LineScanner {
  #parts: Buffer[] = [];
  #bytes = 0;
  #count = 0;

  /** Returns the lines that end in this file piece. Throws RecordingError for a line above the size limit. */
  write(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
      lines.push(...this.#line(chunk.subarray(from, to)));
      from = to + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return lines;
  }

  /** Returns the position of the break, as in `after 3 lines`; null for a file that ends with a line feed. */
  breaksOff(): string | null {
    return this.#bytes === 0 ? null : `in the middle of line ${this.#count + 1}`;
  }

  /** Returns the text after the last line feed. */
  end(): Buffer[] {
    return this.#line(Buffer.alloc(0));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > MAX_ENTRY_BYTES)
      throw new RecordingError(`line ${this.#count + 1} has more than ${MAX_ENTRY_BYTES / 2 ** 20} MiB`);
    this.#parts.push(Buffer.from(part));
  }

  #line(end: Buffer): Buffer[] {
    this.#count++;
    const whole = this.#bytes === 0 ? end : Buffer.concat([...this.#parts, end]);
    this.#parts = [];
    this.#bytes = 0;
    return whole.every((byte) => byte <= SPACE) ? [] : [whole];
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
/** Size of a `KnownIds`. */
const KNOWN_BYTES = 16_384;
