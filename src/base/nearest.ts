/** Returns the most likely intended name for a mistyped one; null if none is near. */
export function nearest(text: string, names: Iterable<string>): string | null {
  const all = [...names];
  // A truncated name.
  const longer = all
    .filter((name) => name.toLowerCase().startsWith(text.toLowerCase()))
    .sort((a, b) => a.length - b.length)[0];
  if (longer !== undefined && text !== '') return longer;
  let best: { name: string; distance: number } | null = null;
  for (const name of all) {
    const distance = editDistance(text.toLowerCase(), name.toLowerCase());
    if (distance <= Math.max(2, name.length * 0.4) && distance < (best?.distance ?? Infinity))
      best = { name, distance };
  }
  return best?.name ?? null;
}

/** Returns how many letters to insert, remove or change (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let distances = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    let [diagonal = 0] = distances;
    let left = row + 1;
    distances = distances.map((above, column) => {
      if (column > 0) left = Math.min(above + 1, left + 1, diagonal + (letter === b[column - 1] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return distances.at(-1) ?? 0;
}

/** Returns ` (did you mean pending?)` for a mistyped name, or an empty text if no name is near. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const near = nearest(text, names);
  return near === null ? '' : ` (did you mean ${near}?)`;
}
