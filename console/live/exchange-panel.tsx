import { BOUNDS } from '../../src/journal/bounds.ts';
import { control, dataOf } from '../api/client.ts';
import { lazyView } from '../app/lazy-view.tsx';
import { isOfNobody, linkTo, route } from '../app/route.ts';
import { useTitle } from '../app/title.ts';
import { useLoad } from '../app/use-load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time } from '../parts/time.tsx';
import { AboutLinks, textsOfCall } from './about-links.tsx';
import { ArmIt } from './arm-it.tsx';
import { BrokenRules } from './broken-rules.tsx';
import { Changes, Comparison } from './changes.tsx';
import type { Exchange } from './exchange.ts';
import { loadCurl, loadExchange } from './exchange.ts';
import { MessageView } from './message-view.tsx';
import { SendAgain } from './send-again.tsx';
import { asFetch, asPython } from './snippets.ts';
import { targetOf } from './target.ts';

const CallPicture = lazyView((views) => views.CallPicture);

/** One complete exchange: request, response, broken rules and actions. */
export function ExchangePanel({ exchangeId }: { exchangeId: string }) {
  const profileCode = route.value.profile ?? '';
  const { data, error } = useLoad(() => loadExchange(exchangeId), `${profileCode} ${exchangeId}`);
  const exchange = data?.exchange;
  useTitle(exchange ? `${exchange.status ?? 'no response'} ${targetOf(exchange)}` : null);
  return (
    <aside class="panel" aria-label="Exchange">
      <div class="panel-head">
        <h2>{data ? targetOf(data.exchange) : 'Exchange'}</h2>
        <a href={linkTo({ query: Object.fromEntries(route.value.query) })}>Close</a>
      </div>
      <ErrorNote error={error}>{error?.code === 'exchange_not_found' && <WhyGone />}</ErrorNote>
      {data && <Whole exchange={data.exchange} />}
    </aside>
  );
}

/** The link may be older than the journal's oldest exchange. */
function WhyGone() {
  const profileCode = route.value.profile ?? '';
  const params = { path: { profileCode }, query: { limit: 1 } };
  const load = () => dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal', { params }));
  const dropped = useLoad(load, `dropped ${profileCode}`).data?.dropped;
  if (!dropped) return null;
  const { exchanges, bytes, unauthenticated } = BOUNDS.profile;
  return (
    <>
      {dropped.exchanges > 0 && (
        <p>
          The journal has dropped {counted(dropped.exchanges)} before {dropped.before}. It keeps the latest{' '}
          {exchanges.toLocaleString('en')} of a profile, up to {bytes / 1e6} MB.
        </p>
      )}
      {dropped.unauthenticated > 0 && (
        <p>
          The journal has dropped {counted(dropped.unauthenticated)} without valid credentials. It keeps the latest{' '}
          {unauthenticated} of them.
        </p>
      )}
    </>
  );
}

function counted(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}

function Whole({ exchange }: { exchange: Exchange }) {
  const { exchangeId, method, path, request, response, verdicts } = exchange;
  const faults = [...new Set(verdicts.flatMap(({ pointer }) => pointer ?? []))];
  return (
    <>
      <p>
        <Outcome of={exchange} /> <code>{method}</code>{' '}
        <code class="address">
          <LongText key={exchangeId} text={path} />
        </code>
      </p>
      {exchange.nearest && <Nearest {...exchange.nearest} />}
      <Facts exchange={exchange} />
      <AboutLinks exchange={exchange} />
      <div class="verbs">
        {exchange.repeatable ? (
          <>
            <CopyButton text={() => loadCurl(exchangeId)}>Copy as curl</CopyButton>
            <CopyButton text={asFetch(exchange)}>Copy as fetch</CopyButton>
            <CopyButton text={asPython(exchange)}>Copy as Python</CopyButton>
            {!isOfNobody.value && <SendAgain exchange={exchange} />}
          </>
        ) : (
          <span class="quiet">No call of the service, so it cannot be repeated from here.</span>
        )}
        <ArmIt exchange={exchange} />
      </div>
      {!isOfNobody.value && <CallPicture texts={textsOfCall(exchange)} isOpen={verdicts.length > 0} />}
      <BrokenRules exchange={exchange} />
      <MessageView title="Request" message={request} faults={faults} />
      <Changes exchange={exchange} />
      {response ? <MessageView title="Response" message={response} /> : <p>No response began.</p>}
      <Comparison exchange={exchange} />
    </>
  );
}

function Nearest({ operation, method, path }: NonNullable<Exchange['nearest']>) {
  return (
    <p>
      Nearest: <code>{`${method} ${path}`}</code> ({operation})
    </p>
  );
}

/** Sandbox pages that make calls themselves. */
const ORIGINS = { console: 'the console', reference: 'the API reference' } as const;

/** The reasons why a selected scenario did not act. */
const IDLE = {
  refused: 'the service refused the call',
  overtaken: 'another scenario ended the call',
  'no-effect': 'it changes nothing of this call',
  chance: 'its chance decided so',
  'client-gone': 'the client had left',
} as const;

function Facts({ exchange }: { exchange: Exchange }) {
  const { exchangeId, origin, authenticated, at, realTime, durationMs, scenario, idle = [] } = exchange;
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd>
        <code>{exchangeId}</code>
      </dd>
      {origin !== 'client' && (
        <>
          <dt>Sender</dt>
          <dd>{ORIGINS[origin]}: no verdict is about it</dd>
        </>
      )}
      {!authenticated && (
        <>
          <dt>Credentials</dt>
          <dd>not valid: any sender can have made the call</dd>
        </>
      )}
      <dt>Clock</dt>
      <dd>
        <Time at={at} form="whole" />
      </dd>
      {realTime === null ? (
        <>
          <dt>Origin</dt>
          <dd>imported</dd>
        </>
      ) : (
        <>
          <dt>Real time</dt>
          <dd>
            <Time at={realTime} form="whole" />
            {durationMs !== null && `, ${durationMs.toFixed(1)} ms`}
          </dd>
        </>
      )}
      {scenario && (
        <>
          <dt>Scenario</dt>
          <dd>
            <code>{scenario.name}</code>, from the {scenario.from}
          </dd>
        </>
      )}
      {idle.length > 0 && (
        <>
          <dt>Did not act</dt>
          <dd>
            {idle.map(({ name, reason }) => (
              <div key={name}>
                <code>{name}</code>: {IDLE[reason]}
              </div>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
