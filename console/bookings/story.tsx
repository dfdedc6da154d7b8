import { BOUNDS } from '../../src/journal/bounds.ts';
import type { Schema } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { Drawing } from '../parts/drawing.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time } from '../parts/time.tsx';
import { loadStory, pictureOf } from './load-story.ts';
import type { Related } from './load-with-related.ts';
import { Status } from './status.tsx';
import { placeOf, summaryOf } from './summary.ts';
import type { ProviderCall } from './to-provider.tsx';
import { byCause, loadNative, ToProvider } from './to-provider.tsx';
import { trackingTexts } from './tracking-texts.ts';

type Call = Schema['ExchangeSummary'];

/**
 * The calls about a resource, from its search on: the scenarios that acted, the calls to the providers, the last
 * response, and the present state.
 */
export function Story({ related }: { related: Related }) {
  const texts = textsOf(related);
  const { resourceId } = related.resource;
  const profileCode = route.value.profile ?? '';
  const story = useLoad(() => loadStory(profileCode, texts), `${profileCode} ${texts.join(' ')}`, pulse.value);
  const { error } = story;
  const data = story.data?.calls;
  const native = useLoad(() => loadNative(profileCode, resourceId), `${profileCode} ${resourceId}`, data?.length);
  const causes = data && native.data && byCause(native.data, data);
  const last = data?.at(-1);
  return (
    <section class="card story" aria-label="Calls">
      <h3>Calls</h3>
      <ErrorNote error={error} />
      {story.data && story.data.calls.length > 0 && (
        <Drawing picture={pictureOf(summaryOf(related.resource), story.data, causes)} />
      )}
      {data?.length === 0 && (
        <p class="quiet">
          The journal no longer has a call with its ids: it keeps the latest{' '}
          {BOUNDS.profile.exchanges.toLocaleString('en')} of a profile.
        </p>
      )}
      <details>
        <summary>The same as a list</summary>
        <ol>
          {data?.map((call) => (
            <Row
              key={call.exchangeId}
              call={call}
              to={causes?.get(call.exchangeId)}
              place={placeOf(related.resource)}
            />
          ))}
          {causes?.get('')?.map((call) => (
            <ToProvider key={`${call.operation} ${call.provider}`} call={call} />
          ))}
        </ol>
      </details>
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

function Row({
  call,
  to = [],
  place,
}: {
  call: Call;
  to?: readonly ProviderCall[] | undefined;
  place: string | undefined;
}) {
  return (
    <>
      <Step call={call} place={place} />
      {to.map((each) => (
        <ToProvider key={each.provider} call={each} />
      ))}
    </>
  );
}

function Step({
  call: { exchangeId, at, operation, outcome, scenario, verdicts },
  place,
}: {
  call: Call;
  place: string | undefined;
}) {
  const rules = [...new Set(verdicts.flatMap((verdict) => verdict.rules))];
  return (
    <li>
      <Time at={at} form="ms" place={place} isNamed={false} />
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

/** Returns the texts by which calls are about a resource: its ids, and the tracking id of a reservation. */
function textsOf({ resource, search }: Related): string[] {
  if (resource.kind === 'order') return [resource.offerId, resource.resourceId, ...(search ? [search.resourceId] : [])];
  const ids = 'searchId' in resource ? [resource.searchId, resource.resourceId] : [resource.resourceId];
  const trackingId = resource.kind === 'reservation' ? resource.partnerTrackingId : null;
  return trackingId === null ? ids : [...ids, ...trackingTexts(trackingId)];
}
