import type { Schema } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { Time } from '../parts/time.tsx';
import { wordsOf } from '../parts/words-of.ts';
import { Confirmation } from './confirmation.tsx';
import { Status } from './status.tsx';
import { placeOf, settlementText, summaryOf } from './summary.ts';
import { Verbs } from './verbs.tsx';

/** One resource in a list. */
export function BookingRow({ resource }: { resource: Schema['Resource'] }) {
  const { resourceId, timeline } = resource;
  const settlement = resource.kind === 'reservation' ? settlementText(resource) : '';
  const next = settlement === '' ? timeline.find(({ ahead }) => ahead) : undefined;
  const query = Object.fromEntries(route.value.query);
  const place = placeOf(resource);
  return (
    <article class="booking" aria-label={resourceId}>
      <Status of={resource} />
      <div class="booking-what">
        <a href={linkTo({ item: resourceId, query })}>
          <bdi>{summaryOf(resource)}</bdi>
        </a>
        <Confirmation of={resource} />
        <code>{resourceId}</code>
        {'partnerTrackingId' in resource && resource.partnerTrackingId !== null && (
          <span>
            tracking id <code dir="auto">{resource.partnerTrackingId}</code>
          </span>
        )}
        <Twins of={resource} />
      </div>
      <div class="booking-when quiet">
        <span>
          made <Time at={resource.createdAt} form="second" place={place} />
        </span>
        {next && (
          <span>
            next: {wordsOf(next.what)} <Time at={next.at} form="second" place={place} />
          </span>
        )}
        {settlement !== '' && <span>{settlement}</span>}
      </div>
      <Verbs resource={resource} />
    </article>
  );
}

/** Says that a trip may be booked twice: by a booking sent again, or over two searches with one tracking id. */
export function Twins({ of }: { of: Schema['Resource'] }) {
  if (of.kind !== 'reservation' || of.activeTwins === 0) return null;
  const { activeTwins, partnerTrackingId, searchId } = of;
  const [search, by] = partnerTrackingId === null ? [searchId, 'search'] : [partnerTrackingId, 'tracking id'];
  return (
    <a class="booking-twice" href={linkTo({ query: { search } })}>
      <span aria-hidden="true">●●</span> {activeTwins + 1} active reservations of this {by}
    </a>
  );
}
