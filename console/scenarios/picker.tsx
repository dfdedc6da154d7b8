import { byGroup } from '../../src/scenarios/groups.ts';
import { changeQuery, route } from '../app/route.ts';
import type { Scenario } from './catalogue.ts';
import { allWords, wordsOf } from './catalogue.ts';
import { ScenarioCard } from './scenario-card.tsx';

/** Every scenario that fits the filter, grouped by the tester's purpose. */
export function Picker({ scenarios }: { scenarios: readonly Scenario[] }) {
  const { query } = route.value;
  const word = query.get('operation') ?? undefined;
  const calls = callsOf(query.get('calls'));
  const shown = scenarios.filter((one) => isShown(one, query.get('search') ?? '', word));
  const groups = byGroup(shown);
  const isFiltered = shown.length < scenarios.length;
  return (
    <section aria-labelledby="picker">
      <h2 id="picker">All scenarios</h2>
      <Filters shown={shown.length} total={scenarios.length} />
      {shown.length === 0 && (
        <p class="empty">
          No scenario fits.{' '}
          <button type="button" onClick={() => changeQuery({ search: '', operation: '' })}>
            Show all
          </button>
        </p>
      )}
      {groups.map(({ group, title, scenarios: some }) => (
        <details key={`${group} ${isFiltered}`} class="scenario-group" open={isFiltered}>
          <summary>
            <h3 id={`group-${group}`}>{title}</h3>{' '}
            <span class="quiet">
              {some.length}: {some.map(({ name }) => name).join(', ')}
            </span>
          </summary>
          <ul class="cards">
            {some.map((scenario) => (
              <ScenarioCard key={scenario.name} {...{ scenario, word, calls }} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Filters({ shown, total }: { shown: number; total: number }) {
  const { query } = route.value;
  const isWrong = callsOf(query.get('calls')) === null;
  const change = (name: string) => (event: { currentTarget: { value: string } }) =>
    changeQuery({ [name]: event.currentTarget.value });
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>Search</span>
        <input
          type="search"
          value={query.get('search') ?? ''}
          placeholder="what a client sees"
          onInput={change('search')}
        />
      </label>
      <label>
        <span>Operation</span>
        <select value={query.get('operation') ?? ''} onChange={change('operation')}>
          <option value="">all</option>
          {allWords.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Calls that it meets</span>
        <input
          type="number"
          min={1}
          max={MOST_CALLS}
          placeholder="until cleared"
          value={query.get('calls') ?? ''}
          aria-invalid={isWrong}
          aria-describedby="calls-problem"
          onInput={change('calls')}
        />
      </label>
      <span id="calls-problem" class="problem" role="status">
        {isWrong && `✕ Calls is "${query.get('calls')}": a whole number from 1 to ${MOST_CALLS}, or nothing`}
      </span>
      <span class="quiet" role="status">
        {shown === total ? `${total} scenarios` : `${shown} of ${total} scenarios`}
      </span>
    </form>
  );
}

function isShown(scenario: Scenario, search: string, word: string | undefined): boolean {
  if (word !== undefined && !wordsOf(scenario).includes(word)) return false;
  const text = [scenario.name, scenario.title, scenario.clientSees, ...scenario.rules].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

/** Parses the call count for an armed scenario: undefined means until it is cleared, null means no valid number. */
function callsOf(text: string | null): number | undefined | null {
  if (text === null || text === '') return undefined;
  return /^[1-9]\d*$/.test(text) && Number(text) <= MOST_CALLS ? Number(text) : null;
}

const MOST_CALLS = 1_000_000;
