import type { Selectable } from 'kysely';
import type { Profile, ProfileClock } from '../../profiles.ts';
import type { Tables } from '../tables.ts';

export function toProfileRow({ code, name, marginPercent, createdAt, clock, armed }: Profile): Tables['profiles'] {
  return {
    code,
    name,
    margin_percent: marginPercent,
    created_at: createdAt,
    clock: clock && JSON.stringify(clock),
    armed: armed?.scenario ?? null,
    armed_calls: armed?.calls ?? null,
  };
}

export function toProfile(row: Selectable<Tables['profiles']>): Profile {
  return {
    code: row.code,
    name: row.name,
    marginPercent: row.margin_percent,
    createdAt: row.created_at,
    clock: toClock(row.clock),
    armed: row.armed === null || row.armed_calls === 0 ? null : { scenario: row.armed, calls: row.armed_calls },
  };
}

export function toClock(clock: string | null): ProfileClock | null {
  return clock === null ? null : (JSON.parse(clock) as ProfileClock);
}
