import { expect, it } from 'vitest';
import { expectNoFinding } from '../support/expect-no-finding.ts';
import { judge } from '../support/judged.ts';
import { lawfulCalls } from '../support/lawful.ts';

it('finds nothing in 100 random recordings of travellers who keep the rules', () => expectNoFinding(100));

it('finds occasions for nearly every transfer rule in those recordings', () => {
  const kept = new Set<string>();
  for (let seed = 0; seed < 100; seed++)
    for (const { id, verdict } of judge(lawfulCalls(seed)).verdicts.rules) if (verdict === 'kept') kept.add(id);
  const transfers = [...kept].filter((id) => id.startsWith('transfer.'));
  expect(transfers.length).toBeGreaterThanOrEqual(20);
});
