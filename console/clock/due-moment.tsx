import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { Time } from '../parts/time.tsx';
import { wordsOf } from '../parts/words-of.ts';

type DueMoment = Schema['DueMoment'];

/** The event at a moment, and its resource. */
export function DueMomentText({ moment }: { moment: DueMoment }) {
  const { errorCode, kind, leg, refundPercent, replaces, replacedBy, resourceId, pricingToken } = moment;
  const details = [
    leg,
    errorCode,
    refundPercent === undefined ? undefined : `${refundPercent} % refund`,
    replaces && `replaces ${replaces}`,
    replacedBy && `replaced by ${replacedBy}`,
    pricingToken && `pricing ${pricingToken.slice(0, 12)}…`,
  ].filter((text) => text !== undefined && text !== '');
  return (
    <span class="moment">
      <strong>{wordsOf(moment.what)}</strong> {details.length > 0 && <span class="quiet">({details.join(', ')}) </span>}
      {kind} <a href={linkTo({ view: 'bookings', item: resourceId })}>{resourceId}</a>
    </span>
  );
}

/** To the second, unless the milliseconds matter. */
export function InstantText({ at }: { at: string }) {
  return <Time at={at} form={at.endsWith('.000Z') ? 'second' : 'whole'} />;
}
