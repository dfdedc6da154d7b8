/** Thrown when the store cannot be written: no space, a file that is read-only, a disk that fails. Nothing was kept. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}
