import type { Schema } from '../api/client.ts';

/** The outcome of a response as words, colour and shape. */
export function Outcome({ of: { outcome } }: { of: Pick<Schema['ExchangeSummary'], 'outcome'> }) {
  return (
    <span class={`outcome outcome-${outcome.kind}`}>
      <span aria-hidden="true">{MARKS[outcome.kind]}</span> {outcome.text}
    </span>
  );
}

const MARKS = { ok: '●', pending: '◐', failed: '■', refused: '◆', error: '▲', lost: '✕' } as const;
