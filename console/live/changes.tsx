import diff from 'microdiff';
import { exchanges } from '../app/exchanges.ts';
import { linkTo, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { LongText } from '../parts/long-text.tsx';
import type { Exchange } from './exchange.ts';
import { loadExchange } from './exchange.ts';
import { parse } from './message-view.tsx';

/** What the request has that the one before of the same operation had not, value by value. */
export function Changes({ exchange }: { exchange: Exchange }) {
  const before = exchanges.rows.value.findLast(
    ({ sequence, operationId }) => operationId === exchange.operationId && sequence < exchange.sequence,
  );
  if (!before) return null;
  return <Compared exchange={exchange} beforeId={before.exchangeId} />;
}

function Compared({ exchange, beforeId }: { exchange: Exchange; beforeId: string }) {
  const { data } = useLoad(() => loadExchange(beforeId), beforeId);
  if (!data) return null;
  const changes = listChanges(data.exchange, exchange);
  return (
    <details class="changes">
      <summary>
        {changes.length === 0 ? 'The same' : `${inNumbers(changes.length)} changed`} since the request before
      </summary>
      <p>
        The one before is{' '}
        <a href={linkTo({ item: beforeId, query: Object.fromEntries(route.value.query) })}>{beforeId}</a>.
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
    </details>
  );
}

interface Change {
  where: string;
  before: string;
  now: string;
}

/** Headers are left out: those that matter select the profile or a scenario, and the list shows both. */
function listChanges(before: Exchange, now: Exchange): Change[] {
  return diff(comparable(before), comparable(now)).map((change) => ({
    where: change.path.join('.'),
    before: 'oldValue' in change ? JSON.stringify(change.oldValue) : '(not there)',
    now: 'value' in change ? JSON.stringify(change.value) : '(not there)',
  }));
}

function comparable({ path, request: { body } }: Exchange): Record<string, unknown> {
  return { path, body: body === null ? null : (parse(body) ?? body) };
}

function inNumbers(values: number): string {
  return values === 1 ? '1 value' : `${values} values`;
}

const MOST = 50;
