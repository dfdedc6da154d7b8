import { CELL, NORTH, runsOf } from './land.ts';

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly mass: number;
}

/**
 * Returns the length of the shortest way over land between two cells on one land mass, relative to their straight line
 * of `crow` kilometres, or undefined if it is longer than `farthest` kilometres. Uses A* search.
 */
export function wayOverLand(start: Cell, end: Cell, crow: number, farthest: number): number | undefined {
  const field = new Field(start, end, (farthest - crow) / 2);
  const straight = field.kmBetween(start.row, start.column, end);
  const way = field.search(start, end, farthest);
  return way === undefined ? undefined : Math.max(1, way / Math.max(straight, CELL_KM));
}

/** The cells around two places, with the length found for the shortest way to each. */
class Field {
  readonly #top: number;
  readonly #left: number;
  readonly #rows: number;
  readonly #columns: number;
  readonly #isLand: Uint8Array;
  readonly #kmTo: Float64Array;
  readonly #columnKm: number;

  constructor(start: Cell, end: Cell, marginKm: number) {
    this.#columnKm = CELL_KM * Math.max(0.2, Math.cos(((NORTH - ((start.row + end.row) / 2) * CELL) * Math.PI) / 180));
    const [down, right] = [Math.ceil(marginKm / CELL_KM), Math.ceil(marginKm / this.#columnKm)];
    this.#top = Math.min(start.row, end.row) - down;
    this.#left = Math.min(start.column, end.column) - right;
    this.#rows = Math.abs(start.row - end.row) + 2 * down + 1;
    this.#columns = Math.abs(start.column - end.column) + 2 * right + 1;
    this.#isLand = this.#readLand(start.mass);
    this.#kmTo = new Float64Array(this.#rows * this.#columns).fill(Infinity);
  }

  #readLand(mass: number): Uint8Array {
    const isLand = new Uint8Array(this.#rows * this.#columns);
    for (let row = 0; row < this.#rows; row++) {
      const runs = runsOf(this.#top + row);
      for (let i = 0; i < runs.length; i += 3) {
        if (runs[i + 2] !== mass) continue;
        const from = Math.max(0, (runs[i] ?? 0) - this.#left);
        const to = Math.min(this.#columns, (runs[i + 1] ?? 0) - this.#left);
        if (from < to) isLand.fill(1, row * this.#columns + from, row * this.#columns + to);
      }
    }
    return isLand;
  }

  /** Kilometres between two cells in steps to the eight cells around. */
  kmBetween(row: number, column: number, end: Cell): number {
    const down = Math.abs(row - end.row);
    const right = Math.abs(column - end.column);
    const diagonal = Math.min(down, right);
    return (
      diagonal * Math.hypot(CELL_KM, this.#columnKm) + (down - diagonal) * CELL_KM + (right - diagonal) * this.#columnKm
    );
  }

  search(start: Cell, end: Cell, farthest: number): number | undefined {
    const goal = this.#indexOf(end.row, end.column);
    const queue = new Queue();
    this.#kmTo[this.#indexOf(start.row, start.column)] = 0;
    queue.add(this.#indexOf(start.row, start.column), 0);
    for (let index = queue.take(); index !== undefined; index = queue.take()) {
      if (index === goal) return this.#kmTo[goal];
      for (const [next, km] of this.#around(index)) {
        if (km >= (this.#kmTo[next] ?? 0)) continue;
        this.#kmTo[next] = km;
        const [row, column] = [Math.floor(next / this.#columns) + this.#top, (next % this.#columns) + this.#left];
        const whole = km + this.kmBetween(row, column, end);
        if (whole <= farthest) queue.add(next, whole);
      }
    }
    return undefined;
  }

  /** Land cells around a cell, with the length of the way through it. */
  *#around(index: number): Generator<[number, number]> {
    const km = this.#kmTo[index] ?? Infinity;
    const column = index % this.#columns;
    for (let down = -1; down <= 1; down++)
      for (let right = -1; right <= 1; right++) {
        const next = index + down * this.#columns + right;
        if (column + right < 0 || column + right >= this.#columns || !this.#isLand[next]) continue;
        yield [next, km + Math.hypot(down * CELL_KM, right * this.#columnKm)];
      }
  }

  #indexOf(row: number, column: number): number {
    return (row - this.#top) * this.#columns + column - this.#left;
  }
}

/** Takes the entry with the least rank first: a binary heap. */
class Queue {
  readonly #entries: [index: number, rank: number][] = [];

  add(index: number, rank: number): void {
    const entries = this.#entries;
    let at = entries.push([index, rank]) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#rankOf(above) > rank; above = (at - 1) >> 1) {
      this.#swap(at, above);
      at = above;
    }
  }

  take(): number | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (!first || !last) return undefined;
    if (this.#entries.length > 0) this.#sink(last);
    return first[0];
  }

  #sink(entry: [number, number]): void {
    this.#entries[0] = entry;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const below = this.#rankOf(left + 1) < this.#rankOf(left) ? left + 1 : left;
      if (this.#rankOf(below) >= entry[1]) return;
      this.#swap(at, below);
      at = below;
    }
  }

  #rankOf(at: number): number {
    return this.#entries[at]?.[1] ?? Infinity;
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#entries[a], this.#entries[b]];
    if (!one || !other) return;
    this.#entries[a] = other;
    this.#entries[b] = one;
  }
}

/** Height of a cell from north to south, in kilometres. */
const CELL_KM = CELL * 111.2;
