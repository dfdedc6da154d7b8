import type { operations } from '../api.gen.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Effects } from './effects.ts';

export type OperationId = keyof operations;

/** A named deviation from what the service would do by itself. One file in library/ each, named like it. */
export interface Scenario {
  name: string;
  title: string;
  /** What a client sees on the wire and afterwards. */
  clientSees: string;
  operations: readonly OperationId[];
  /** Whether the document describes the situation, or which assumption does. */
  basis: 'documented' | { assumption: string };
  /** Ids of the rules that it exercises. */
  rules: readonly string[];
  /** Acts at the edge of the service, */
  edge?: Edge;
  /** or on a provider or the clock. */
  effects?: Effects;
}

/**
 * An error answered at the edge: at authentication; after validation but `before` anything is done; or
 * `after` the operation did its work, whose answer is then lost.
 */
export interface Edge {
  at: 'authentication' | 'before' | 'after';
  error: ErrorName;
}
