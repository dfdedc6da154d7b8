import { once } from './once.ts';

/** The JSON of something that does not change any more, written down once for all who need it. */
export const jsonOf = once((value: object) => JSON.stringify(value));
