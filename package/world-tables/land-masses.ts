import { readTable } from '../../src/mock-providers/world/read-table.ts';
import type { Ring } from './topology.ts';

/** A bridge, causeway or tunnel: [longitude, latitude] of a point on either side. */
export type RoadLink = readonly [readonly [number, number], readonly [number, number]];

export function readLinks(): RoadLink[] {
  return readTable('road-links.txt').map((line) => {
    const [name, from = '', to = ''] = line.split('|');
    const point = (text: string): [number, number] => {
      const [latitude = NaN, longitude = NaN] = text.split(' ').map(Number);
      if (Number.isNaN(latitude + longitude)) throw new Error(`road-links.txt: "${text}" of ${name} is no point`);
      return [longitude, latitude];
    };
    return [point(from), point(to)];
  });
}

/** The land mass of each polygon, as the index of one of its polygons: roads join all polygons of a land mass. */
export function landMasses(polygons: readonly Ring[][], links: readonly RoadLink[]): number[] {
  const parents = polygons.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) at = parent;
    return at;
  };
  const join = (a: number, b: number) => void (parents[root(a)] = root(b));
  for (const [from, to] of links) join(polygonAt(from, polygons), polygonAt(to, polygons));
  for (const [a, b] of shortGaps(polygons)) join(a, b);
  return polygons.map((_, index) => root(index));
}

/** The polygon that contains a point, or the one whose shore is nearest. */
function polygonAt(point: readonly [number, number], polygons: readonly Ring[][]): number {
  const inside = polygonAround(point, polygons);
  if (inside !== undefined) return inside;
  const narrow = Math.cos((point[1] * Math.PI) / 180);
  let [best, least] = [0, Infinity];
  for (const [index, [outer = []]] of polygons.entries())
    for (const [x, y] of outer) {
      const square = ((x - point[0]) * narrow) ** 2 + (y - point[1]) ** 2;
      if (square < least) [best, least] = [index, square];
    }
  return best;
}

/** The polygon that contains a point, or undefined. */
export function polygonAround(point: readonly [number, number], polygons: readonly Ring[][]): number | undefined {
  const index = polygons.findIndex(([outer = []]) => isInBox(outer, point) && contains(outer, point));
  return index < 0 ? undefined : index;
}

const boxes = new WeakMap<Ring, readonly [west: number, south: number, east: number, north: number]>();

function isInBox(ring: Ring, [x, y]: readonly [number, number]): boolean {
  const known = boxes.get(ring) ?? boxOf(ring);
  boxes.set(ring, known);
  return x >= known[0] && y >= known[1] && x <= known[2] && y <= known[3];
}

function boxOf(ring: Ring): readonly [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function contains(ring: Ring, [x, y]: readonly [number, number]): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[index - 1] ?? ring.at(-1) ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

/** Pairs of a small island and other land that is nearer than GAP_KM, by points every 400 m of the shores. */
function* shortGaps(polygons: readonly Ring[][]): Generator<[number, number]> {
  const squares = new Map<string, [number, number, number][]>();
  for (const [index, [outer = []]] of polygons.entries())
    for (const [x, y] of dense(outer)) {
      const key = `${Math.floor(x / SQUARE)},${Math.floor(y / SQUARE)}`;
      const points = squares.get(key);
      if (points) points.push([x, y, index]);
      else squares.set(key, [[x, y, index]]);
    }
  for (const [index, [outer = []]] of polygons.entries()) {
    if (areaKm2(outer) > SMALL_KM2) continue;
    const found = new Set<number>();
    for (const [x, y] of dense(outer))
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1])
          for (const [ox, oy, other] of squares.get(`${Math.floor(x / SQUARE) + dx},${Math.floor(y / SQUARE) + dy}`) ??
            [])
            if (other !== index && Math.hypot((ox - x) * Math.cos((y * Math.PI) / 180), oy - y) * KM < GAP_KM)
              found.add(other);
    for (const other of found) yield [index, other];
  }
}

function* dense(ring: Ring): Generator<readonly [number, number]> {
  for (const [index, [x, y]] of ring.entries()) {
    const [px, py] = ring[index - 1] ?? [x, y];
    const parts = Math.max(1, Math.ceil((Math.hypot(x - px, y - py) * KM) / 0.4));
    for (let part = 1; part <= parts; part++) yield [px + ((x - px) * part) / parts, py + ((y - py) * part) / parts];
  }
}

export function areaKm2(ring: Ring): number {
  let [sum, latitudes] = [0, 0];
  for (const [index, [x, y]] of ring.entries()) {
    const [px, py] = ring[index - 1] ?? ring.at(-1) ?? [x, y];
    sum += px * y - x * py;
    latitudes += y;
  }
  return (Math.abs(sum) / 2) * KM * KM * Math.cos((latitudes / ring.length / 180) * Math.PI);
}

/** Kilometres of a degree of latitude. */
const KM = 111.2;
const GAP_KM = 1.2;
const SMALL_KM2 = 150;
const SQUARE = 0.03;
