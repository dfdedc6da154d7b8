import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ORDER, Verdict } from '../judge/verdict.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Fold } from '../parts/fold.tsx';

/** The verdicts on the profile's client: rules with an occasion so far, and rules without. */
export function Met() {
  const profileCode = route.value.profile ?? '';
  const params = { path: { profileCode } };
  const load = () => dataOf(control.GET('/_sandbox/profiles/{profileCode}/verdicts', { params }));
  const { data, error } = useLoad(load, profileCode, pulse.value);
  if (!data) return <ErrorNote error={error} />;
  const { rules, summary } = data.verdicts;
  const notMet = rules.filter(({ verdict }) => verdict === 'not met');
  return (
    <section class="card" aria-label="Rules">
      <h2>Rules</h2>
      <p class="overview-verdicts">
        {ORDER.map((verdict) => (
          <a key={verdict} href={linkTo({ view: 'judge', query: { verdict } })}>
            <Verdict of={verdict} /> {summary[verdict]}
          </a>
        ))}
      </p>
      <Fold summary={`${notMet.length} rules without an occasion yet`}>
        {() => (
          <ul>
            {notMet.map(({ id, occasions, scenarios }) => (
              <li key={id}>
                {occasions.join('; ')} <code>{id}</code>
                {scenarios.length > 0 && (
                  <>
                    {' '}
                    <a href={linkTo({ view: 'scenarios', query: { search: scenarios[0] ?? '' } })}>
                      bring it about with {scenarios[0]}
                    </a>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </Fold>
    </section>
  );
}
