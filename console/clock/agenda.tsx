import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { profileNow } from '../app/profile-clock.tsx';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { wordsOf } from '../parts/words-of.ts';
import { DueMomentText, InstantText } from './due-moment.tsx';
import { advance, goToInstant } from './turning.ts';

/** The next due events in chronological order, each with a button to move the clock there. */
export function Agenda() {
  const profileCode = route.value.profile ?? '';
  const { data, error } = useLoad(
    () =>
      dataOf(
        control.GET('/_sandbox/profiles/{profileCode}/agenda', {
          params: { path: { profileCode }, query: { limit: MOST } },
        }),
      ),
    profileCode,
    pulse.value,
  );
  const now = profileNow();
  const ahead = data?.due.filter(({ at }) => Date.parse(at) > now) ?? [];
  const more = (data?.dueTotal ?? 0) - (data?.due.length ?? 0);
  return (
    <section class="card agenda" aria-labelledby="agenda">
      <h2 id="agenda">Next due events</h2>
      <ErrorNote error={error} />
      {data && ahead.length === 0 && <NothingDue />}
      {ahead.length > 0 && (
        <ActionButton class="main-action" work={() => advance({ to: 'next' })}>
          Advance to the next one
        </ActionButton>
      )}
      <ol>
        {ahead.map((moment) => (
          <Row key={`${moment.at} ${moment.what} ${moment.resourceId}`} moment={moment} now={now} />
        ))}
      </ol>
      {more > 0 && <p class="quiet">And {more} later ones.</p>}
    </section>
  );
}

function Row({ moment, now }: { moment: Schema['DueMoment']; now: number }) {
  return (
    <li>
      <span class="agenda-when">
        <strong>in {spanText(Date.parse(moment.at) - now)}</strong>
        <InstantText at={moment.at} />
      </span>
      <DueMomentText moment={moment} />
      <div class="agenda-go">
        <ActionButton
          label={`Advance to here: ${moment.at}, ${wordsOf(moment.what)} of ${moment.kind} ${moment.resourceId}`}
          work={() => goToInstant(moment.at)}
        >
          Advance to here
        </ActionButton>
      </div>
    </li>
  );
}

function NothingDue() {
  return (
    <p class="quiet">
      The clock alone causes no event. Offers, pricings, holds and pending bookings of clients appear here:{' '}
      <a href={linkTo({ view: 'live' })}>the first call</a>.
    </p>
  );
}

const MOST = 100;

/** Formats a duration in its two largest units: `20 min`, `3 d 4 h`. Milliseconds; below a second is `0 s`. */
function spanText(ms: number): string {
  const parts = UNITS.reduce<{ rest: number; texts: string[] }>(
    ({ rest, texts }, [unit, size]) => {
      const count = Math.floor(rest / size);
      return { rest: rest - count * size, texts: count > 0 ? [...texts, `${count} ${unit}`] : texts };
    },
    { rest: Math.abs(ms), texts: [] },
  );
  return parts.texts.slice(0, 2).join(' ') || '0 s';
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;
