import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** True for a key that is pressed alone, outside fields and dialogs, and that no other part has used. */
export function isShortcut({ altKey, ctrlKey, metaKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented || document.querySelector('dialog[open]')) return false;
  return !(target instanceof HTMLElement && target.matches('input, select, textarea'));
}

/** The list of all keys, which `?` opens. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === '?' && isShortcut(event)) dialog.current?.showModal();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="facts">
        {KEYS.map(([key, does]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}

const KEYS = [
  ['Ctrl K, ⌘K', 'find anything, or run a command'],
  ['j', 'open the next call in Live'],
  ['k', 'open the previous call in Live'],
  ['Escape', 'close the open call, or a dialog'],
  ['↓ ↑', 'move through a list'],
  ['?', 'this list'],
] as const;
