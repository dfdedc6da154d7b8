import { useEffect, useState } from 'preact/hooks';
import { control, dataOf } from '../api/client.ts';
import { signIn } from '../api/sign-in.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { LongText } from '../parts/long-text.tsx';
import { Outcome } from '../parts/outcome.tsx';

/** Calls that belong to no profile's journal, because of wrong credentials, path or method: the first mistakes. */
export function Strays() {
  const turn = useTurns(TURN_MS);
  const isAdmin = !signIn.value || 'adminToken' in signIn.value;
  const { data } = useLoad(
    async () => (isAdmin ? dataOf(control.GET('/_sandbox/journal', {})) : undefined),
    'strays',
    turn,
    pulse.value,
  );
  if (!data || data.strays.length === 0) return null;
  const count = data.strays.length + data.dropped;
  return (
    <details class="strays">
      <summary>
        <span aria-hidden="true">◆</span> {count === 1 ? '1 call belongs' : `${count} calls belong`} to no profile, in
        this sandbox since its start
      </summary>
      <ul>
        {data.strays.slice(0, SHOWN).map(({ requestId, at, method, path, outcome, problem, nearest }) => (
          <li key={requestId}>
            <time dateTime={at}>{at.slice(11, 19)}</time> <Outcome of={{ outcome }} />{' '}
            <code dir="auto">
              {method} <LongText text={path ?? ''} />
            </code>
            <p>{problem}</p>
            {nearest && (
              <p>
                Nearest: <code>{`${nearest.method} ${nearest.path}`}</code> ({nearest.operation})
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Increases from time to time while the page is visible: no stream reports these calls. */
function useTurns(everyMs: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setTurn((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return turn;
}

const TURN_MS = 3000;
const SHOWN = 20;
