import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { route } from '../app/route.ts';
import { act } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';

type Action = Schema['Action'];

/** The possible actions on a resource, a button for each. */
export function Verbs({ resource: { resourceId, actions } }: { resource: Schema['Resource'] }) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    const element = box.current;
    return () => element?.contains(document.activeElement) && document.getElementById('main')?.focus();
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
        action === 'fail' ? (
          <Fail key={action} resourceId={resourceId} run={run} />
        ) : (
          <ActionButton
            key={action}
            class={FINAL.has(action) ? 'danger' : ''}
            work={() => run({ action })}
            label={`${LABELS[action]} ${resourceId}`}
          >
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

function Fail({ resourceId, run }: { resourceId: string; run: (action: Action) => Promise<void> }) {
  const [errorCode, setErrorCode] = useState<(typeof REASONS)[number]>(REASONS[0]);
  return (
    <span class="verb-fail">
      <ActionButton class="danger" work={() => run({ action: 'fail', errorCode })} label={`Fail ${resourceId}`}>
        Fail
      </ActionButton>
      <select
        aria-label={`Why ${resourceId} fails`}
        value={errorCode}
        onChange={(event) => setErrorCode(REASONS.find((reason) => reason === event.currentTarget.value) ?? REASONS[0])}
      >
        {REASONS.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </span>
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

/** Actions that end a reservation, an order or a search for good. */
const FINAL: ReadonlySet<Schema['ActionName']> = new Set(['cancel', 'expire']);

const REASONS = ['supplier_rejected', 'no_availability', 'price_changed'] as const satisfies Action['errorCode'][];
