import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';

/** A button for an irreversible action: it asks first, in a dialog that Escape closes. */
export function ConfirmButton({
  work,
  label,
  name,
  question,
  children,
}: {
  work: () => Promise<unknown>;
  /** Label on the button, and on the confirming one. */
  label: ComponentChildren;
  /** For screen readers, if the label does not name the action's object. */
  name?: string;
  question: string;
  /** The consequences, for the dialog. */
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  // The action may remove the button: the focus moves to its group.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (!element?.open) return;
      const group = element.closest<HTMLElement>('[tabindex="-1"]');
      element.close();
      group?.focus();
    };
  }, []);
  return (
    <>
      <button type="button" class="danger" aria-label={name} onClick={() => dialog.current?.showModal()}>
        {label}…
      </button>
      <dialog ref={dialog} aria-label={question}>
        <h2>{question}</h2>
        <div>{children}</div>
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
