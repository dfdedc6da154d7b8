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
  return changesOf(requestOf(before), requestOf(now));
}

/** Compares address, bodies, status and scenario of two calls. */
export function allChanges(before: Exchange, now: Exchange): Change[] {
  return changesOf(wholeOf(before), wholeOf(now));
}

function wholeOf(exchange: Exchange): Record<string, unknown> {
  const { operation, origin, status, outcome, scenario, response } = exchange;
  return {
    request: { operation, origin, ...requestOf(exchange) },
    outcome: outcome.text,
    scenario: scenario?.name ?? null,
    response: { status, body: valueOf(response?.body ?? null) },
  };
}

function requestOf({ path, request: { body } }: Exchange): Record<string, unknown> {
  return { path, body: valueOf(body) };
}

function valueOf(body: string | null): unknown {
  return body === null ? null : (parse(body) ?? body);
}

function changesOf(before: Record<string, unknown>, now: Record<string, unknown>): Change[] {
  return diff(before, now).map((change) => ({
    where: change.path.join('.'),
    before: 'oldValue' in change ? JSON.stringify(change.oldValue) : '(not there)',
    now: 'value' in change ? JSON.stringify(change.value) : '(not there)',
  }));
}

/** The other call of a comparison, and the differences. */
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
