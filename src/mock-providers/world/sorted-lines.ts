/** A line: `key|text`, or another sign between the two. */
export interface Line {
  readonly key: string;
  readonly sign: string;
  readonly text: string;
}

/**
 * Finds lines by key in a table's bytes, sorted by the bytes of their keys. Decodes only matching lines, so a large
 * table costs nothing to open.
 */
export class SortedLines {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the lines with this key, in their order. */
  find(key: string): Line[] {
    const wanted = Buffer.from(key);
    const found: Line[] = [];
    for (let start = this.#firstOf(wanted); this.#compare(start, wanted) === 0; start = this.#lineAfter(start))
      found.push(this.at(start));
    return found;
  }

  /** Returns the line at a byte position. */
  at(start: number): Line {
    const line = this.#bytes.toString('utf8', start, this.#lineAfter(start) - 1);
    const end = line.search(SIGN);
    return { key: line.slice(0, end), sign: line.slice(end, end + 1), text: line.slice(end + 1) };
  }

  /** Returns where the first line with a key not less than the given one starts. */
  #firstOf(wanted: Buffer): number {
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const middle = this.#lineAround((low + high) >> 1);
      if (this.#compare(middle, wanted) < 0) low = this.#lineAfter(middle);
      else high = middle;
    }
    return low;
  }

  #lineAround(index: number): number {
    return index === 0 ? 0 : this.#bytes.lastIndexOf(NEWLINE, index - 1) + 1;
  }

  #lineAfter(start: number): number {
    const end = this.#bytes.indexOf(NEWLINE, start);
    return end < 0 ? this.#bytes.length : end + 1;
  }

  /** Compares a line's key with another one: less than 0, 0 or more; a position after the last line counts as more. */
  #compare(start: number, wanted: Buffer): number {
    const bytes = this.#bytes;
    if (start >= bytes.length) return 1;
    for (let index = 0; ; index++) {
      const own = bytes[start + index] ?? NEWLINE;
      const isEnd = own === BAR || own === ALIAS;
      if (index === wanted.length) return isEnd ? 0 : 1;
      if (isEnd || own !== wanted[index]) return isEnd || own < (wanted[index] ?? 0) ? -1 : 1;
    }
  }
}

const SIGN = /[|>]/;
const NEWLINE = 10;
const BAR = 124;
const ALIAS = 62;
