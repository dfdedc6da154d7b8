/** Thrown at start-up when openapi.yaml is broken. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
}
