import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { timeIn } from '../parts/time.tsx';
import { wordsOf } from '../parts/words-of.ts';
import type { Related } from './load-with-related.ts';
import { placeOf, settlementText } from './summary.ts';

type Moment = Schema['Moment'];

/** The timeline from the search to the due events: a list, drawn by the style sheet. Future events are dashed. */
export function Timeline({ related }: { related: Related }) {
  const { resource } = related;
  const open = resource.kind === 'reservation' ? settlementText(resource) : '';
  return (
    <section aria-label="Timeline">
      <ol class="timeline">
        {stepsOf(related).map((step, index) => (
          <Step key={`${index} ${step.what}`} step={step} place={placeOf(resource)} />
        ))}
        {open !== '' && !resource.timeline.some(({ ahead }) => ahead) && (
          <li class="ahead">
            <strong>outcome</strong>
            <span>{open}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

type Step = Omit<Moment, 'what'> & { what: Moment['what'] | 'pending' };

function Step({ step, place }: { step: Step; place: string | undefined }) {
  const { at, what, ahead, errorCode, leg, refundPercent, replaces, replacedBy } = step;
  return (
    <li class={[ahead ? 'ahead' : 'past', ...(BAD.has(what) ? ['bad'] : [])].join(' ')}>
      <strong>{wordsOf(what)}</strong>
      {ahead && <span class="unseen">, is due</span>}
      <time dateTime={at}>
        {timeIn(at, 'date', place).text}{' '}
        <span>
          {timeIn(at, 'ms', place).text} {timeIn(at, 'ms', place).name}
        </span>
      </time>
      {leg !== undefined && <span>{leg}</span>}
      {errorCode !== undefined && <span>{errorCode}</span>}
      {refundPercent !== undefined && <span>to {refundPercent} %</span>}
      {replaces !== undefined && <a href={linkTo({ item: replaces })}>replaces {replaces.slice(0, 8)}…</a>}
      {replacedBy !== undefined && <a href={linkTo({ item: replacedBy })}>replaced by {replacedBy.slice(0, 8)}…</a>}
    </li>
  );
}

/** The resource's search, offer and own pricing come first. */
function stepsOf({ resource, offer, search }: Related): Step[] {
  const before = resource === search ? [] : [...ledFrom(search, resource), ...ledFrom(offer, resource)];
  const own = resource.timeline.flatMap((moment) => [
    moment,
    ...(moment.what === 'booking_made' && wasPending(resource) ? [{ at: moment.at, what: 'pending' as const }] : []),
  ]);
  return [...before.sort((a, b) => a.at.localeCompare(b.at) || rankOf(a) - rankOf(b)), ...own];
}

function ledFrom(from: Related['search'] | Related['offer'], resource: Schema['Resource']): Moment[] {
  if (from === null || from.resourceId === resource.resourceId) return [];
  const token = resource.kind === 'reservation' ? resource.request['pricingToken'] : undefined;
  return from.timeline.filter(
    ({ what, pricingToken }) =>
      what === 'search_made' || what === 'offer_made' || (what === 'pricing_made' && pricingToken === token),
  );
}

/** True if the booking had no outcome at first. */
function wasPending(resource: Schema['Resource']): boolean {
  if (resource.kind !== 'reservation') return false;
  const outcome = resource.timeline.find(({ what }) => what === 'booking_completed' || what === 'booking_failed');
  return outcome === undefined || outcome.ahead === true || outcome.at > resource.createdAt;
}

/** Event order within one millisecond. */
function rankOf({ what }: Moment): number {
  return ['search_made', 'offer_made', 'pricing_made'].indexOf(what);
}

const BAD: ReadonlySet<string> = new Set(['booking_failed', 'reservation_cancelled']);
