import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Market } from './market.ts';

/** Input of a native call in addition to its request. */
export interface CallSituation {
  /** Seed of the ids. */
  readonly seed: string;
  /** The instant of the call, epoch milliseconds. */
  readonly now: number;
  readonly effect?: GdsEffect | undefined;
}

/** Input of a search. The market determines flights and prices. */
export interface SearchSituation extends CallSituation, Market {
  /** The maximum number of offers. */
  readonly offers: number;
  readonly lifetimeMs: number;
}

/** Thrown by a flight provider that refuses or fails: `body` is its native response. */
export class NativeError<Body extends object> extends Error {
  override readonly name = 'NativeError';
  readonly body: Body;

  constructor(message: string, body: Body) {
    super(message);
    this.body = body;
  }
}
