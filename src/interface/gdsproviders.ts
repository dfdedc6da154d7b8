import type { GdsProvider } from './api.ts';

/** Flight provider numbers, in offer order. `src/providers.ts` has the providers themselves. */
export const gdsproviders = [0, 1] as const satisfies readonly GdsProvider[];
