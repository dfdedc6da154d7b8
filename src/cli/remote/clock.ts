import { ConfigError } from '../../base/config-error.ts';
import { nearest } from '../../base/nearest.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { ControlClient } from './control-client.ts';
import type { ClockVerb } from './names.ts';
import { momentNames } from './names.ts';
import type { Output } from './output.ts';
import { show, table } from './output.ts';

type Reading = ControlSchema['Clock'] & { due: ControlSchema['DueMoment'][]; dueTotal: number };

/**
 * Shows a profile's clock with the next due event, or moves it and shows the due events. `value`: the instant for
 * freeze and run; for advance a duration, `next`, or an event's name.
 */
export async function clock(
  client: ControlClient,
  output: Output,
  { verb, value, resource }: { verb: ClockVerb; value: string | undefined; resource: string | undefined },
): Promise<void> {
  if (verb === 'show') {
    const [now, { due, dueTotal }] = await Promise.all([
      client.onProfile<ControlSchema['Clock']>('GET', '/clock'),
      client.onProfile<Reading>('GET', '/agenda?limit=10'),
    ]);
    return show(output, { ...now, due, dueTotal }, (reading) => render(reading, 'due next', output));
  }
  const moved =
    verb === 'advance'
      ? await client.onProfile<Reading>('POST', '/clock/advance', advanceOf(value, resource))
      : await client.onProfile<Reading>('PUT', '/clock', {
          mode: MODES[verb],
          ...(value !== undefined && { now: value }),
        });
  show(output, moved, (reading) => render(reading, 'fell due', output));
}

const MODES = {
  freeze: 'frozen',
  run: 'running',
  service: 'service',
} as const satisfies Record<Exclude<ClockVerb, 'show' | 'advance'>, ControlSchema['ClockSetting']['mode']>;

function advanceOf(value: string | undefined, resourceId: string | undefined): object {
  if (value === undefined && resourceId === undefined)
    throw new ConfigError('advance needs a duration like PT21M, next, or the name of an event like driver_assigned');
  if (value !== undefined && /^P/.test(value)) return { by: value };
  if (value === 'next' && resourceId === undefined) return { to: 'next' };
  const isNamed = momentNames.some((name) => name === value);
  if (value !== undefined && value !== 'next' && !isNamed) throw new ConfigError(correct(value));
  const what = value !== undefined && value !== 'next' && { what: value };
  return { to: { ...what, ...(resourceId !== undefined && { resourceId }) } };
}

/** Returns the error text for a value that is neither a duration nor an event, with the most likely intended one. */
function correct(value: string): string {
  const [, days, hours, minutes, seconds] = SHORT_DURATION.exec(value) ?? [];
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].join('');
  if (days || time)
    return `"${value}" is not a duration. Did you mean P${days ? `${days}D` : ''}${time && `T${time}`}?`;
  const near = nearest(value, momentNames);
  if (near !== null) return `"${value}" is not an event. Did you mean ${near}?`;
  return `"${value}" is neither a duration like PT21M nor an event like driver_assigned`;
}

/** The short form in many programs: 5m, 1h30m, 2d. */
const SHORT_DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s)?$/i;

function render({ now, mode, due, dueTotal }: Reading, title: string, { columns }: Output): string {
  const head = `${now}  (${NAMES[mode]})\n${title}:`;
  if (due.length === 0) return `${head} nothing`;
  const rows = due.map(({ at, what, kind, resourceId }) => [`  ${at}`, what, `${kind} ${resourceId}`]);
  const more = dueTotal > due.length ? `\n  and ${dueTotal - due.length} more` : '';
  return `${head}\n${table(['  AT', 'WHAT', 'OF'], rows, columns)}${more}`;
}

const NAMES = { service: 'the clock of the sandbox', frozen: 'frozen', running: 'running' };
