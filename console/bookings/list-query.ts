import type { Schema } from '../api/client.ts';

/** Kinds of resources as lists have them. */
export const KINDS = ['reservations', 'orders', 'searches'] as const;
export const STATUSES = ['completed', 'pending', 'hidden', 'failed'] as const satisfies readonly Status[];

type Kind = (typeof KINDS)[number];
type Status = Schema['ReservationResource']['status'];

/** What the address asks for; reservations for a kind that is none. */
export function kindOf(query: URLSearchParams): Kind {
  return KINDS.find((kind) => kind === query.get('kind')) ?? 'reservations';
}

export function statusOf(query: URLSearchParams): Status | undefined {
  return STATUSES.find((status) => status === query.get('status'));
}
