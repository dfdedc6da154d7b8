import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { changeQuery, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { timeIn } from '../parts/time.tsx';
import { allChanges, ChangeTable, requestChanges } from './compared.tsx';
import type { Exchange } from './exchange.ts';
import { loadExchange } from './exchange.ts';
import { targetOf } from './target.ts';

/** The differences from the previous request to the same operation, value by value. */
export function Changes({ exchange }: { exchange: Exchange }) {
  if (exchange.operationId === null) return null;
  const before = exchanges.rows.value.findLast(
    ({ sequence, operationId }) => operationId === exchange.operationId && sequence < exchange.sequence,
  );
  if (!before) return null;
  return <SinceBefore key={before.exchangeId} exchange={exchange} beforeId={before.exchangeId} />;
}

function SinceBefore({ exchange, beforeId }: { exchange: Exchange; beforeId: string }) {
  const { data } = useLoad(() => loadExchange(beforeId), beforeId);
  if (!data) return null;
  const changes = requestChanges(data.exchange, exchange);
  return (
    <details class="changes">
      <summary>
        {changes.length === 0 ? 'The same' : `${inNumbers(changes.length)} changed`} since the previous request
      </summary>
      <ChangeTable beforeId={beforeId} changes={changes} />
    </details>
  );
}

/** Compares the call with any other one. The address names the other call. */
export function Comparison({ exchange }: { exchange: Exchange }) {
  const otherId = route.value.query.get('with') ?? '';
  const others = exchanges.rows.value.filter(({ exchangeId }) => exchangeId !== exchange.exchangeId);
  return (
    <section class="changes" aria-label="Comparison">
      <label>
        <span>Compare with</span>
        <select value={otherId} onChange={({ currentTarget }) => changeQuery({ with: currentTarget.value })}>
          <option value="">no other call</option>
          {withShown(others.slice(-MOST_OFFERED).reverse(), otherId).map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {otherId !== '' && otherId !== exchange.exchangeId && (
        <Compared key={otherId} exchange={exchange} otherId={otherId} />
      )}
    </section>
  );
}

function Compared({ exchange, otherId }: { exchange: Exchange; otherId: string }) {
  const { data, error } = useLoad(() => loadExchange(otherId), otherId);
  if (!data) return <ErrorNote error={error} />;
  const changes = allChanges(data.exchange, exchange);
  return (
    <>
      <p role="status">{changes.length === 0 ? 'No value differs.' : `${inNumbers(changes.length)} differ.`}</p>
      <ChangeTable beforeId={otherId} changes={changes} />
    </>
  );
}

/** The call in the address may be older than the options. */
function withShown(offered: readonly Summary[], otherId: string): { id: string; text: string }[] {
  const options = offered.map((row) => ({
    id: row.exchangeId,
    text: `${timeIn(row.at, 'clock').text} ${targetOf(row)} ${row.outcome.text} ${row.exchangeId}`,
  }));
  const isOffered = otherId === '' || options.some(({ id }) => id === otherId);
  return isOffered ? options : [...options, { id: otherId, text: otherId }];
}

function inNumbers(values: number): string {
  return values === 1 ? '1 value' : `${values} values`;
}

const MOST_OFFERED = 200;
