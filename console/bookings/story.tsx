import { BOUNDS } from '../../src/journal/bounds.ts';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Outcome } from '../parts/outcome.tsx';
import type { Related } from './load-with-related.ts';
import { Status } from './status.tsx';
import type { ProviderCall } from './to-provider.tsx';
import { byCause, loadNative, ToProvider } from './to-provider.tsx';

type Call = Schema['ExchangeSummary'];

/**
 * The calls about a resource, from its search on: the scenarios that acted, the calls to the providers, the last
 * response, and the present state.
 */
export function Story({ related }: { related: Related }) {
  const ids = idsOf(related);
  const { resourceId } = related.resource;
  const profileCode = route.value.profile ?? '';
  const { data, error } = useLoad(() => loadCalls(profileCode, ids), `${profileCode} ${ids.join(' ')}`, pulse.value);
  const native = useLoad(() => loadNative(profileCode, resourceId), `${profileCode} ${resourceId}`, data?.length);
  const causes = data && native.data && byCause(native.data, data);
  const last = data?.at(-1);
  return (
    <section class="card story" aria-label="Calls">
      <h3>Calls</h3>
      <ErrorNote error={error} />
      {data?.length === 0 && (
        <p class="quiet">
          The journal no longer has a call with its ids: it keeps the latest{' '}
          {BOUNDS.profile.exchanges.toLocaleString('en')} of a profile.
        </p>
      )}
      <ol>
        {data?.map((call) => (
          <Row key={call.exchangeId} call={call} to={causes?.get(call.exchangeId)} />
        ))}
        {causes?.get('')?.map((call) => (
          <ToProvider key={`${call.operation} ${call.provider}`} call={call} />
        ))}
      </ol>
      {native.data?.complete === false && (
        <p class="quiet">
          Some calls to the providers can no longer be made again: the search was removed, or an action changed the
          ride.
        </p>
      )}
      <ErrorNote error={native.error} />
      {last && (
        <p>
          The last response: <Outcome of={last} />. What stands: <Status of={related.resource} />
        </p>
      )}
    </section>
  );
}

function Row({ call, to = [] }: { call: Call; to?: readonly ProviderCall[] | undefined }) {
  return (
    <>
      <Step call={call} />
      {to.map((each) => (
        <ToProvider key={each.provider} call={each} />
      ))}
    </>
  );
}

function Step({ call: { exchangeId, at, operation, outcome, scenario, verdicts } }: { call: Call }) {
  const rules = [...new Set(verdicts.flatMap((verdict) => verdict.rules))];
  return (
    <li>
      <time dateTime={at}>{at.slice(11, 23)}</time>
      <a href={linkTo({ view: 'live', item: exchangeId })}>{operation}</a>
      <Outcome of={{ outcome }} />
      {scenario && (
        <span class="story-scenario">
          <span aria-hidden="true">▲</span> <code>{scenario.name}</code>
        </span>
      )}
      {rules.map((rule) => (
        <a key={rule} class="story-rule" href={linkTo({ view: 'judge', query: { rule } })}>
          <span aria-hidden="true">✕</span> {rule}
        </a>
      ))}
    </li>
  );
}

/** Returns a resource's ids in calls. */
function idsOf({ resource, search }: Related): string[] {
  if (resource.kind === 'order') return [resource.offerId, resource.resourceId, ...(search ? [search.resourceId] : [])];
  return 'searchId' in resource ? [resource.searchId, resource.resourceId] : [resource.resourceId];
}

/** Loads the calls with any id in their path or bodies, the oldest first. */
async function loadCalls(profileCode: string, ids: readonly string[]): Promise<Call[]> {
  const pages = await Promise.all(
    ids.map((contains) =>
      dataOf(
        control.GET('/_sandbox/profiles/{profileCode}/journal', {
          params: { path: { profileCode }, query: { contains, order: 'oldest', limit: MOST } },
        }),
      ),
    ),
  );
  const calls = new Map(pages.flatMap(({ exchanges }) => exchanges).map((call) => [call.exchangeId, call]));
  return [...calls.values()].sort((a, b) => a.sequence - b.sequence);
}

const MOST = 100;
