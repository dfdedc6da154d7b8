import type { ComponentChildren } from 'preact';
import type { ControlError, Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { saveFile } from '../api/save-file.ts';
import { changeQuery, isOfNobody, linkTo, route } from '../app/route.ts';
import { act, profile as shownProfile, pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { moveByArrows } from '../parts/move-by-arrows.ts';
import { Right } from '../parts/right.tsx';
import { asMarkdown } from './as-markdown.ts';
import { Finding } from './finding.tsx';
import { isShown, JudgeFilters } from './judge-filters.tsx';
import { RuleCard } from './rule-card.tsx';
import { ORDER } from './verdict.tsx';

/** The verdicts on the profile's clients, for each rule that binds them. */
export function JudgeView() {
  const { profile, query } = route.value;
  const path = { profileCode: profile ?? '' };
  const ended = query.get('ended') === 'true' ? 'true' : 'false';
  const params = { path, query: { ended } } as const;
  const load = () => dataOf(control.GET('/_sandbox/profiles/{profileCode}/verdicts', { params }));
  const { data, error } = useLoad(load, profile ?? '', ended, pulse.value);
  if (!data) return error ? <ErrorNote error={error} /> : <p class="quiet">Loading…</p>;
  if (isOfNobody.value) return <OnNobody verdicts={data.unauthenticated} error={error} />;
  const { verdicts, passedOver, unjudged, gap, unauthenticated } = data;
  const shown = ORDER.flatMap((verdict) => verdicts.rules.filter((rule) => rule.verdict === verdict)).filter((rule) =>
    isShown(rule, query),
  );
  return (
    <>
      <ErrorNote error={error} />
      <p class="judge-head">
        {counted(verdicts.exchanges, 'exchange')} judged, {counted(verdicts.decided, 'occasion')} decided.
        {passedOver > 0 && ` ${passedOver} of the console and the API reference passed over.`}
        <Clear question="Clear the verdicts of this profile?">
          All findings and counts so far are deleted; the journal stays. Calls from now on are judged. Ids and tokens
          that clients have received before still count as known.
        </Clear>
        <CopyButton text={() => Promise.resolve(asMarkdown(titleOf(profile ?? ''), withFindings(shown)))}>
          Copy as Markdown
        </CopyButton>
        <ActionButton work={() => saveFile(`verdicts.html?ended=${ended}`, path.profileCode, 'taxiway-judge.html')}>
          Save the report (HTML)
        </ActionButton>
        <label>
          <input
            type="checkbox"
            checked={ended === 'true'}
            onChange={({ currentTarget }) => changeQuery({ ended: currentTarget.checked ? 'true' : '' })}
          />
          The run is over: decide what is open
        </label>
      </p>
      <Unjudged reason={unjudged} />
      {verdicts.exchanges === 0 && unjudged === null && (
        <p>No call of this profile was judged yet. Let its client call the sandbox: the verdicts follow here.</p>
      )}
      {gap !== null && <p class="quiet">{gap}</p>}
      <JudgeFilters summary={verdicts.summary} rules={verdicts.rules} shown={shown.length} />
      {shown.length === 0 && (
        <p>
          No rule fits the filters.{' '}
          <button type="button" onClick={() => changeQuery({ verdict: '', section: '', rule: '', call: '' })}>
            Show all rules
          </button>
        </p>
      )}
      {query.has('rule') && shown.length > 0 && (
        <p>
          <a href={linkTo({})}>All rules</a>
        </p>
      )}
      <Rules rules={shown} />
      <Advice advice={verdicts.advice} />
      {(unauthenticated.rules.length > 0 || unauthenticated.unjudged !== null) && (
        <section aria-label="Calls without valid credentials">
          <h2>Calls without valid credentials</h2>
          <p>They name this profile. Any client can have sent them, so they are counted separately.</p>
          {unauthenticated.unjudged !== unjudged && <Unjudged reason={unauthenticated.unjudged} />}
          <Rules rules={unauthenticated.rules} />
        </section>
      )}
    </>
  );
}

function titleOf(profileCode: string): string {
  return `Verdicts on ${shownProfile.value?.name ?? ''} (${profileCode})`;
}

/** Rules without a finding would only lengthen the text. */
function withFindings(rules: readonly Schema['RuleVerdict'][]): Schema['RuleVerdict'][] {
  return rules.filter(({ findings }) => findings.length > 0);
}

/** The verdicts on calls that name no profile: none has valid credentials. */
function OnNobody({
  verdicts: { exchanges, rules, unjudged },
  error,
}: {
  verdicts: Schema['Verdicts'] & { unjudged: string | null };
  error: ControlError | undefined;
}) {
  return (
    <>
      <ErrorNote error={error} />
      <p class="judge-head">
        {counted(exchanges, 'exchange')} judged.
        <Clear question="Clear the verdicts on these calls?">
          All findings so far are deleted; the journal stays. Calls from now on are judged.
        </Clear>
      </p>
      <Unjudged reason={unjudged} />
      {rules.length === 0 && <p>No rule was broken by a call that names no profile.</p>}
      <Rules rules={rules} />
    </>
  );
}

function Clear({ question, children }: { question: string; children: ComponentChildren }) {
  const params = { path: { profileCode: route.value.profile ?? '' } };
  return (
    <ConfirmButton
      label="Clear the verdicts"
      question={question}
      work={() => act(() => dataOf(control.DELETE('/_sandbox/profiles/{profileCode}/verdicts', { params })))}
    >
      {children}
    </ConfirmButton>
  );
}

function Unjudged({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <p class="error" role="status">
      Not everything was judged: {reason}.
    </p>
  );
}

function Rules({ rules }: { rules: readonly Schema['RuleVerdict'][] }) {
  return (
    <ol class="rules" onKeyDown={moveByArrows}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <RuleCard rule={rule} />
        </li>
      ))}
    </ol>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Advice: better avoided, although no rule demands it. */
function Advice({ advice }: { advice: Schema['Verdicts']['advice'] }) {
  if (advice.length === 0) return null;
  return (
    <section aria-label="Advice">
      <h2>Advice</h2>
      <p class="quiet">No rule demands it.</p>
      <ol class="rules">
        {advice.map(({ id, check, count, right, findings }) => (
          <li key={`${id} ${check}`} class="card rule">
            <p class="rule-head">
              <span class="outcome outcome-pending">
                <span aria-hidden="true">◇</span> advice
              </span>
              <code>{id}</code> <span class="quiet">{count} ×</span>
            </p>
            <p>{check}</p>
            <Right sentences={[right]} />
            <details>
              <summary>{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</summary>
              {findings.map((finding, index) => (
                <Finding key={`${index} ${finding.check}`} finding={finding} />
              ))}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
