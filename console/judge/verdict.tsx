import type { Schema } from '../api/client.ts';

export type VerdictName = Schema['RuleVerdictName'];

/** A verdict in a word, a colour and a shape. */
export function Verdict({ of }: { of: VerdictName }) {
  const [mark, tone] = LOOKS[of];
  return (
    <span class={`outcome outcome-${tone}`}>
      <span aria-hidden="true">{mark}</span> {of}
    </span>
  );
}

const LOOKS = {
  broken: ['✕', 'error'],
  warn: ['▲', 'failed'],
  open: ['◐', 'pending'],
  kept: ['●', 'ok'],
  undecided: ['◇', 'over'],
  'not met': ['○', 'over'],
  unobservable: ['◌', 'over'],
} as const satisfies Record<VerdictName, readonly [string, string]>;

/** Verdicts that need attention come first. */
export const ORDER: readonly VerdictName[] = ['broken', 'warn', 'open', 'kept', 'undecided', 'not met', 'unobservable'];
