import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { toControlError } from '../app/use-load.ts';
import { ErrorNote } from './error-note.tsx';

/**
 * A button for an action in the sandbox: busy while the action runs, and with the refusal below it. It keeps the
 * keyboard focus while it is busy.
 */
export function ActionButton({
  work,
  label,
  children,
  ...rest
}: {
  work: () => Promise<unknown>;
  /** For screen readers, if the text alone does not name the action's object. */
  label?: string;
  class?: string;
  disabled?: boolean;
  children: ComponentChildren;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ControlError>();
  const run = (): void => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    work()
      .catch((thrown: unknown) => setError(toControlError(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" {...rest} aria-label={label} aria-disabled={isBusy} onClick={run}>
        {children}
      </button>
      <ErrorNote error={error} />
    </>
  );
}
