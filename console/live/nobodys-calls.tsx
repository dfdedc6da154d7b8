import { useEffect, useState } from 'preact/hooks';
import { NOBODY } from '../../src/exchange/exchange.ts';
import { control, dataOf } from '../api/client.ts';
import { signIn } from '../api/sign-in.ts';
import { linkTo } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';

/** A link to the calls that name no profile: a client without credential headers has its first calls there. */
export function NobodysCalls() {
  const turn = useTurns(TURN_MS);
  const isAdmin = !signIn.value || 'adminToken' in signIn.value;
  const params = { path: { profileCode: NOBODY }, query: { limit: 1 } };
  const load = async () =>
    isAdmin ? dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal', { params })) : undefined;
  const count = useLoad(load, NOBODY, turn).data?.exchanges[0]?.sequence ?? 0;
  if (count === 0) return null;
  return (
    <p>
      <a href={linkTo({ profile: NOBODY, view: 'live' })}>
        {count === 1 ? '1 call names no profile' : `${count} calls name no profile`}
      </a>
    </p>
  );
}

/** Increases from time to time while the page is visible: no profile's stream reports these calls. */
function useTurns(everyMs: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setTurn((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return turn;
}

const TURN_MS = 3000;
