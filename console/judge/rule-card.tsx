import type { Schema } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Right } from '../parts/right.tsx';
import { arm } from '../scenarios/arming.ts';
import { Finding } from './finding.tsx';
import { Verdict } from './verdict.tsx';

/** One rule with its verdict: the evidence for it, or the way to bring it about. */
export function RuleCard({ rule }: { rule: Schema['RuleVerdict'] }) {
  const { id, sections, sentence, verdict, openedBy, reason } = rule;
  const call = route.value.query.get('call');
  const findings = rule.findings.filter(({ exchanges }) => call === null || exchanges.at(-1)?.id === call);
  return (
    <article class="card rule" aria-label={id}>
      <p class="rule-head">
        <Verdict of={verdict} />{' '}
        <a href={linkTo({ view: 'rules', item: id })}>
          <code>{id}</code>
        </a>{' '}
        <span class="quiet">section {sections.join(', ')}</span>
        <span class="quiet">{countsOf(rule)}</span>
      </p>
      <h2>{sentence}</h2>
      {reason !== '' && <p class="quiet">{reason}</p>}
      {openedBy.length > 0 && <OpenedBy ids={openedBy} />}
      <Right sentences={[...new Set(findings.map(({ right }) => right))]} />
      {verdict === 'not met' && <BringAbout rule={rule} />}
      {findings.length > 0 && (
        <details open={verdict === 'broken'}>
          <summary>{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</summary>
          {findings.map((finding, index) => (
            <Finding key={`${index} ${finding.check}`} finding={finding} rule={rule} />
          ))}
        </details>
      )}
    </article>
  );
}

/** Calls that the client still has to follow up. */
function OpenedBy({ ids }: { ids: readonly string[] }) {
  return (
    <p>
      Opened by{' '}
      {ids.map((id, index) => (
        <span key={`${index} ${id}`}>
          {index > 0 && ', '}
          <a href={linkTo({ view: 'live', item: id })}>
            <code>{id}</code>
          </a>
        </span>
      ))}
    </p>
  );
}

/** Ordinary calls are an occasion for most rules; for others a scenario has to be armed. */
function BringAbout({ rule: { occasions, scenarios } }: { rule: Schema['RuleVerdict'] }) {
  return (
    <div class="bring-about">
      <span>An occasion is {occasions.join(', or ')}.</span>
      {scenarios.map((scenario) => (
        <ActionButton key={scenario} work={() => arm(scenario, 1)}>
          Arm <code>{scenario}</code> once
        </ActionButton>
      ))}
    </div>
  );
}

function countsOf(rule: Schema['RuleVerdict']): string {
  return (['kept', 'broken', 'warned', 'open', 'undecided'] as const)
    .filter((name) => rule[name] > 0)
    .map((name) => `${rule[name]} × ${name}`)
    .join(', ');
}
