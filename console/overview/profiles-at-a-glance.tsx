import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Time } from '../parts/time.tsx';

type Listed = Schema['ListedProfile'];

/** The most recently called profiles, with the verdict on each. */
export function ProfilesAtAGlance() {
  const query = { order: 'latest-call', limit: SHOWN } as const;
  const load = () => dataOf(control.GET('/_sandbox/profiles', { params: { query } }));
  const { data, error } = useLoad(load, 'overview', pulse.value);
  return (
    <section class="card" aria-label="Profiles">
      <h2>Profiles</h2>
      <ErrorNote error={error} />
      <table>
        <thead>
          <tr>
            {['Profile', 'Verdict', 'Calls', 'Latest call'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data?.profiles.map((profile) => (
            <Row key={profile.profileCode} profile={profile} />
          ))}
        </tbody>
      </table>
      {data?.next && <p class="quiet">The {SHOWN} that were called last. Profiles has all.</p>}
    </section>
  );
}

function Row({ profile: { profileCode, name, judged, calledAt } }: { profile: Listed }) {
  const [tone, mark, text] = verdictOf(judged);
  return (
    <tr>
      <th scope="row">
        <a href={linkTo({ profile: profileCode, view: 'overview' })}>
          <bdi>{name}</bdi>
        </a>{' '}
        <code>{profileCode}</code>
      </th>
      <td>
        <a class={`outcome outcome-${tone}`} href={linkTo({ profile: profileCode, view: 'judge' })}>
          <span aria-hidden="true">{mark}</span> {text}
        </a>
      </td>
      <td>{judged?.exchanges ?? '–'}</td>
      <td>{calledAt === null ? '–' : <Time at={calledAt} />}</td>
    </tr>
  );
}

function verdictOf(judged: Listed['judged']): [tone: string, mark: string, text: string] {
  if (judged === null) return ['over', '◌', 'not judged'];
  const { broken, warned, open, decided } = judged;
  if (broken > 0) return ['error', '✕', `broken, ${broken} ×`];
  if (warned > 0) return ['failed', '▲', `warnings, ${warned} ×`];
  if (open > 0) return ['pending', '◐', `${open} open`];
  return decided > 0 ? ['ok', '●', 'kept'] : ['over', '○', 'no occasion yet'];
}

const SHOWN = 20;
