/** The name that a mistyped one was most likely meant to be; null where none is near. */
export function nearest(text: string, names: Iterable<string>): string | null {
  const all = [...names];
  // A name that was left off in its middle.
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

/** How many letters have to be put in, taken out or changed. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
