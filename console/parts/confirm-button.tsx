import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';

/** A button for an irreversible action: it asks first, in a dialog that Escape closes. */
export function ConfirmButton({
  work,
  label,
  question,
  children,
}: {
  work: () => Promise<unknown>;
  /** Label on the button, and on the confirming one. */
  label: ComponentChildren;
  question: string;
  /** The consequences, for the dialog. */
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {label}…
      </button>
      <dialog ref={dialog} aria-label={question}>
        <h2>{question}</h2>
        <p>{children}</p>
        <div class="dialog-buttons">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <ActionButton class="danger main-action" work={() => work().then(close)}>
            {label}
          </ActionButton>
        </div>
      </dialog>
    </>
  );
}
