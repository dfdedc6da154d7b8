import { expect, it } from 'vitest';
import { loadScenarios } from '../../src/scenarios/registry.ts';
import { makeCall, prepareCall } from '../server/calls.ts';
import { present } from '../support/present.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { useSandbox } from '../support/sandbox.ts';

const registry = await loadScenarios();
const [one, other] = [useSandbox({ seed: 'same bytes' }), useSandbox({ seed: 'same bytes' })];

/** Makes the call of a scenario's first operation twice under it, and then without it. */
async function play(sandbox: TestSandbox, name: string): Promise<string[]> {
  const call = await prepareCall(sandbox, present(registry.get(name)).operations[0]);
  const texts: string[] = [];
  for (const scenario of [name, name, undefined]) {
    const { status, text } = await makeCall(sandbox, call, { scenario });
    texts.push(`${status} ${text}`);
  }
  return texts;
}

it.each([
  'two-reservations',
  'resend-double-books',
  'price-differs',
  'flight-info-required',
  'not-amendable',
  'cancel-without-refund',
  'driver-replaced',
  'no-show',
  'tracking-lost',
  'required-fields',
])('%s returns the same bytes for the same seed, clock and requests', async (name) => {
  const [first, again] = await Promise.all([play(one, name), play(other, name)]);
  expect(again).toEqual(first);
});
