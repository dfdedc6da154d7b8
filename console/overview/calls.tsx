import type { ComponentChild } from 'preact';
import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { linkTo } from '../app/route.ts';
import { Fold } from '../parts/fold.tsx';
import type { Bar } from './call-figures.ts';
import { barsOf, errorsIn, latenciesOf } from './call-figures.ts';

/** Statistics about calls by the profile's clients. */
export function Calls() {
  const calls = exchanges.rows.value.filter(({ origin }) => origin === 'client');
  if (calls.length === 0) return <p class="quiet">No client has used this profile yet.</p>;
  return (
    <>
      <Requests calls={calls} />
      <Errors calls={calls} />
      <Latencies calls={calls} />
    </>
  );
}

function Requests({ calls }: { calls: readonly Summary[] }) {
  const bars = barsOf(calls, MOST_BARS);
  const most = Math.max(1, ...bars.map((bar) => bar.calls));
  return (
    <section class="card" aria-label="Requests">
      <h2>Requests</h2>
      <svg
        class="chart"
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${calls.length} requests in ${bars.length} intervals, at most ${most} in one`}
      >
        {bars.map((bar, i) => (
          <g key={bar.from} transform={`translate(${i * STEP} 0)`}>
            <Column of={bar.calls} most={most} name="calls" />
            <Column of={bar.wrong} most={most} name="wrong" />
          </g>
        ))}
      </svg>
      <p class="chart-legend">
        <span class="chart-key chart-key-calls">requests</span>{' '}
        <span class="chart-key chart-key-wrong">5xx and lost</span>
        <span class="quiet">
          {timeOf(bars[0])} to {timeOf(bars.at(-1))}, UTC
        </span>
      </p>
      <Fold summary="The same as a table">{() => <BarTable bars={bars} />}</Fold>
    </section>
  );
}

function timeOf(bar: Bar | undefined): string {
  return bar ? new Date(bar.from).toISOString().slice(11, 19) : '';
}

function Column({ of, most, name }: { of: number; most: number; name: string }) {
  const height = (of / most) * HEIGHT;
  return <rect class={`chart-${name}`} x="1" width={STEP - 2} y={HEIGHT - height} height={height} />;
}

function BarTable({ bars }: { bars: readonly Bar[] }) {
  return (
    <Table
      heads={['From', 'Requests', '5xx and lost']}
      rows={bars.filter(({ calls }) => calls > 0).map((bar) => [timeOf(bar), bar.calls, bar.wrong])}
    />
  );
}

function Errors({ calls }: { calls: readonly Summary[] }) {
  const errors = errorsIn(calls);
  return (
    <section class="card" aria-label="Errors">
      <h2>Errors by operation and code</h2>
      {errors.length === 0 ? (
        <p>None in {calls.length} calls.</p>
      ) : (
        <Table
          heads={['Operation', 'Response', 'Calls', 'Latest']}
          rows={errors.map(({ operation, text, count, exchangeId }) => [
            operation,
            text,
            count,
            <a href={linkTo({ view: 'live', item: exchangeId })}>
              open
              <span class="unseen">
                {' '}
                the latest {operation} with {text}
              </span>
            </a>,
          ])}
        />
      )}
    </section>
  );
}

function Latencies({ calls }: { calls: readonly Summary[] }) {
  const rows = latenciesOf(calls);
  const longest = Math.max(...rows.map(({ p95 }) => p95));
  return (
    <section class="card" aria-label="Latency">
      <h2>Latency</h2>
      <Table
        heads={['Operation', 'Calls', 'Median, ms', '95 %, ms', '']}
        rows={rows.map(({ operation, calls: count, median, p95 }) => [
          operation,
          count,
          median.toFixed(1),
          p95.toFixed(1),
          <svg class="chart-line" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="chart-quiet" width={(100 * p95) / longest} height="8" />
            <rect class="chart-calls" width={(100 * median) / longest} height="8" />
          </svg>,
        ])}
      />
    </section>
  );
}

function Table({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ComponentChild[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) =>
            head === '' ? (
              <td key={head} />
            ) : (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], i) => (
          <tr key={i}>
            <th scope="row">{first}</th>
            {rest.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_BARS = 60;
const STEP = 10;
const HEIGHT = 60;
