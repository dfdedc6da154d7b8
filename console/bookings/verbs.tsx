import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { route } from '../app/route.ts';
import { act } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';

type Action = Schema['Action'];

/** The possible actions on a resource, a button for each. */
export function Verbs({ resource: { resourceId, actions } }: { resource: Schema['Resource'] }) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      element?.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  const run = async (action: Action): Promise<void> => {
    setSaid('');
    // The button often disappears, and the keyboard focus with it.
    box.current?.focus({ preventScroll: true });
    await act(() => post(resourceId, action));
    setSaid(`Done: ${LABELS[action.action].toLowerCase()}`);
  };
  return (
    <div class="verbs" ref={box} tabIndex={-1} role="group" aria-label={`Possible events of ${resourceId}`}>
      {actions.map((action) =>
        FINAL.has(action) ? (
          <Final key={action} action={action} resourceId={resourceId} run={run} />
        ) : (
          <ActionButton key={action} work={() => run({ action })} label={`${LABELS[action]} ${resourceId}`}>
            {LABELS[action]}
          </ActionButton>
        ),
      )}
      <span class="unseen" role="status">
        {said}
      </span>
    </div>
  );
}

/** An irreversible action asks first; a failure also asks for its reason. */
function Final({
  action,
  resourceId,
  run,
}: {
  action: Schema['ActionName'];
  resourceId: string;
  run: (action: Action) => Promise<void>;
}) {
  const [errorCode, setErrorCode] = useState<(typeof REASONS)[number]>(REASONS[0]);
  return (
    <ConfirmButton
      label={LABELS[action]}
      name={`${LABELS[action]} ${resourceId}`}
      question={`${LABELS[action]}?`}
      work={() => run(action === 'fail' ? { action, errorCode } : { action })}
    >
      <code>{resourceId}</code> <br />
      Nothing takes it back.{' '}
      {action === 'fail' && (
        <select
          aria-label={`Why ${resourceId} fails`}
          value={errorCode}
          onChange={({ currentTarget }) =>
            setErrorCode(REASONS.find((reason) => reason === currentTarget.value) ?? REASONS[0])
          }
        >
          {REASONS.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      )}
    </ConfirmButton>
  );
}

function post(resourceId: string, body: Action) {
  const path = { profileCode: route.value.profile ?? '', resourceId };
  return dataOf(
    control.POST('/_sandbox/profiles/{profileCode}/resources/{resourceId}/actions', { params: { path }, body }),
  );
}

const LABELS: Record<Schema['ActionName'], string> = {
  complete: 'Complete',
  fail: 'Fail',
  cancel: 'Cancel by supplier',
  'advance-ride': 'Next step of the ride',
  'replace-driver': 'Another driver',
  expire: 'Expire',
};

/** Actions that end or settle a reservation, an order or a search for good. */
const FINAL: ReadonlySet<Schema['ActionName']> = new Set(['complete', 'fail', 'cancel', 'expire']);

const REASONS = ['supplier_rejected', 'no_availability', 'price_changed'] as const satisfies Action['errorCode'][];
