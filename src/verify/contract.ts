import type { OperationId } from '../api.ts';
import type { Trial } from './run/trial.ts';

/** An executable check of one or more rules. Plain data and one function, so that anything can run it. */
export interface Contract {
  /** A sentence in the present, its own: "an order that names a passenger twice is refused". */
  title: string;
  /** Ids in contracts/rules.yaml. What breaks the check breaks all of them, unless it says which. */
  rules: readonly string[];
  /** Every operation that it calls, to set up or to check; any other call is a fault of the contract. */
  calls: readonly OperationId[];
  /** The scenarios that it asks the target for; without one of them it is not exercised. */
  scenarios?: readonly string[];
  /** Throws Broken, Unmet or NotApplicable; anything else it throws is an error of the harness. */
  check(trial: Trial): Promise<void>;
}

/** The contracts of one part of the service. */
export interface Area {
  /** `flight order`, for example. */
  name: string;
  contracts: readonly Contract[];
}
