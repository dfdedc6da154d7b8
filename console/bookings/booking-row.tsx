import type { Schema } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { wordsOf } from '../parts/words-of.ts';
import { Status } from './status.tsx';
import { settlementText, summaryOf } from './summary.ts';
import { Verbs } from './verbs.tsx';

/** One resource in a list. `active` counts the active reservations from its search on this page. */
export function BookingRow({ resource, active }: { resource: Schema['Resource']; active: number }) {
  const { resourceId, timeline } = resource;
  const settlement = resource.kind === 'reservation' ? settlementText(resource) : '';
  const next = settlement === '' ? timeline.find(({ ahead }) => ahead) : undefined;
  const query = Object.fromEntries(route.value.query);
  return (
    <article class="booking" aria-label={resourceId}>
      <Status of={resource} />
      <div class="booking-what">
        <a href={linkTo({ item: resourceId, query })}>
          <bdi>{summaryOf(resource)}</bdi>
        </a>
        <code>{resourceId}</code>
        {'partnerTrackingId' in resource && resource.partnerTrackingId !== null && (
          <span>
            tracking id <code dir="auto">{resource.partnerTrackingId}</code>
          </span>
        )}
        {active > 1 && 'searchId' in resource && (
          <a class="booking-twice" href={linkTo({ query: { search: resource.searchId } })}>
            <span aria-hidden="true">●●</span> {active} active reservations of this search
          </a>
        )}
      </div>
      <div class="booking-when quiet">
        <span>
          made <time dateTime={resource.createdAt}>{shortTime(resource.createdAt)}</time>
        </span>
        {next && (
          <span>
            next: {wordsOf(next.what)} <time dateTime={next.at}>{shortTime(next.at)}</time>
          </span>
        )}
        {settlement !== '' && <span>{settlement}</span>}
      </div>
      <Verbs resource={resource} />
    </article>
  );
}

function shortTime(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)}`;
}
