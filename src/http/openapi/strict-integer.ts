/** True for the canonical text of an integer; JavaScript also accepts `+5`, ` 5`, `0x5` and `5.0`. */
export function isStrictInteger(text: unknown): boolean {
  return typeof text === 'string' && /^(0|-?[1-9]\d*)$/.test(text);
}
