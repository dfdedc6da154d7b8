import type { GdsEffect } from '../../scenarios/effects.ts';
import type { Market } from './market.ts';

/** Native call input in addition to its request. */
export interface CallSituation {
  /** Seed for the ids. */
  readonly seed: string;
  /** The call's instant, epoch milliseconds. */
  readonly now: number;
  readonly effect?: GdsEffect | undefined;
}

/** Search input. The market determines flights and prices. */
export interface SearchSituation extends CallSituation, Market {
  /** Maximum number of offers. */
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
