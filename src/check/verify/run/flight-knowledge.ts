import { toIso } from '../../../base/clock.ts';
import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { Offer } from '../../../interface/api.ts';
import { flightOrder, holdOrder, totalSegments } from '../fixtures/flight-order.ts';
import { isEnding, isUsable, traitsOf } from '../fixtures/offers.ts';
import type { Target } from '../probe/target.ts';
import { isAccepted, isRefused } from '../responses/outcome.ts';
import { isPlainBody } from '../whole-run/plain-search.ts';
import type { Recorded } from '../whole-run/recording.ts';
import { sentBody } from '../whole-run/sent-body.ts';
import type { CallKnowledge, Validity } from './valid-call.ts';

/** Finds valid flight calls: searches by themselves, the others for offers returned to the profile. */
export class FlightKnowledge implements CallKnowledge {
  readonly #target: Target;
  readonly #offers = new Map<string, Offer>();
  /** Offers that were ordered, or may have been. No other call for them is known to be valid. */
  readonly #spent = new Set<string>();
  /** Flows with an accepted order: without unnecessary segments, and with them. */
  readonly #plain = new Set<string>();
  readonly #segmented = new Set<string>();

  constructor(target: Target) {
    this.#target = target;
  }

  readonly validityOf: CallKnowledge['validityOf'] = {
    searchFlights: (call) => this.#ofSearch(call),
    createFlightOrder: (call) => this.#ofOrder(call),
    getFlightOffer: (call) => this.#ofOffer(call),
    getRequiredFields: (call) => this.#ofOffer(call),
  };

  learn({ exchange, keys, scenario }: Recorded): void {
    // Under a scenario, an offer may have its own end or requirements.
    if (exchange.operationId === 'searchFlights' && scenario === null)
      for (const { value } of select(exchange.value, '/offers/*'))
        if (isUsable(value) && saysWhatToSend(value))
          this.#offers.set(nameOf(keys.profileCode, value.gdsprovider, value.offerId), value);
    if (exchange.operationId !== 'createFlightOrder' || isRefused(exchange)) return;
    const [flow, offerId] = placeOf(exchange.path);
    const offer = this.#offers.get(nameOf(keys.profileCode, flow, offerId));
    const segmented = offer && formOf(offer, exchange.request.body) === WITH_SEGMENTS;
    if (isAccepted(exchange)) (segmented ? this.#segmented : this.#plain).add(flow);
    this.#spent.add(nameOf(keys.profileCode, flow, offerId));
  }

  #ofSearch({ exchange }: Recorded): Validity | null {
    const body = sentBody(exchange);
    if (!isPlainBody(body) || !this.#isJourney(body['slices'])) return null;
    const slices = body['slices'] as { origin: string; destination: string }[];
    const [origin, destination] = this.#target.routes[0];
    const places = slices.map((slice) => [slice.origin, slice.destination]);
    const documented =
      places[0]?.join() === [origin, destination].join() &&
      select(body, '/passengers/*/type').every(({ value }) => value === 'adult') &&
      body['cabin_class'] === 'economy' &&
      [undefined, 'EUR'].includes(body['currency'] as string | undefined) &&
      body['language'] === undefined;
    return {
      kind: show({ ...body, slices: places }, Infinity),
      words: slices.length === 2 ? 'a round trip' : 'a one-way trip',
      isDocumented: () => documented,
    };
  }

  /** True for a one-way or round trip on days with offers at the target. */
  #isJourney(slices: unknown): boolean {
    const [out, back] = slices as Record<string, string>[];
    const days = (slices as Record<string, string>[]).map((slice) => String(slice['departure_date']));
    if (!days.every((day, index) => isDay(day) && day >= (days[index - 1] ?? this.#target.departureDate))) return false;
    return !back || (back['origin'] === out?.['destination'] && back['destination'] === out?.['origin']);
  }

  #ofOrder({ exchange, keys, at }: Recorded): Validity | null {
    const offer = this.#open(exchange.path, keys.profileCode, at);
    if (!offer) return null;
    const form = formOf(offer, exchange.request.body);
    if (form === null) return null;
    const flow = String(offer.gdsprovider);
    return {
      kind: show([form, traitsOf(offer)], Infinity),
      words: form,
      // The document does not say which flows need segments. Accepted orders without them show it.
      isDocumented: () => form !== WITH_SEGMENTS && (this.#plain.has(flow) || !this.#segmented.has(flow)),
    };
  }

  #ofOffer({ exchange, keys, at }: Recorded): Validity | null {
    const offer = this.#open(exchange.path, keys.profileCode, at);
    const types = select(sentBody(exchange), '/passengers/*/type').map(({ value }) => value);
    if (!offer || (types.length > 0 && types.join() !== offer.passengers.map(({ type }) => type).join())) return null;
    if (exchange.method === 'POST' && propertyOf(sentBody(exchange), 'offerId') !== offer.offerId) return null;
    return { kind: show(traitsOf(offer), Infinity), words: '', isDocumented: () => true };
  }

  #open(path: string, profileCode: string, at: number): Offer | null {
    const name = nameOf(profileCode, ...placeOf(path));
    const offer = this.#offers.get(name);
    return offer && !this.#spent.has(name) && !isEnding(offer, at) ? offer : null;
  }
}

const WITH_SEGMENTS = 'an order with totalSegments';

function formOf(offer: Offer, text: string | null): string | null {
  if (text === null) return null;
  const forms: [string, () => object][] = [
    ['an order', () => flightOrder(offer)],
    ['an instant order', () => ({ ...flightOrder(offer), type: 'instant' })],
    ['a hold', () => holdOrder(offer)],
    [WITH_SEGMENTS, () => ({ ...flightOrder(offer), totalSegments: totalSegments(offer) })],
  ];
  const form = forms.find(([, make]) => textOf(make) === text)?.[0] ?? null;
  return form === 'a hold' && propertyOf(offer.holdOptions, 'available') !== true ? null : form;
}

/** True for an offer with all data for a documented order. Contracts report missing data. */
function saysWhatToSend(offer: Offer): boolean {
  const {
    passengers,
    slices,
    currency,
    supportedPassengerIdDocuments: types,
    passengerIdentityDocumentsRequired,
  } = offer;
  const segments = slices.flatMap((slice) => slice.segments);
  const texts = [
    ...[currency, ...passengers.flatMap(({ id, type }) => [id, type])],
    ...segments.flatMap((segment) =>
      ['departure/iataCode', 'arrival/iataCode', 'departure/departingAt', 'flightNumber'].map(
        (name) => select(segment, `/${name}`)[0]?.value,
      ),
    ),
  ];
  const ids = passengers.map(({ id }) => id);
  return (
    texts.every(isText) &&
    new Set(ids).size === ids.length &&
    [types].flat().every(isText) &&
    typeof passengerIdentityDocumentsRequired === 'boolean'
  );
}

/** Returns the order as text, or null for an offer without the data for it. */
function textOf(make: () => object): string | null {
  try {
    return JSON.stringify(make());
  } catch {
    return null;
  }
}

function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && toIso(instant).startsWith(text);
}

function placeOf(path: string): [gdsprovider: string, offerId: string] {
  const [gdsprovider = '', offerId = ''] = path.replace(/\?.*/s, '').split('/').slice(-2).map(decodeURIComponent);
  return [gdsprovider, offerId];
}

function nameOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map(String));
}
