import type { Plant } from './now-and-then.ts';

/** A fault that is planted in the sandbox, to prove that the contract of a rule detects it. */
export interface Defect {
  /** Kebab-case, unique: `accepts-a-duplicate-passenger-id`. */
  name: string;
  /** The rule that it breaks, by its id. */
  rule: string;
  /** The fault of the service, as a sentence: "An order that names a passenger twice is accepted." */
  breaks: string;
  /** Rules that necessarily break with it: they say the same about another place, or something more general. */
  alsoBreaks?: readonly string[];
  /** It refuses a lawful call that its rule is about. */
  refuses?: true;
  /** It acts at every n-th occasion only. */
  every?: number;
  /** Beginnings of the rules that no check reaches while it is planted: `transfer`; an empty one for all rules. */
  hides?: readonly string[];
  plant: Plant;
}

/** Areas of rules that need a flight order: what `hides` says of a defect that leaves hardly an order. */
export const HIDDEN_BY_ORDERS: readonly string[] = ['flight-order', 'offer', 'auth', 'errors', 'service'];

/** The same for transfers. */
export const HIDDEN_BY_TRANSFERS: readonly string[] = ['transfer', 'service'];
