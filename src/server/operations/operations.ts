import { flightOperations } from './flights.ts';
import type { Operations } from './operation.ts';
import { transferOperations } from './transfers.ts';

export const operations: Operations = { ...flightOperations, ...transferOperations };
