/** Thrown when something is to be kept under an id that something else in the store has already. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}
