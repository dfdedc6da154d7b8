/** What a caught error says. Anything can be thrown: what is no Error is written as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
