import { useMemo } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { Choice } from '../parts/choice.tsx';
import { Prose } from '../parts/prose.tsx';
import type { Entry } from './catalogue.tsx';
import { Catalogue } from './catalogue.tsx';
import { inOrder, sectionText } from './sections.ts';

type Rule = Schema['Rule'];

/** Every rule by section, with its operations. */
export function RulesView() {
  const { data, error } = useLoad(() => dataOf(control.GET('/_sandbox/rules')), 'rules');
  const rules = data?.rules ?? [];
  const { query } = route.value;
  const entries = useMemo(
    () =>
      data &&
      bySection(
        rules.filter((rule) => isChosen(rule, query)),
        query.get('section'),
      ),
    [data, query],
  );
  return (
    <Catalogue
      noun="rule"
      error={error}
      entries={entries}
      filters={
        <>
          <Choice
            name="section"
            label="Section"
            options={inOrder(rules.flatMap(({ sections }) => sections))}
            textOf={sectionText}
          />
          <Choice
            name="operation"
            label="Operation"
            options={[...new Set(rules.flatMap(({ operations }) => operations))].sort()}
          />
          <Choice name="bound" label="Binds" options={['service', 'client', 'both']} />
        </>
      }
    />
  );
}

function isChosen({ sections, operations, bound, id }: Rule, query: URLSearchParams): boolean {
  const { section, operation, bound: side } = Object.fromEntries(query);
  if (id === route.value.item) return true;
  return (
    (!section || sections.includes(section)) &&
    (!operation || operations.includes(operation)) &&
    (!side || bound === side)
  );
}

/** Groups each rule under its first section, or under the chosen one. */
function bySection(rules: readonly Rule[], chosen: string | null): Entry[] {
  const placed = rules.map((rule) => ({
    rule,
    section: rule.sections.find((section) => section === chosen) ?? rule.sections[0] ?? '',
  }));
  return inOrder(placed.map(({ section }) => section)).flatMap((section) =>
    placed
      .filter((each) => each.section === section)
      .map(({ rule }) => ({
        id: rule.id,
        group: sectionText(section),
        text: [rule.id, rule.sentence, rule.observed, ...rule.right].join(' '),
        content: <Content rule={rule} />,
      })),
  );
}

function Content({ rule: { sentence, sections, bound, operations, observed, right } }: { rule: Rule }) {
  return (
    <>
      <p>{sentence}</p>
      <dl class="facts">
        <dt>Binds</dt>
        <dd>{bound === 'both' ? 'service and client' : bound}</dd>
        {right.length > 0 && <dt>Right conduct</dt>}
        {right.map((each) => (
          <dd key={each}>
            <Prose text={each} />
          </dd>
        ))}
        <dt>{observed.startsWith('no: ') ? 'Cannot be observed' : 'Kept when'}</dt>
        <dd>{observed.replace(/^no: /, '')}</dd>
        <dt>Document</dt>
        <dd class="links">
          {sections.map((section) => (
            <a key={section} href={linkTo({ view: 'assumptions', query: { section } })}>
              {sectionText(section)}
            </a>
          ))}
        </dd>
        {operations.length > 0 && <dt>Operations</dt>}
        {operations.length > 0 && (
          <dd class="links">
            {operations.map((operation) => (
              <a key={operation} href={linkTo({ query: { operation } })}>
                {operation}
              </a>
            ))}
          </dd>
        )}
      </dl>
    </>
  );
}
