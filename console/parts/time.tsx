import { signal } from '@preact/signals';

/** The zone for all times: UTC, the browser's zone, or the zone of a booking's place if the page knows it. */
const ZONES = ['UTC', 'local', 'place'] as const;
type Zone = (typeof ZONES)[number];

const KEY = 'taxiway zone';
const zone = signal<Zone>(stored());

function chooseZone(chosen: Zone): void {
  zone.value = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // In a browser without storage, only this tab knows it.
  }
}

function stored(): Zone {
  try {
    return ZONES.find((each) => each === localStorage.getItem(KEY)) ?? 'UTC';
  } catch {
    return 'UTC';
  }
}

/** Slices of `2027-03-15 11:30:00.000`. */
const FORMS = {
  date: [0, 10],
  minute: [0, 16],
  second: [0, 19],
  clock: [11, 19],
  ms: [11, 23],
  whole: [0, 23],
} as const;

/**
 * An instant in the chosen zone. `place` is any local time of the place with its offset (`…T11:30:00+01:00`). `isNamed`
 * adds the zone.
 */
export function Time({
  at,
  form = 'minute',
  place,
  isNamed = true,
}: {
  at: string;
  form?: keyof typeof FORMS;
  place?: string | undefined;
  isNamed?: boolean;
}) {
  const { text, name } = timeIn(at, form, place);
  return (
    <time dateTime={at} title={`${at.slice(0, 19)}Z`}>
      {text}
      {isNamed && ` ${name}`}
    </time>
  );
}

/** Returns the text of an instant in the chosen zone, with the zone's name: `UTC` or `+01:00`. */
export function timeIn(at: string, form: keyof typeof FORMS, place?: string): { text: string; name: string } {
  const minutes = offsetAt(at, place);
  const shifted = new Date(Date.parse(at) + minutes * 60_000).toISOString().replace('T', ' ');
  return { text: shifted.slice(...FORMS[form]), name: nameOf(minutes) };
}

/** Minutes ahead of UTC. */
function offsetAt(at: string, place = ''): number {
  if (zone.value === 'local') return -new Date(at).getTimezoneOffset();
  const [, sign, hours, minutes] = (zone.value === 'place' && /([+-])(\d\d):(\d\d)$/.exec(place)) || [];
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

function nameOf(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const ahead = Math.abs(minutes);
  const [hours, rest] = [Math.floor(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** The switch for the zone of all times. */
export function ZoneChoice() {
  return (
    <select
      class="zone"
      aria-label="Time zone"
      title="Times in UTC, in the zone of this browser, or in the zone of a booking's pickup"
      value={zone.value}
      onChange={({ currentTarget }) => chooseZone(ZONES.find((each) => each === currentTarget.value) ?? 'UTC')}
    >
      {ZONES.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
