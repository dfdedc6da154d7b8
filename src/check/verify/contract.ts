import type { Trial, TrialScope } from './run/trial.ts';

/** Executable check for one or more rules: plain data and one function, so any program can run it. */
export interface Contract extends TrialScope {
  /** Unique sentence in the present tense: "an order that names a passenger twice is refused". */
  title: string;
  /** Ids in contracts/rules.yaml. A violation breaks all, unless it names some. */
  rules: readonly string[];
  /** Throws ContractViolation, PreconditionNotMet or NotApplicable; anything else is a harness error. */
  check(trial: Trial): Promise<void>;
}

/** The contracts for one part of the service. */
export interface Area {
  /** Name such as `flight order`. */
  name: string;
  contracts: readonly Contract[];
}
