import type { Schema } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { pulse } from '../app/sandbox.ts';
import { useTitle } from '../app/title.ts';
import { useLoad } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { Twins } from './booking-row.tsx';
import { Confirmation } from './confirmation.tsx';
import { Links } from './links.tsx';
import { loadWithRelated } from './load-with-related.ts';
import { Status } from './status.tsx';
import { Story } from './story.tsx';
import { summaryOf } from './summary.ts';
import { Timeline } from './timeline.tsx';
import { Verbs } from './verbs.tsx';

/** One resource: its history and its due events, its related resources, and its bodies. */
export function BookingPage({ resourceId }: { resourceId: string }) {
  const { profile, query } = route.value;
  const load = () => loadWithRelated(profile ?? '', resourceId);
  const { data, error } = useLoad(load, `${profile} ${resourceId}`, pulse.value);
  useTitle(data ? summaryOf(data.resource) : null);
  return (
    <article class="booking-page">
      <p>
        <a href={linkTo({ query: Object.fromEntries(query) })}>← Back to the list</a>
      </p>
      <ErrorNote error={error} />
      {data && (
        <>
          <h2>
            <bdi>{summaryOf(data.resource)}</bdi>
          </h2>
          <p class="booking-facts">
            <Status of={data.resource} /> {data.resource.kind} <code>{data.resource.resourceId}</code>{' '}
            <Confirmation of={data.resource} /> <Twins of={data.resource} />
          </p>
          <Verbs resource={data.resource} />
          <Timeline related={data} />
          <Links related={data} />
          <Story related={data} />
          <Bodies resource={data.resource} />
        </>
      )}
    </article>
  );
}

function Bodies({ resource }: { resource: Schema['Resource'] }) {
  if (resource.kind === 'offer') return null;
  return (
    <>
      <Body title="Request" value={resource.request} />
      {resource.kind === 'reservation' && resource.reservation && (
        <Body title="Reservation" value={resource.reservation} />
      )}
      {resource.kind === 'order' && <Body title="Native call of the provider" value={resource.providerRecord} />}
    </>
  );
}

function Body({ title, value }: { title: string; value: unknown }) {
  return (
    <section class="card">
      <h3>{title}</h3>
      <JsonView value={value} depth={1} />
    </section>
  );
}
