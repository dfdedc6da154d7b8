import type { Picture, PicturedCall, Standing } from './picture.ts';

/** An exchange as evidence in a finding. */
export interface PicturedEvidence {
  /** ISO 8601. */
  at: string;
  method: string;
  /** Path or URL, with the query. */
  path: string;
  /** Null without a response. */
  status: number | null;
  /** The beginning of the response; null without a body. */
  response: string | null;
}

/** Returns a finding as a picture: its exchanges, the deciding one last. The responses show which bookings exist. */
export function pictureOfEvidence(
  title: string,
  evidence: readonly PicturedEvidence[],
  broken: PicturedCall['broken'],
): Picture {
  const known = new Set<string>();
  const standing: Standing[] = [];
  const calls = evidence.map((one, index): PicturedCall => {
    const isLast = index === evidence.length - 1;
    const response = one.response ?? '';
    const number = fieldOf(response, 'confirmationNumber');
    if (number !== '' && !known.has(number))
      standing.push({ at: one.at, by: index, text: `${number} booked`, isBad: isLast && broken !== null });
    if (number !== '') known.add(number);
    const status = fieldOf(response, 'status');
    return {
      ...{ at: one.at, realTime: null, name: `${one.method} ${pathOf(one.path)}`, note: '', providers: [] },
      ...outcomeOf(one.status, BOOKING_STATUSES.has(status) ? status : fieldOf(response, 'code')),
      broken: isLast ? broken : null,
    };
  });
  return { title, calls, standing };
}

/** Returns how a response is drawn. After a missing response or a failed gateway, the client knows nothing. */
export function outcomeOf(status: number | null, said: string): Pick<PicturedCall, 'outcome' | 'tone' | 'isLost'> {
  const isLost = status === null || status === 502 || status === 504;
  const outcome = status === null ? said || 'no response' : [status, said].join(' ').trim();
  if (isLost || status >= 400 || said === 'failed') return { outcome, isLost, tone: 'bad' };
  return { outcome, isLost, tone: said === 'pending' ? 'waiting' : 'good' };
}

/** Returns a text field in a response, which may be cut: '' if it is not there. */
function fieldOf(response: string, name: string): string {
  return new RegExp(`"${name}":\\s*"([\\w-]{1,40})"`).exec(response)?.[1] ?? '';
}

function pathOf(address: string): string {
  return (URL.parse(address)?.pathname ?? address).replace(/\?.*/, '');
}

const BOOKING_STATUSES: ReadonlySet<string> = new Set(['completed', 'pending', 'failed']);
