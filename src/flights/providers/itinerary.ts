import type { Slice } from '../../api.ts';
import type { ProviderOffer } from '../flight-provider.ts';

/** A slice in the public shape with its JSON text, which every offer with this slice shares. */
export interface SharedSlice {
  slice: Slice;
  json: string;
}

/** Freezes a slice, whole, and writes it down once. */
export function shareSlice(slice: Slice): SharedSlice {
  return { slice: freeze(slice), json: JSON.stringify(slice) };
}

/** The itinerary of one slice or two. */
export function itineraryOf(shared: readonly SharedSlice[]): ProviderOffer['itinerary'] {
  const [out, back] = shared as [SharedSlice, SharedSlice?];
  return back
    ? { slices: [out.slice, back.slice], slicesJson: `[${out.json},${back.json}]` }
    : { slices: [out.slice], slicesJson: `[${out.json}]` };
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}
