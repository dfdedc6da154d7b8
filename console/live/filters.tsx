import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { changeQuery, route } from '../app/route.ts';
import { Choice } from '../parts/choice.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { targetOf } from './target.ts';

/** The filters are in the address, so a link shows the same calls. */
export function Filters({ shown, total }: { shown: number; total: number }) {
  const { query } = route.value;
  const operations = [...new Set(exchanges.rows.value.map(({ operation }) => operation))].sort();
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <Choice name="operation" label="Operation" options={operations} />
      <Choice name="outcome" label="Outcome" options={Object.keys(OUTCOMES)} />
      <Choice name="origin" label="Sender" options={ORIGINS} />
      <SearchField
        label="Search"
        placeholder="id, path, text, scenario"
        value={query.get('search') ?? ''}
        maxLength={200}
        onSearch={(search) => changeQuery({ search })}
      />
      <span class="quiet" role="status">
        {exchanges.isComplete.value ? countText(shown, total) : 'Loading…'}
      </span>
    </form>
  );
}

function countText(shown: number, total: number): string {
  return `${shown === total ? '' : `${shown} of `}${total === 1 ? '1 exchange' : `${total} exchanges`}`;
}

/** `found` has the ids of the calls with the search text in their bodies. */
export function isShown(row: Summary, query: URLSearchParams, found: ReadonlySet<string> = new Set()): boolean {
  const operation = query.get('operation');
  if (operation && row.operation !== operation) return false;
  const origin = query.get('origin');
  if (origin && row.origin !== origin) return false;
  const outcome = Object.entries(OUTCOMES).find(([name]) => name === query.get('outcome'))?.[1];
  if (outcome && !outcome(row)) return false;
  const search = query.get('search')?.toLowerCase();
  if (!search || found.has(row.exchangeId)) return true;
  const { exchangeId, path, operationId, outcome: shown, scenario, nearest } = row;
  return [exchangeId, path, operationId ?? targetOf(row), shown.text, scenario?.name ?? '', nearest?.path ?? ''].some(
    (text) => text.toLowerCase().includes(search),
  );
}

const ORIGINS: readonly Summary['origin'][] = ['client', 'console', 'reference'];

const OUTCOMES: Record<string, (row: Summary) => boolean> = {
  ...Object.fromEntries(
    (['ok', 'pending', 'failed', 'refused', 'error', 'lost'] as const).map((kind) => [
      kind,
      ({ outcome }: Summary) => outcome.kind === kind,
    ]),
  ),
  'breaks a rule': ({ verdicts }) => verdicts.some(({ level }) => level === 'broken'),
  'under a scenario': ({ scenario }) => scenario !== null,
  'without valid credentials': ({ authenticated }) => !authenticated,
};
