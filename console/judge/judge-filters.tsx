import type { Schema } from '../api/client.ts';
import { changeQuery, linkTo, route } from '../app/route.ts';
import { ORDER, Verdict } from './verdict.tsx';

type Rule = Schema['RuleVerdict'];

/** Rule counts for each verdict, each a filter, and a filter by section. The filters are in the address. */
export function JudgeFilters(props: { summary: Schema['Verdicts']['summary']; rules: readonly Rule[]; shown: number }) {
  const { summary, rules, shown } = props;
  const { query } = route.value;
  const { verdict = '', section = '', ...rest } = Object.fromEntries(query);
  const sections = [...new Set([...rules.flatMap((rule) => rule.sections), section])].filter((each) => each !== '');
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <ul class="verdict-counts" aria-label="Verdicts">
        {ORDER.map((each) => (
          <li key={each}>
            <a
              href={linkTo({ query: { ...rest, section, verdict: each === verdict ? '' : each } })}
              aria-current={each === verdict ? 'true' : undefined}
            >
              <strong>{summary[each]}</strong> <Verdict of={each} />
            </a>
          </li>
        ))}
      </ul>
      <label>
        <span>Section</span>
        <select value={section} onChange={(event) => changeQuery({ section: event.currentTarget.value })}>
          <option value="">all</option>
          {sections
            .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
            .map((each) => (
              <option key={each}>{each}</option>
            ))}
        </select>
      </label>
      <span class="quiet" role="status">
        {shown} of {rules.length} rules
      </span>
    </form>
  );
}

export function isShown({ id, verdict, sections }: Rule, query: URLSearchParams): boolean {
  const section = query.get('section');
  const wanted = query.get('verdict');
  const rule = query.get('rule');
  return (!rule || id === rule) && (!wanted || verdict === wanted) && (!section || sections.includes(section));
}
