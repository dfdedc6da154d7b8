/** A control API name as words: `driver_assigned`, `advance-ride`. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[_-]/g, ' ');
}
