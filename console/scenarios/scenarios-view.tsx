import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { linkTo } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time } from '../parts/time.tsx';
import { ArmedNow } from './armed-now.tsx';
import { arm, armingOf } from './arming.ts';
import { Builder } from './builder.tsx';
import { useCatalogue } from './catalogue.ts';
import { Jumps } from './jumps.tsx';
import { Picker } from './picker.tsx';
import { WANTED } from './wanted.ts';

/** The available scenarios, the armed ones, and their effects. */
export function ScenariosView() {
  const { data: scenarios, error } = useCatalogue();
  return (
    <div class="scenarios">
      <div class="scenarios-all">
        <Jumps label="On this page" to={PARTS} />
      </div>
      <Wanted />
      <ArmedNow />
      <Builder scenarios={scenarios ?? []} />
      <Acted />
      <div class="scenarios-all">
        <ErrorNote error={error} />
        {scenarios ? <Picker scenarios={scenarios} /> : !error && <p class="quiet">Loading…</p>}
      </div>
    </div>
  );
}

const PARTS = [
  ['armed-now', 'Armed now'],
  ['builder', 'Put a sequence together'],
  ['acted', 'Affected calls'],
  ['picker', 'All scenarios'],
] as const;

/** The most common scenarios, armed by one click. */
function Wanted() {
  return (
    <section class="card wanted" aria-labelledby="wanted">
      <h2 id="wanted">Most wanted</h2>
      <ul>
        {WANTED.map(({ title, scenario, calls }) => (
          <li key={title}>
            <ActionButton work={() => arm(scenario, calls ?? undefined)}>{title}</ActionButton>
            <span class="quiet">
              <code>{scenario}</code> {armingOf({ scenario, calls })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The armed scenarios' effects: the latest affected calls, the newest first. */
function Acted() {
  const all = exchanges.rows.value.filter(({ scenario }) => scenario?.from === 'profile');
  const latest = all.slice(-MOST).reverse();
  return (
    <section class="card acted" aria-labelledby="acted">
      <h2 id="acted">Affected calls</h2>
      {latest.length === 0 ? (
        <p class="quiet">Calls affected by an armed scenario appear here.</p>
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
        <Time at={row.at} form="clock" isNamed={false} /> {row.operationId}
      </a>{' '}
      <Outcome of={row} />
      <br />
      <span aria-hidden="true">▲</span> <code>{row.scenario?.name}</code>
    </li>
  );
}

const MOST = 10;
