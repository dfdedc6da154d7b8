import { pictureOfEvidence } from '../../src/exchange/picture/picture-of-evidence.ts';
import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { Drawing } from '../parts/drawing.tsx';
import { Fold } from '../parts/fold.tsx';
import { Time } from '../parts/time.tsx';

/** The expected and the actual conduct, and the exchanges that show it. */
export function Finding({
  finding,
  rule,
}: {
  finding: Schema['Finding'];
  /** The broken rule; undefined for advice. */
  rule?: Schema['RuleVerdict'];
}) {
  const { check, level, expected, actual, pointer, assumption, exchanges, right } = finding;
  const broken = { sentence: rule?.sentence ?? check, instead: right };
  return (
    <section class={`severity severity-${level}`}>
      <h3>
        {check}
        {rule && (
          <>
            {' '}
            <a class="finding-link" href={linkTo({ query: { rule: rule.id, call: exchanges.at(-1)?.id ?? '' } })}>
              Link
              <span class="unseen"> to this finding</span>
            </a>
          </>
        )}
      </h3>
      <dl>
        <dt>expected</dt>
        <dd dir="auto">{expected}</dd>
        <dt>found</dt>
        <dd dir="auto">{actual}</dd>
        {pointer !== null && (
          <>
            <dt>where</dt>
            <dd>
              <code>{pointer || 'the whole body'}</code>
            </dd>
          </>
        )}
        {assumption !== null && (
          <>
            <dt>assumption</dt>
            <dd>
              <code>{assumption}</code>
            </dd>
          </>
        )}
      </dl>
      <Drawing picture={pictureOfEvidence(check, exchanges, broken)} />
      <ul>
        {exchanges.map((evidence) => (
          <li key={evidence.id}>
            <EvidenceOf evidence={evidence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EvidenceOf({ evidence }: { evidence: Schema['Evidence'] }) {
  const { id, at, operation, method, path, status, request, response } = evidence;
  return (
    <>
      <Time at={at} form="ms" isNamed={false} /> <span>{operation ?? 'no operation'}</span>{' '}
      <a href={linkTo({ view: 'live', item: id })}>
        <code>
          {method} {path}
        </code>
      </a>{' '}
      {status ?? 'no response'}
      {(request !== null || response !== null) && (
        <Fold summary="Beginning of the request and the response">
          {() => (
            <>
              {request !== null && <Body name="request" text={request} />}
              {response !== null && <Body name="response" text={response} />}
            </>
          )}
        </Fold>
      )}
    </>
  );
}

function Body({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span class="quiet">{name}</span>
      <pre dir="auto">{text}</pre>
    </>
  );
}
