import diff from 'microdiff';
import { linkTo, route } from '../app/route.ts';
import { LongText } from '../parts/long-text.tsx';
import type { Exchange } from './exchange.ts';
import { parse } from './message-view.tsx';

/** A difference between two calls. */
interface Change {
  where: string;
  before: string;
  now: string;
}

/** Headers are left out: the relevant ones select the profile or a scenario, and the list shows both. */
export function requestChanges(before: Exchange, now: Exchange): Change[] {
  return changesBetween(requestOf, before, now);
}

/** Compares two calls: address, bodies, status and scenario. */
export function allChanges(before: Exchange, now: Exchange): Change[] {
  return changesBetween(wholeOf, before, now);
}

/** Returns a body's value. */
type Read = (body: string | null) => unknown;
type Describe = (exchange: Exchange, read: Read) => Record<string, unknown>;

function changesBetween(describe: Describe, before: Exchange, now: Exchange): Change[] {
  try {
    return changesOf(describe(before, valueOf), describe(now, valueOf));
  } catch {
    // Bodies with some thousand levels exceed the stack.
    return changesOf(describe(before, asText), describe(now, asText));
  }
}

function wholeOf(exchange: Exchange, read: Read): Record<string, unknown> {
  const { operation, origin, status, outcome, scenario, response } = exchange;
  return {
    request: { operation, origin, ...requestOf(exchange, read) },
    outcome: outcome.text,
    scenario: scenario?.name ?? null,
    response: { status, body: read(response?.body ?? null) },
  };
}

function requestOf({ path, request: { body } }: Exchange, read: Read): Record<string, unknown> {
  return { path, body: read(body) };
}

function valueOf(body: string | null): unknown {
  return body === null ? null : (parse(body) ?? body);
}

function asText(body: string | null): string | null {
  return body;
}

function changesOf(before: Record<string, unknown>, now: Record<string, unknown>): Change[] {
  return diff(before, now).map((change) => ({
    where: change.path.join('.'),
    before: 'oldValue' in change ? JSON.stringify(change.oldValue) : '(not there)',
    now: 'value' in change ? JSON.stringify(change.value) : '(not there)',
  }));
}

/** The other compared call, and the differences. */
export function ChangeTable({ beforeId, changes }: { beforeId: string; changes: readonly Change[] }) {
  const query = Object.fromEntries(route.value.query);
  return (
    <>
      <p>
        The other call is <a href={linkTo({ item: beforeId, query })}>{beforeId}</a>.
        {changes.length > MOST && ` The first ${MOST} of ${changes.length} differences:`}
      </p>
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, MOST).map(({ where, before, now }) => (
              <tr key={where}>
                <th scope="row">
                  <code>{where}</code>
                </th>
                <td dir="auto">
                  <LongText text={before} />
                </td>
                <td dir="auto">
                  <LongText text={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const MOST = 50;
