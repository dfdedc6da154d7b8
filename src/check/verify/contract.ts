import type { Trial, TrialScope } from './run/trial.ts';

/** An executable check of one or more rules. Plain data and one function, so that anything can run it. */
export interface Contract extends TrialScope {
  /** A sentence in the present tense, unique: "an order that names a passenger twice is refused". */
  title: string;
  /** Ids in contracts/rules.yaml. A violation breaks all of them, unless it says which. */
  rules: readonly string[];
  /** Throws ContractViolation, PreconditionNotMet or NotApplicable; anything else is an error of the harness. */
  check(trial: Trial): Promise<void>;
}

/** The contracts of one part of the service. */
export interface Area {
  /** `flight order`, for example. */
  name: string;
  contracts: readonly Contract[];
}
