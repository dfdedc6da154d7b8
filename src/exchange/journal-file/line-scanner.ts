import { MAX_ENTRY_BYTES, RecordingError } from '../recording-reader.ts';

/** Finds the lines of a file, piece by piece; empty ones are left out. */
export class LineScanner {
  #parts: Buffer[] = [];
  #bytes = 0;
  #count = 0;

  /** The lines that end in this piece of the file. Throws RecordingError for one that is too long. */
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

  /** Where the file breaks off, as in `after 3 lines`; null for one that ends with a line feed. */
  breaksOff(): string | null {
    return this.#bytes === 0 ? null : `in the middle of line ${this.#count + 1}`;
  }

  /** What follows the last line feed. */
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
