import { show } from '../src/base/values/show.ts';
import type { ConductArea, ConductCheck, View } from '../src/check/judge/conduct.ts';
import type { Place, Selection } from '../src/check/judge/expectations/selection.ts';
import {
  isSamePlace,
  placeOfBookingToken,
  placeOfPricingToken,
  selectionOf,
} from '../src/check/judge/expectations/selection.ts';
import type { TokenEdit } from '../src/check/judge/expectations/token-edits.ts';
import { editOf } from '../src/check/judge/expectations/token-edits.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import type { KnownOffer } from '../src/check/judge/knowledge.ts';
import { fieldOf } from '../src/check/judge/knowledge.ts';

const sees: ConductCheck['sees'] = ['priceTransfer', 'bookTransfer', 'confirmReservationChange'];
const occasion = 'a pricing, a booking or a change confirmation with a token';

const area: ConductArea = {
  name: 'transfer tokens',
  checks: [
    {
      title: 'tokens are passed on exactly as received',
      rules: ['transfer.token.unchanged'],
      sees,
      occasion,
      wrong:
        'They trim a token, change its case, put it into an address without encoding it (each + becomes a blank), ' +
        'or store it in a column that is too short.',
      right: 'Store tokens as the text in the JSON, at least 200 characters, and send that text.',
      scenarios: [],
      judge(view) {
        if (areKnown(view)) return keptWhereSent(view);
        for (const { name, token } of unknownTokensOf(view)) judgeUnknown(view, name, token);
      },
    },
    {
      title: 'no token is sent in a decoded form',
      rules: ['transfer.token.opaque'],
      sees,
      occasion,
      wrong: 'They treat a token as Base64 or as a part of an address, decode it, and use the result.',
      right:
        'Treat tokens as opaque: never decode, split or read them. The response has fields for all ' +
        'necessary data.',
      scenarios: [],
      judge(view) {
        if (areKnown(view)) return keptWhereSent(view);
        for (const { name, token } of unknownTokensOf(view)) {
          const edit = editOf(token, view, selectionOf(view).offer);
          if (edit?.isDecoded) view.broken(asFinding(name, edit));
        }
      },
    },
    {
      title: 'a token is used only for its own offer',
      rules: ['transfer.token.bound-to-offer'],
      sees,
      occasion: 'a pricing, a booking or a change confirmation with a known token',
      wrong:
        'They keep one token for each search instead of one for each offer, or mix up travellers who search at the ' +
        'same time.',
      right: 'Keep searchId, resultId, bookingToken and pricingToken of one offer together, in one record.',
      scenarios: [],
      judge(view) {
        const selection = selectionOf(view);
        const { searchId, resultId, offer } = selection;
        const own = { searchId, resultId };
        const places = placesOf(view, selection);
        const foreign = places.find(({ place }) => !isSamePlace(place, own));
        if (places.length > 0 && !foreign) return view.kept();
        // If the two ids match no offer, the ids may be wrong.
        if (!foreign || !offer || agreeOnAnother(places, selection)) return;
        view.broken({
          expected: `the ${foreign.name} of result ${String(resultId)}`,
          actual: `the ${foreign.name} of ${describePlace(foreign.place, own)}`,
          pointer: `/${foreign.name}`,
        });
      },
    },
    {
      title: 'a token is used before its offer expires',
      rules: ['transfer.token.expires-with-offer'],
      sees,
      occasion: 'a pricing, a booking or a change confirmation with a known token',
      wrong:
        'They leave a page open, or queue bookings, and send the token too late; or they compare expiresAt with a ' +
        'wrong clock.',
      right: 'Check expiresAt before each step, with a reserve of one minute, and search and price again after it.',
      scenarios: ['short-lived'],
      judge(view) {
        const end = endOf(view);
        if (end === undefined) return;
        const unclear = view.exchange.unclearAt(end.at);
        if (unclear !== null) return view.undecided(unclear);
        if (view.exchange.earliest < end.at) return view.kept();
        view.broken({
          expected: `a ${end.name} that is used before ${end.text}`,
          actual: `one that is used at ${new Date(view.exchange.earliest).toISOString()}`,
          pointer: `/${end.name}`,
          before: [end.exchange],
        });
      },
    },
  ],
};

export default area;

type TokenName = 'bookingToken' | 'pricingToken';

/** True if every sent token comes from the selected offer and its pricing. */
function areKnown(view: View): boolean {
  const { bookingToken, pricingToken, offer, pricing } = selectionOf(view);
  return (bookingToken === undefined || offer?.['bookingToken'] === bookingToken) && (!pricingToken || !!pricing);
}

/** Returns unknown tokens. A token sent under the other name is known: another rule covers the mistake. */
function unknownTokensOf(view: View): { name: TokenName; token: string }[] {
  const { bookingToken, pricingToken } = selectionOf(view);
  const sent = [
    { name: 'bookingToken' as const, token: bookingToken },
    { name: 'pricingToken' as const, token: pricingToken },
  ];
  return sent.flatMap(({ name, token }) => (token === undefined || isIssued(view, token) ? [] : [{ name, token }]));
}

function isIssued({ known }: View, token: string): boolean {
  return !!known.pricing(token) || !!known.transferOffer('bookingToken', token);
}

function keptWhereSent(view: View): void {
  const { bookingToken, pricingToken } = selectionOf(view);
  if (bookingToken !== undefined || pricingToken !== undefined) view.kept();
}

/** Judges an unknown token. The identifier rules cover tokens without any similar issued token. */
function judgeUnknown(view: View, name: TokenName, token: string): void {
  const { gap } = view.known;
  const edit = editOf(token, view, selectionOf(view).offer);
  if (edit) view.broken(asFinding(name, edit));
  else if (gap !== null) view.undecided(gap);
}

function asFinding(name: TokenName, { issued, how }: TokenEdit) {
  return {
    expected: `the ${name} exactly as it was received: ${show(issued)}`,
    actual: `the same ${how}`,
    pointer: `/${name}`,
  };
}

function placesOf({ known }: View, selection: Selection): { name: TokenName; place: Place }[] {
  const [booking, pricing] = [placeOfBookingToken(selection, known), placeOfPricingToken(selection)];
  return [
    ...(booking ? [{ name: 'bookingToken' as const, place: booking }] : []),
    ...(pricing ? [{ name: 'pricingToken' as const, place: pricing }] : []),
  ];
}

/** True if both tokens belong to one other result from the same search, so the resultId is wrong. */
function agreeOnAnother(places: readonly { place: Place }[], { searchId }: Selection): boolean {
  const [first, second] = places;
  return !!first && !!second && isSamePlace(first.place, second.place) && first.place.searchId === searchId;
}

function describePlace(place: Place, own: Place): string {
  if (place.searchId === own.searchId) return `result ${String(place.resultId)} of the same search`;
  return `result ${String(place.resultId)} of search ${String(place.searchId)}`;
}

interface End {
  name: TokenName;
  at: number;
  text: string;
  /** The response that announced the end. */
  exchange: JudgedExchange;
}

/**
 * Returns the latest sent token's end: the offer's end (§2.7), or its pricing's announced end if that is earlier.
 * Undefined if no response states one.
 */
function endOf(view: View): End | undefined {
  const { bookingToken, offer, search, pricing } = selectionOf(view);
  const name = pricing ? 'pricingToken' : 'bookingToken';
  const own =
    offer?.['bookingToken'] === bookingToken
      ? offer && search && { offer, exchange: search }
      : issuedOffer(view, bookingToken);
  const ends = [
    own && endAt(name, own.offer['expiresAt'], own.exchange),
    pricing && endAt(name, fieldOf(pricing, 'expiresAt'), pricing),
  ].filter((end) => end !== undefined);
  return ends.reduce<End | undefined>((first, end) => (first && first.at <= end.at ? first : end), undefined);
}

function endAt(name: TokenName, text: unknown, exchange: JudgedExchange): End | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return typeof text === 'string' && !Number.isNaN(at) ? { name, at, text, exchange } : undefined;
}

function issuedOffer({ known }: View, bookingToken: string | undefined): KnownOffer | undefined {
  return bookingToken === undefined ? undefined : known.transferOffer('bookingToken', bookingToken);
}
