import type { Request } from 'express';
import { isForgotten } from '../../base/lifetime.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { Authenticated } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Service } from '../../service.ts';
import type { ArmedBooking } from '../../store/bookings.ts';
import type { ArmedScenario } from '../../store/profiles.ts';

type ServiceExchange = Authenticated<OperationId>;

/** A text that is armed somewhere. */
export interface ArmedPlace {
  text: string;
  /** Arms the rest in its place; false when something else is armed there by now. */
  keep(rest: string | null): Promise<boolean>;
}

/** What is armed on the search of the offer, or of the reservation that is read. */
export async function armedOnSearch(
  { store }: Service,
  { req, profile: { code }, operation, now }: ServiceExchange,
  booking: ArmedBooking | undefined,
): Promise<ArmedPlace | undefined> {
  const searchId =
    searchIdOfRequest(req) ?? (operation.operationId === 'getReservation' ? booking?.searchId : undefined);
  if (searchId === undefined) return undefined;
  const search = await store.searches.find(code, searchId);
  if (!search?.armed || isForgotten(search, now)) return undefined;
  const { armed } = search;
  return {
    text: armed,
    keep: async (rest) => rest === armed || store.searches.rearm(code, searchId, armed, rest),
  };
}

function searchIdOfRequest({ params, query, body }: Request): string | undefined {
  if (params['offerId'] !== undefined) return searchIdOf(String(params['offerId']));
  const searchId = (body as { searchId?: unknown } | undefined)?.searchId ?? query['searchId'];
  return typeof searchId === 'string' ? searchId : undefined;
}

/** What is armed on the reservation. */
export async function armedOnReservation(
  { store }: Service,
  { profile: { code } }: ServiceExchange,
  booking: ArmedBooking | undefined,
): Promise<ArmedPlace | undefined> {
  if (!booking?.armed) return undefined;
  const current = await store.bookings.findArmed(code, { reservationId: booking.bookingId });
  if (!current?.armed) return undefined;
  const { armed, bookingId } = current;
  return { text: armed, keep: async (rest) => rest === armed || store.bookings.rearm(code, bookingId, armed, rest) };
}

/** What is armed on the profile. Reads it again only where another request changed what is armed. */
export function armedOnProfile(
  { store }: Service,
  { profile }: ServiceExchange,
): () => Promise<ArmedPlace | undefined> {
  let known: ArmedScenario | null | undefined = profile.armed;
  return async () => {
    const armed = known === undefined ? ((await store.profiles.find(profile.code))?.armed ?? null) : known;
    if (!armed) return undefined;
    known = undefined;
    return {
      text: armed.scenario,
      keep: async (rest) => {
        const left = afterMeeting(armed, rest);
        return left === armed || store.profiles.rearm(profile.code, armed, left);
      },
    };
  };
}

function afterMeeting(armed: ArmedScenario, rest: string | null): ArmedScenario | null {
  const { scenario, calls } = armed;
  if (calls === null && rest === scenario) return armed;
  if (rest === null || calls === 1) return null;
  return { scenario: rest, calls: calls && calls - 1 };
}
