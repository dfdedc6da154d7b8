import { linkTo, route } from '../app/route.ts';

/** Documentation on the service and this sandbox: its pages, and a client's journey. */
export function DocsView() {
  return (
    <>
      <ul class="docs">
        {pages.map(({ title, href, text }) => (
          <li key={title} class="card">
            <a href={href()}>{title}</a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div class="journeys">
        <Journey title="The journey of a flight order" tag="flights" steps={FLIGHT} />
        <Journey title="The journey of a transfer" tag="transfers" steps={TRANSFER} />
        <section class="card" aria-labelledby="faults">
          <h2 id="faults">When something fails</h2>
          <p>
            A client shows its worth here. <a href={linkTo({ view: 'scenarios' })}>Scenarios</a> cause lost responses,
            pending bookings and expired tokens, by a query flag or for the next calls.
          </p>
          <p>
            <a href={linkTo({ view: 'live' })}>Live</a> shows each call as it ends, and{' '}
            <a href={linkTo({ view: 'judge' })}>Judge</a> the rules that the client kept and broke.
          </p>
          <p>
            Tokens and offers expire. <a href={linkTo({ view: 'clock' })}>Clock</a> moves the time of the profile, so
            nobody has to wait.
          </p>
        </section>
      </div>
    </>
  );
}

type Step = readonly [call: `${'GET' | 'POST'} /${string}`, does: string];

/** A journey's calls in their order, each with a link to the API reference. */
function Journey({ title, tag, steps }: { title: string; tag: string; steps: readonly Step[] }) {
  return (
    <section class="card" aria-labelledby={tag}>
      <h2 id={tag}>{title}</h2>
      <ol class="journey">
        {steps.map(([call, does]) => (
          <li key={call}>
            <a href={`docs#service/tag/${tag}/${call.replace(' ', '')}`}>
              <code>{call}</code>
            </a>
            <span>{does}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FLIGHT: readonly Step[] = [
  ['POST /v1/flights/search', 'Offers of both providers. They expire.'],
  ['GET /v1/flights/offers/{gdsprovider}/{offerId}', 'One offer again, as it is now.'],
  ['POST /v1/flights/order/required-fields/{gdsprovider}/{offerId}', 'The fields that the order of an offer needs.'],
  ['POST /v1/flights/order/{gdsprovider}/{offerId}', 'Books an offer, or holds it.'],
];
const TRANSFER: readonly Step[] = [
  ['POST /search', 'Offers for a ride, each with a booking token.'],
  ['POST /pricing', 'The final price of an offer, and a pricing token.'],
  ['POST /book', 'Books a pricing once. After a 502, read before you book again.'],
  ['GET /reservations/details', 'The outcome of a booking, and the reservation.'],
  ['GET /reservations/driver-vehicle', 'Driver and vehicle, once they are assigned.'],
  ['GET /reservations/tracking', 'The ride as it happens.'],
  ['POST /reservations/changes/search', 'Offers in place of a reservation.'],
  ['POST /reservations/changes', 'Confirms a priced change.'],
  ['POST /reservations/cancel', 'Ends a reservation, by its terms.'],
];

/** Documentation pages with their addresses. */
const pages = [
  { title: 'API reference', href: () => 'docs', text: 'Every operation, with a form that calls this sandbox.' },
  { title: 'Rules', view: 'rules', text: 'The requirements of the document for the service and for clients.' },
  { title: 'Assumptions', view: 'assumptions', text: 'Open points of the document, and the choices of the sandbox.' },
  { title: 'Errors', view: 'errors', text: 'Every error code of a response, with its remedy.' },
].map(({ href, ...page }) => ({ ...page, href: href ?? (() => linkTo({ view: page.view })) }));

/** Links between the reference pages. */
export function Pages() {
  return (
    <nav class="pages" aria-label="Docs">
      {pages.map(({ title, view, href }) => (
        <a key={title} href={href()} aria-current={view === route.value.view ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
