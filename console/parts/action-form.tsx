import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { toControlError } from '../app/use-load.ts';
import { ErrorNote } from './error-note.tsx';

/**
 * A form for an action in the sandbox: busy while the action runs, and with the refusal below it. With `clears`, it is
 * empty again after a success.
 */
export function ActionForm({
  work,
  submit,
  clears = false,
  children,
}: {
  /** `filled` returns a field's value by its name. */
  work: (filled: (name: string) => string) => Promise<unknown>;
  submit: string;
  clears?: boolean;
  children: ComponentChildren;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ControlError>();
  const run = (event: SubmitEvent): void => {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy || !(element instanceof HTMLFormElement)) return;
    const form = new FormData(element);
    const filled = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    setBusy(true);
    setError(undefined);
    work(filled)
      .then(() => clears && element.reset())
      .catch((thrown: unknown) => setError(toControlError(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <form class="action-form" onSubmit={run} aria-busy={isBusy}>
      {children}
      <button type="submit">{submit}</button>
      <ErrorNote error={error} />
    </form>
  );
}
