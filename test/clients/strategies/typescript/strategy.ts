import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The strategy by its names; `strategies.ts` lists the values. */
const given = new Map(
  (process.env['STRATEGY'] ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part) => part.split('=') as [string, string]),
);

/** True if the strategy has this value. */
export function does(name: string, value: string): boolean {
  return given.get(name) === value;
}

/** The task of the exam. */
export const trip = JSON.parse(readFileSync(process.env['TAXIWAY_TASK_FILE'] ?? '', 'utf8')) as {
  task: string;
  traveller: number;
  from: string;
  to: string;
  date: string;
  time: string;
  newTime: string;
  passengers: number;
  currency: string;
  priceLimit: number;
  orderType: 'instant' | 'hold';
  firstName: string;
  lastName: string;
  returnDate?: string;
  /** The travellers of a flight, in a task with their facts. */
  travellers?: {
    type: string;
    firstName: string;
    lastName: string;
    bornDate: string;
    passport: { number: string; issuingCountry: string; expiresOn: string };
    loyalty: { airlineIataCode: string; accountNumber: string } | null;
  }[];
};

/** Waits before a read; `read` counts from 1. */
export async function pause(read: number): Promise<void> {
  const base = Number(process.env['PAUSE_MS'] ?? 1000);
  if (does('pauses', 'doubling')) return wait(base * 2 ** Math.min(read - 1, 5));
  if (does('pauses', 'jittered')) return wait(base * (0.5 + Math.random()));
  return wait(does('pauses', 'late') && read === 1 ? base * 10 : base);
}

/** Time-out of a request. */
export const TIMEOUT_MS = does('waits', 'long') ? 6000 : 2000;
