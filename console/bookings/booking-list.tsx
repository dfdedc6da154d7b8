import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { moveByArrows } from '../parts/move-by-arrows.ts';
import { arm } from '../scenarios/arming.ts';
import { BookingFilters, kindOf, statusOf } from './booking-filters.tsx';
import { BookingRow } from './booking-row.tsx';

/** A page with resources of one kind, the newest first, each with its possible actions. */
export function BookingList() {
  const { profile, query } = route.value;
  const { data, error } = useLoad(() => load(profile ?? '', query), `${profile} ${query}`, pulse.value);
  const all = Object.fromEntries([...query].filter(([name]) => name !== 'after'));
  return (
    <>
      <BookingFilters>
        {kindOf(query) === 'reservations' && (
          <div class="bookings-verb">
            <ActionButton work={() => arm('book:pending-forever', 1)}>Keep the next booking pending</ActionButton>
          </div>
        )}
      </BookingFilters>
      <ErrorNote error={error} />
      {data?.resources.length === 0 && <Empty isFiltered={[...query].some(([name]) => name !== 'kind')} />}
      {data && data.resources.length > 0 && <Heads kind={kindOf(query)} {...data} />}
      <ol class="bookings" aria-label={`${kindOf(query)}, newest first`} onKeyDown={moveByArrows}>
        {data?.resources.map((resource) => (
          <li key={resource.resourceId}>
            <BookingRow resource={resource} />
          </li>
        ))}
      </ol>
      <nav class="pages" aria-label="Pages">
        {query.has('after') && <a href={linkTo({ query: all })}>Newest</a>}
        {data?.next && <a href={linkTo({ query: { ...all, after: data.next } })}>Older ones</a>}
      </nav>
    </>
  );
}

const ONE: Readonly<Record<string, string>> = { reservations: 'reservation', orders: 'order', searches: 'search' };

/** The page summary, and visible column heads. */
function Heads({ kind, resources, next }: Page & { kind: string }) {
  return (
    <>
      <p class="bookings-count quiet">
        {resources.length} {resources.length === 1 ? ONE[kind] : kind}, the newest first
        {next === null ? '' : '; older ones are on the next page'}
      </p>
      <div class="booking booking-heads" aria-hidden="true">
        <span>Status</span>
        <span>Journey and id</span>
        <span>Made, and what comes next</span>
        <span>Actions</span>
      </div>
    </>
  );
}

type Page = { resources: Schema['Resource'][]; next: string | null };

function load(profileCode: string, query: URLSearchParams): Promise<Page> {
  const kind = kindOf(query);
  const status = statusOf(query);
  const [contains, after] = ['search', 'after'].map((name) => query.get(name) ?? '');
  return dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/resources', {
      params: {
        path: { profileCode },
        query: {
          kind,
          order: 'newest-first',
          ...(after && { after }),
          ...(contains && { contains }),
          ...(kind === 'reservations' && status && { status }),
        },
      },
    }),
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <section class="empty">
      <h2>{isFiltered ? 'Nothing fits' : 'Nothing here yet'}</h2>
      {isFiltered ? (
        <p>
          No resource of this profile fits the filters. <a href={linkTo({})}>Show all reservations</a>
        </p>
      ) : (
        <p>
          Searches, orders and bookings of this profile appear here. For the first call, see{' '}
          <a href={linkTo({ view: 'live' })}>Live</a>.
        </p>
      )}
    </section>
  );
}
