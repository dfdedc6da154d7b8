import type { Schema } from '../api/client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { textAt } from './summary.ts';

/** A reservation's confirmation number, which people name and search. Shows nothing without one. */
export function Confirmation({ of }: { of: Schema['Resource'] }) {
  const number = of.kind === 'reservation' ? textAt(of.reservation, 'confirmationNumber') : '';
  if (number === '') return null;
  return (
    <span class="confirmation">
      confirmation <code>{number}</code> <CopyButton text={number}>Copy</CopyButton>
    </span>
  );
}
