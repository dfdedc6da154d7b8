/** Returns a value as a report shows it, cut if it is long. */
export function show(value: unknown, longest = 160): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
