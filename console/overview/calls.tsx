import type { ComponentChild } from 'preact';
import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { linkTo } from '../app/route.ts';
import { Fold } from '../parts/fold.tsx';
import { timeIn } from '../parts/time.tsx';
import type { Bar } from './call-figures.ts';
import { barsOf, errorsIn } from './call-figures.ts';

/** Statistics about calls by the profile's clients. */
export function Calls() {
  const calls = exchanges.rows.value.filter(({ origin }) => origin === 'client');
  if (calls.length === 0) return <p class="quiet">No client has used this profile yet.</p>;
  return (
    <>
      <Requests calls={calls} />
      <Errors calls={calls} />
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
          {timeOf(bars[0]?.from)} to {timeOf(bars.at(-1)?.to)}
        </span>
      </p>
      <Fold summary="The same as a table">{() => <BarTable bars={bars} />}</Fold>
    </section>
  );
}

function timeOf(instant: number | undefined): string {
  if (instant === undefined) return '';
  const { text, name } = timeIn(new Date(instant).toISOString(), 'clock');
  return `${text} ${name}`;
}

function Column({ of, most, name }: { of: number; most: number; name: string }) {
  const height = (of / most) * HEIGHT;
  return <rect class={`chart-${name}`} x="1" width={STEP - 2} y={HEIGHT - height} height={height} />;
}

function BarTable({ bars }: { bars: readonly Bar[] }) {
  return (
    <Table
      heads={['From', 'Requests', '5xx and lost']}
      rows={bars.filter(({ calls }) => calls > 0).map((bar) => [timeOf(bar.from), bar.calls, bar.wrong])}
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

function Table({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ComponentChild[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
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
