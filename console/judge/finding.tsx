import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { Fold } from '../parts/fold.tsx';

/** The expected and the actual conduct, and the exchanges that show it. */
export function Finding({ finding }: { finding: Schema['Finding'] }) {
  const { check, level, expected, actual, pointer, assumption, exchanges } = finding;
  return (
    <section class={`severity severity-${level}`} aria-label={check}>
      <h3>{check}</h3>
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
      <time dateTime={at}>{at.slice(11, 23)}</time> <span>{operation ?? 'no operation'}</span>{' '}
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
