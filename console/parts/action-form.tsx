import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { toControlError } from '../app/use-load.ts';
import { ErrorNote } from './error-note.tsx';

/** A form that does something in the sandbox: busy while it does, and with the refusal below it. */
export function ActionForm({
  work,
  submit,
  children,
}: {
  /** What was filled in, by the names of the fields. */
  work: (filled: (name: string) => string) => Promise<unknown>;
  submit: string;
  children: ComponentChildren;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ControlError>();
  const run = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const filled = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    setBusy(true);
    setError(undefined);
    work(filled)
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
