import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { linkTo } from '../app/route.ts';
import { Outcome } from '../parts/outcome.tsx';

/** What the armed scenarios did: the latest calls that they acted on, the newest first. */
export function Acted() {
  const all = exchanges.rows.value.filter(({ scenario }) => scenario?.from === 'profile');
  const latest = all.slice(-MOST).reverse();
  return (
    <section class="card acted" aria-labelledby="acted">
      <h2 id="acted">What it did</h2>
      {latest.length === 0 ? (
        <p class="quiet">Calls that an armed scenario acts on show up here as they come.</p>
      ) : (
        <ol>
          {latest.map((row) => (
            <Row key={row.exchangeId} row={row} />
          ))}
        </ol>
      )}
      {all.length > latest.length && (
        <a href={linkTo({ view: 'live', query: { outcome: 'under a scenario' } })}>All {all.length} of them</a>
      )}
    </section>
  );
}

function Row({ row }: { row: Summary }) {
  return (
    <li>
      <a href={linkTo({ view: 'live', item: row.exchangeId })}>
        <time dateTime={row.at}>{row.at.slice(11, 19)}</time> {row.operationId}
      </a>{' '}
      <Outcome of={row} />
      <br />
      <span aria-hidden="true">▲</span> <code>{row.scenario?.name}</code>
    </li>
  );
}

const MOST = 10;
