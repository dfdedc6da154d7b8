import type { Clock } from '../../src/base/clock.ts';
import { DAY, HOUR, systemClock } from '../../src/base/clock.ts';
import type { VerifyReport } from '../../src/check/verify/report.ts';
import { acceptanceCheck } from '../../src/check/verify/run/closing-checks.ts';
import type { Seam } from '../../src/server/create-sandbox.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { SandboxOptions } from '../../src/server/sandbox.ts';
import { runContracts } from '../check/verify/run-contracts.ts';
import { brokenBy } from './bundle-defects.ts';
import type { Defect } from './defect.ts';
import { together } from './plants.ts';

/** Runs all contracts, or those of some rules `only`, against a sandbox with something planted in it. */
export async function verifyPlanted(
  plant: Seam,
  options: SandboxOptions = {},
  only: readonly string[] = [],
): Promise<VerifyReport> {
  const clock = clockFromNoon();
  const sandbox = await startSandbox({ seed: 'defects', log: 'silent', judge: false, clock, ...options }, plant);
  try {
    return await runContracts({ baseUrl: await sandbox.listen(), only });
  } finally {
    await sandbox.close();
  }
}

/**
 * A running clock that begins at noon (UTC) of this day. Near midnight a contract on the date of departure refuses to
 * decide: the day could change under it.
 */
export function clockFromNoon(): Clock {
  const now = systemClock.now();
  const ahead = 12 * HOUR - (now % DAY);
  return { now: () => systemClock.now() + ahead };
}

/** Contracts that defects should have turned red and did not, and those turned red by mistake. */
export interface Catch {
  /** Broken rules that are not red. */
  missed: string[];
  /** Rules that are red and are not broken. */
  strays: string[];
  /** Contracts that ended in an error of the harness. */
  errors: string[];
}

/** True if every broken rule is red, no other rule is, and the harness has no error. */
export function isRight({ missed, strays, errors }: Catch): boolean {
  return missed.length === 0 && strays.length === 0 && errors.length === 0;
}

/**
 * Runs contracts once, against a sandbox with every one of these defects in it: all contracts (`areWhole`), or those of
 * the rules that should be red.
 */
export async function catchDefects(defects: readonly Defect[], areWhole: boolean): Promise<Catch> {
  const only = areWhole ? [] : defects.map(({ rule }) => rule);
  const report = await verifyPlanted(together(...defects.map(({ plant }) => plant)), {}, only);
  const red = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const expected = defects.flatMap(brokenBy);
  return {
    missed: defects.map(({ rule }) => rule).filter((rule) => !red.includes(rule)),
    strays: [...red.filter((id) => !expected.includes(id)), ...unattributed(report)],
    errors: errorsOf(report),
  };
}

/** Contracts that are red on a sandbox without a defect: none should be, whatever the seed. */
export async function catchNothing(seed: string): Promise<Catch> {
  const report = await verifyPlanted({}, { seed });
  return {
    missed: [],
    strays: report.contracts
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'error')
      .map(({ title, verdict, reason }) => `${title}: ${verdict} ${reason}`),
    errors: errorsOf(report),
  };
}

function errorsOf({ contracts }: VerifyReport): string[] {
  return contracts.filter(({ verdict }) => verdict === 'error').map(({ title, reason }) => `${title}: ${reason}`);
}

/**
 * Differences from openapi.yaml at places where no rule speaks. That nothing is accepted any more is in the nature of
 * some defects.
 */
function unattributed({ contracts }: VerifyReport): string[] {
  const findings = contracts
    .filter(({ title }) => title !== acceptanceCheck.title)
    .flatMap((contract) => contract.findings);
  return findings
    .filter(({ rules, assumptions }) => rules.length === 0 && assumptions.length === 0)
    .map(({ exchange, pointer }) => `openapi.yaml, ${exchange?.operationId} ${exchange?.status} at ${pointer}`);
}
