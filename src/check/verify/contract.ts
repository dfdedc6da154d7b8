import type { Trial, TrialScope } from './run/trial.ts';

/** Executable check of one or more rules: plain data and one function, so any program can run it. */
export interface Contract extends TrialScope {
  /** Unique sentence in the present tense: "an order that names a passenger twice is refused". */
  title: string;
  /** Ids in contracts/rules.yaml. A violation breaks all of them, unless it names some. */
  rules: readonly string[];
  /** Throws ContractViolation, PreconditionNotMet or NotApplicable; anything else is an error of the harness. */
  check(trial: Trial): Promise<void>;
}

/** Contracts of one part of the service. */
export interface Area {
  /** Name such as `flight order`. */
  name: string;
  contracts: readonly Contract[];
}
