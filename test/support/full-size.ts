/**
 * Returns the size of a random or repeated test: the usual one shows its fact, `all` searches for rarer faults. The
 * variable `FULL_SIZE=1` selects `all`.
 */
export function sizeOf(usual: number, all: number): number {
  return process.env['FULL_SIZE'] === '1' ? all : usual;
}
