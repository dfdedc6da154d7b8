import type { GdsProvider } from './api.ts';

/** Numbers of the flight providers, in the order of their offers. `src/providers.ts` has the providers themselves. */
export const gdsproviders = [0, 1] as const satisfies readonly GdsProvider[];
