/** A ring of [longitude, latitude]. */
export type Ring = readonly (readonly [number, number])[];

/** A file in the TopoJSON format, as far as the packages use it. */
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, { geometries: Geometry[] }>;
}

type Geometry = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] };

/** The polygons of an object of a topology, each with its outer ring first. */
export function polygonsOf({ transform, arcs, objects }: Topology, name: string): Ring[][] {
  const { scale, translate } = transform;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): [number, number] => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const line = (index: number): Ring => (index < 0 ? lines[~index]?.toReversed() : lines[index]) ?? [];
  const ring = (indices: number[]): Ring =>
    unwrapped(indices.flatMap((index, place) => line(index).slice(place === 0 ? 0 : 1)));
  return (objects[name]?.geometries ?? []).flatMap((geometry) =>
    (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).map((rings) => rings.map(ring)),
  );
}

/** A ring over the date line as a line without a jump: the longitudes of its smaller part go beyond 180 degrees. */
function unwrapped(ring: Ring): Ring {
  let turns = 0;
  const line = ring.map(([x, y], index): [number, number] => {
    const jump = x - (ring[index - 1]?.[0] ?? x);
    if (Math.abs(jump) > 180) turns -= Math.sign(jump);
    return [x + 360 * turns, y];
  });
  const back = 360 * Math.round(line.reduce((sum, [x]) => sum + x, 0) / line.length / 360);
  return line.map(([x, y]) => [x - back, y]);
}
