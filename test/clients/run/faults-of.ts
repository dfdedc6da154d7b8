import PQueue from 'p-queue';
import { loadScenarios } from '../../../src/scenarios/registry.ts';
import { sizeOf } from '../../support/full-size.ts';
import { good } from '../good/good.ts';
import type { Circumstances } from './run-client.ts';
import { runClient } from './run-client.ts';
import { foundIn, verdictsOf } from './verdicts-of.ts';

export const seeds = Array.from({ length: sizeOf(6, 12) }, (_, index) => `good-${index + 1}`);

/** Every scenario of the library; those that wait in real time with a short time. */
export async function allScenarios(): Promise<string[]> {
  return [...(await loadScenarios()).keys()].map((name) => SHORTER[name] ?? name);
}

/** The same now and then: `failed(reason=rejected)` as `failed(reason=rejected,chance=0.3)`. */
export function sometimes(scenario: string): string {
  return scenario.endsWith(')') ? `${scenario.slice(0, -1)},chance=0.3)` : `${scenario}(chance=0.3)`;
}

/** Faults of the good client in some circumstances, one per line; there should be none. */
export async function faultsOf(runs: readonly Circumstances[]): Promise<string[]> {
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const faults = await Promise.all(runs.map((under) => queue.add(() => faultsUnder(under))));
  return faults.flat();
}

async function faultsUnder(under: Circumstances): Promise<string[]> {
  const run = await runClient(good, under);
  const found = [verdictsOf(run), ...run.live].flatMap(foundIn);
  return found.map(({ line }) => `${under.seed}, ${under.scenario}: ${line}`);
}

const SHORTER: Record<string, string> = {
  slow: 'slow(delay=PT0.01S)',
  'provider-0-slow': 'provider-0-slow(delay=PT0.01S)',
  'provider-1-slow': 'provider-1-slow(delay=PT0.01S)',
};
/** Some wait for a response that never comes. */
const AT_A_TIME = 5;
