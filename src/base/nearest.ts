/**
 * Returns the most likely intended name for a mistyped one, by letters and digits alone; null if none is near.
 *
 * @example nearest('first_name', ['firstName', 'lastName']) // 'firstName'
 */
export function nearest(text: string, names: Iterable<string>): string | null {
  const typed = plain(text);
  if (typed === '') return null;
  const all = [...names].map((name) => ({ name, letters: plain(name) }));
  const shortestFirst = all.toSorted((a, b) => a.letters.length - b.letters.length);
  const completed = shortestFirst.find(({ letters }) => letters.startsWith(typed));
  if (completed) return completed.name;
  let best: { name: string; distance: number } | null = null;
  for (const { name, letters } of all) {
    const distance = editDistance(typed, letters);
    const tolerance = Math.min(Math.max(2, letters.length * 0.4), Math.max(1, letters.length - 2));
    if (distance <= tolerance && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  const begun = shortestFirst.findLast(({ letters }) => letters.length > 3 && typed.startsWith(letters));
  return (best ?? begun)?.name ?? null;
}

/** Interfaces and settings write the same name as `firstName`, `first_name` and `FIRST-NAME`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
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
