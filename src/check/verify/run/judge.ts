import { systemClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/message-of.ts';
import type { Contract } from '../contract.ts';
import { bookingCalls } from '../http/client.ts';
import type { ContractResult, Finding, Verdict } from '../verdict.ts';
import { ContractViolation, NotApplicable, PreconditionNotMet, TargetUnreachable } from '../verdict.ts';
import type { Run } from './run.ts';
import { Trial } from './trial.ts';

/** Runs one contract against the target of a run and returns its result. Never throws. */
export async function judge(run: Run, area: string, contract: Contract): Promise<ContractResult> {
  const startedAt = systemClock.now();
  const trial = new Trial(run, contract);
  const { verdict, reason, finding } = await outcome(contract, trial);
  const findings = finding ? [...trial.findings, finding] : [...trial.findings];
  return {
    title: contract.title,
    area,
    rules: contract.rules,
    verdict: verdict === 'pass' && findings.length > 0 ? 'warn' : verdict,
    reason,
    findings,
    exchanges: trial.exchanges.length,
    durationMs: systemClock.now() - startedAt,
  };
}

interface Outcome {
  verdict: Verdict;
  reason: string;
  finding?: Finding;
}

async function outcome(contract: Contract, trial: Trial): Promise<Outcome> {
  // A live system is not called for the set-up of a check that could not be made anyway.
  const booking = trial.target.mayBook ? undefined : contract.calls.find((call) => bookingCalls.includes(call));
  if (booking)
    return {
      verdict: 'not exercised',
      reason: `${booking} has effects outside the service, which this run must not have; --book allows it`,
    };
  try {
    await contract.check(trial);
    return { verdict: 'pass', reason: '' };
  } catch (error) {
    if (error instanceof ContractViolation) {
      return {
        verdict: 'fail',
        reason: '',
        finding: { verdict: 'fail', rules: error.rules ?? contract.rules, assumptions: [], ...error.deviation },
      };
    }
    const message = messageOf(error);
    if (error instanceof PreconditionNotMet) return { verdict: 'not exercised', reason: message };
    if (error instanceof NotApplicable) return { verdict: 'not applicable', reason: message };
    if (error instanceof TargetUnreachable) return { verdict: 'error', reason: message };
    return { verdict: 'error', reason: `the harness failed: ${(error instanceof Error && error.stack) || message}` };
  }
}
