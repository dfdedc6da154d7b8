/** A call that belongs to no profile, as the control API lists it. Long texts are cut. */
export interface StrayCall {
  requestId: string;
  /** When it began by the clock of the sandbox, ISO 8601. */
  at: string;
  /** Null for what is no HTTP. */
  method: string | null;
  /** With the query, redacted; null for what is no HTTP. */
  path: string | null;
  /** The two credential headers, redacted; null where they are missing. */
  authorization: string | null;
  serviceId: string | null;
  /** Null where no response began. */
  status: number | null;
  /** Of the error; null without one. */
  code: string | null;
  /** What was wrong, in a sentence. */
  problem: string;
  /** The operation that it most likely meant; null where none is like it. */
  nearest: { operation: string; operationId: string; method: string; path: string } | null;
}
