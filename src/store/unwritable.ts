/** Thrown when the store cannot be written: no space, a read-only file, a failing disk. Nothing was stored. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}
