import { control, dataOf } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { LongText } from '../parts/long-text.tsx';
import { Right } from '../parts/right.tsx';
import { SEVERITIES } from '../parts/severity.ts';
import type { Exchange } from './exchange.ts';

type Verdict = Exchange['verdicts'][number];

/** The rules broken by the exchange with their sentences, and the other rules about its operation. */
export function BrokenRules({ exchange }: { exchange: Exchange }) {
  const { data } = useLoad(() => dataOf(control.GET('/_sandbox/rules')), 'rules');
  const { operationId } = exchange;
  const rules = operationId === null ? [] : (data?.rules ?? []);
  const ofOperation = rules.filter(({ operations }) => operations.some((each) => each === operationId));
  const ruleOf = (id: string) => data?.rules.find((rule) => rule.id === id);
  return (
    <>
      {exchange.verdicts.map((verdict) => (
        <section
          key={verdict.check + verdict.pointer}
          class={`severity severity-${verdict.level}`}
          aria-label={`${SEVERITIES[verdict.level].says}: ${verdict.check} ${verdict.pointer ?? ''}`}
        >
          <h3>
            <span class="severity-mark">
              <span aria-hidden="true">{SEVERITIES[verdict.level].mark}</span> {SEVERITIES[verdict.level].says}:
            </span>{' '}
            {verdict.check}
          </h3>
          {verdict.rules.map((id) => (
            <p key={id}>
              {ruleOf(id)?.sentence} <RuleLink id={id} sections={ruleOf(id)?.sections ?? []} />
            </p>
          ))}
          <Difference verdict={verdict} />
          <Right sentences={[...new Set(verdict.rules.flatMap((id) => ruleOf(id)?.right ?? []))]} />
        </section>
      ))}
      {ofOperation.length > 0 && (
        <details>
          <summary>{ofOperation.length} rules concern this operation</summary>
          <ul>
            {ofOperation.map(({ id, sentence, sections }) => (
              <li key={id}>
                {sentence} <RuleLink id={id} sections={sections} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function RuleLink({ id, sections }: { id: string; sections: readonly string[] }) {
  return (
    <a href={linkTo({ view: 'rules', item: id })}>
      {sections.map((section) => `§${section} `)}
      <code>{id}</code>
    </a>
  );
}

function Difference({ verdict: { expected, actual, pointer } }: { verdict: Verdict }) {
  return (
    <dl class="facts">
      <dt>Expected</dt>
      <dd dir="auto">{expected}</dd>
      <dt>Found</dt>
      <dd dir="auto">
        <LongText text={actual} /> {pointer !== null && <code>{pointer}</code>}
      </dd>
    </dl>
  );
}
