/** Thrown when a record is inserted under an id that another record has. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}
