/** A fault of a spec: its place, as keys from the root, and one sentence with the allowed form. */
export interface Fault {
  path: readonly string[];
  message: string;
}

/** The code's requirements for the operations of a spec, by operationId. */
export type RequiredOperations = Readonly<Record<string, RequiredOperation>>;

export interface RequiredOperation {
  /** Every status that the operation may return, success first. */
  statuses: readonly number[];
  /** The required credentials, in OpenAPI form. */
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Returns a value as JSON, cut if it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 64;
