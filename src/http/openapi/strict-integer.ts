/** True for the text of an integer in its one form; JavaScript also takes `+5`, ` 5`, `0x5` and `5.0` for one. */
export function isStrictInteger(text: unknown): boolean {
  return typeof text === 'string' && /^(0|-?[1-9]\d*)$/.test(text);
}
