import { HOUR, MINUTE } from '../../base/clock.ts';
import { dayOf, zoneOf } from '../world/zones.ts';

/** The instant of a local date-time `2027-03-15T11:30:00` in an IANA time zone, epoch milliseconds. */
export function instantOf(local: string, timeZone: string): number {
  const minutes = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  return zoneOf(timeZone).instant(dayOf(local), minutes) + Number(local.slice(17, 19)) * 1000;
}

/** `2027-03-15T11:30:00+01:00` for an instant in an IANA time zone. */
export function withOffset(instant: number, timeZone: string): string {
  const offset = zoneOf(timeZone).offset(instant);
  return new Date(instant + offset).toISOString().slice(0, 19) + offsetText(offset);
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / HOUR))}:${two(Math.floor((minutes % HOUR) / MINUTE))}`;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
