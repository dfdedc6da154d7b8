import type { Schema } from '../api/client.ts';

/** A resource's status as a word, a colour and a shape. */
export function Status({ of }: { of: Schema['Resource'] }) {
  const word = wordOf(of);
  const [mark, tone] = LOOKS[word];
  return (
    <span class={`outcome outcome-${tone} booking-status`}>
      <span aria-hidden="true">{mark}</span> {word.replace('_', ' ')}
    </span>
  );
}

/** A cancelled or replaced reservation shows that state, not its booking's outcome. */
function wordOf(resource: Schema['Resource']): keyof typeof LOOKS {
  if (resource.kind !== 'reservation') return resource.status;
  const { status, state } = resource;
  return status === 'completed' && state !== null && state !== 'confirmed' ? state : status;
}

const LOOKS = {
  completed: ['●', 'ok'],
  booked: ['●', 'ok'],
  open: ['●', 'ok'],
  pending: ['◐', 'pending'],
  held: ['◐', 'pending'],
  hidden: ['◌', 'pending'],
  failed: ['◆', 'failed'],
  changed: ['⇄', 'pending'],
  cancelled: ['✕', 'lost'],
  expired: ['○', 'over'],
  hold_expired: ['○', 'over'],
} as const;
