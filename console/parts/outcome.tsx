import type { Schema } from '../api/client.ts';

/** A response's outcome as words, colour and shape. */
export function Outcome({ of: { outcome } }: { of: Pick<Schema['ExchangeSummary'], 'outcome'> }) {
  return (
    <span class={`outcome outcome-${outcome.kind}`}>
      <span aria-hidden="true">{MARKS[outcome.kind]}</span> {outcome.text}
    </span>
  );
}

const MARKS = { ok: '●', pending: '◐', failed: '■', refused: '◆', error: '▲', lost: '✕' } as const;
