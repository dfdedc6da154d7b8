import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { control, dataOf, sandboxUrl } from '../api/client.ts';
import { serviceIdHeader } from '../api/sign-in.ts';
import type { Summary } from '../app/exchanges.ts';
import { exchanges } from '../app/exchanges.ts';
import { profileNow } from '../app/profile-clock.tsx';
import { goTo, isOfNobody, linkTo, route } from '../app/route.ts';
import { isShortcut } from '../app/shortcuts.tsx';
import { useLoad } from '../app/use-load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time, timeIn } from '../parts/time.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { ExchangePanel } from './exchange-panel.tsx';
import { Filters, isShown } from './filters.tsx';
import { NobodysCalls } from './nobodys-calls.tsx';
import { targetOf } from './target.ts';

/** The profile's live exchanges, the newest first, with one open. */
export function LiveView() {
  const all = exchanges.rows.value;
  const { item, query } = route.value;
  const found = useFoundInBodies(query.get('search') ?? '', all.length);
  const shown = useMemo(() => all.filter((row) => isShown(row, query, found)).reverse(), [all, query, found]);
  const dropped = exchanges.dropped.value;
  useKeys(shown);
  const hasService = all.some(({ authenticated, operationId }) => authenticated && operationId !== null);
  const isKnown = exchanges.isComplete.value;
  return (
    <div class={item === null ? 'live' : 'live live-open'}>
      <section class="live-list" aria-label="Exchanges">
        <Filters shown={shown.length} total={all.length} />
        {isOfNobody.value ? <p class="quiet">{WHO_IS_NOBODY}</p> : <NobodysCalls />}
        {dropped > 0 && <p class="quiet">The journal has dropped {dropped} older ones.</p>}
        {isKnown && !hasService && item === null && !isOfNobody.value && <FirstCall refused={all} />}
        {all.length > 0 && shown.length === 0 && <p class="quiet">None of {all.length} exchanges fits the filter.</p>}
        {shown.length > 0 && <Heads />}
        {shown.length > 0 && (
          <VirtualRows
            rows={shown}
            subject={query.toString()}
            rowHeight={rowHeight.value}
            keyOf={({ exchangeId }) => exchangeId}
            current={item}
            label="Exchanges, newest first"
          >
            {(row) => <Row row={row} isOpen={row.exchangeId === item} />}
          </VirtualRows>
        )}
      </section>
      {item !== null && <ExchangePanel key={item} exchangeId={item} />}
    </div>
  );
}

/** Ids of the calls with a text in their path or bodies, such as a tracking id or a confirmation number. */
function useFoundInBodies(search: string, calls: number): ReadonlySet<string> {
  const profileCode = route.value.profile ?? '';
  const params = { path: { profileCode }, query: { contains: search, limit: MOST_FOUND } };
  const load = async () =>
    search === '' ? undefined : dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal', { params }));
  const { data } = useLoad(load, `${profileCode} ${search}`, search === '' ? 0 : calls);
  return useMemo(() => new Set(data?.exchanges.map(({ exchangeId }) => exchangeId)), [data]);
}

/** The longest page. */
const MOST_FOUND = 200;

/** Escape closes the open call, `j` and `k` open the next and the previous one: from anywhere but a field or dialog. */
function useKeys(shown: readonly Summary[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { item, query } = route.value;
      if (!isShortcut(event)) return;
      const open = (id: string | null) => goTo({ item: id, query: Object.fromEntries(query) });
      const place = shown.findIndex(({ exchangeId }) => exchangeId === item);
      const step = event.key === 'j' ? 1 : -1;
      if (event.key === 'Escape' && item !== null) {
        open(null);
        setTimeout(() => document.getElementById(`row-${item}`)?.focus());
      } else if (event.key === 'j' || event.key === 'k') {
        const next = shown[item === null ? 0 : place + step];
        if (next) open(next.exchangeId);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shown]);
}

const WHO_IS_NOBODY =
  'These calls have neither a public key nor a profile code of this sandbox. Verdicts on them are in Judge.';

/** Column heads, hidden from screen readers because each row names its parts. */
function Heads() {
  return (
    <div class="row row-heads" aria-hidden="true">
      <span>Time, {timeIn(new Date().toISOString(), 'clock').name}</span>
      <span>Outcome</span>
      <span>Operation</span>
      <span class="row-marks">
        <span class="row-text">Broken rules, notes, scenario</span>
      </span>
    </div>
  );
}

function Row({ row, isOpen }: { row: Summary; isOpen: boolean }) {
  const rules = row.verdicts.filter(({ level }) => level === 'broken').flatMap((verdict) => verdict.rules);
  const broken = [...new Set(rules)].join(', ');
  const query = Object.fromEntries(route.value.query);
  return (
    <a
      id={`row-${row.exchangeId}`}
      class="row"
      href={linkTo({ item: row.exchangeId, query })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="row-time">
        <Time at={row.at} form="clock" isNamed={false} />
        <span class="row-ms">{row.at.slice(19, 23)}</span>
      </span>
      <span class="row-outcome" title={row.outcome.text}>
        <Outcome of={row} />
      </span>
      <span title={targetOf(row)}>
        {targetOf(row)}{' '}
        <span class="row-took quiet">{row.durationMs === null ? 'imported' : `${Math.round(row.durationMs)} ms`}</span>
      </span>
      <span class="row-marks">
        {broken !== '' && (
          <span class="row-broken" title={`breaks ${broken}`}>
            <span aria-hidden="true">✕</span>{' '}
            <span class="row-text">
              <span class="row-word">breaks </span>
              {broken}
            </span>
          </span>
        )}
        {row.nearest && (
          <span class="row-note" title={`nearest ${row.nearest.method} ${row.nearest.path}`}>
            <span aria-hidden="true">≈</span>{' '}
            <span class="row-text">
              nearest {row.nearest.method} {row.nearest.path}
            </span>
          </span>
        )}
        {!row.authenticated && !isOfNobody.value && (
          <span class="row-note" title="credentials not valid">
            <span aria-hidden="true">◇</span> <span class="row-text">credentials not valid</span>
          </span>
        )}
        {row.origin !== 'client' && (
          <span class="row-origin" title={`sent by the ${row.origin}`}>
            <span aria-hidden="true">↻</span> <span class="row-text">{row.origin}</span>
          </span>
        )}
        {row.scenario && (
          <span class="row-scenario" title={row.scenario.name}>
            <span aria-hidden="true">▲</span> <span class="row-text">{row.scenario.name}</span>
          </span>
        )}
      </span>
    </a>
  );
}

const phone = matchMedia('(max-width: 40rem)');
/** In pixels. A row has two lines on a phone. */
const rowHeight = signal(phone.matches ? 56 : 36);
phone.addEventListener('change', () => (rowHeight.value = phone.matches ? 56 : 36));

/** Shows a call to paste, until a call reaches an operation with valid credentials, and why earlier calls did not. */
function FirstCall({ refused }: { refused: readonly Summary[] }) {
  const isDemo = route.value.profile === demoKeys.profileCode;
  const { publicKey, secretKey } = isDemo ? demoKeys : { publicKey: '<PUBLIC_KEY>', secretKey: '<SECRET_KEY>' };
  const line = [
    `curl -s ${sandboxUrl}/v1/flights/search`,
    `-H 'Authorization: Bearer ${secretKey}'`,
    `-H '${serviceIdHeader.value}: ${publicKey}:${route.value.profile}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(searchBody())}'`,
  ].join(' \\\n  ');
  return (
    <section class="empty">
      {refused.length === 0 ? (
        <>
          <h2>Nothing has called yet</h2>
          <p>Calls of this profile appear here. The first one, for a shell:</p>
        </>
      ) : (
        <>
          <h2>
            {refused.length === 1
              ? '1 call arrived and was refused'
              : `${refused.length} calls arrived and were refused`}
          </h2>
          <ul>
            {refused.slice(-SHOWN_REFUSED).map(({ exchangeId, method, path, status, problem, outcome, nearest }) => (
              <li key={exchangeId}>
                <a href={linkTo({ item: exchangeId })}>
                  {status} {method} {path.slice(0, 80)}
                </a>
                : {problem ?? outcome.text}
                {nearest && `. The nearest address is ${nearest.method} ${nearest.path}.`}
              </li>
            ))}
          </ul>
          <p>This one works, in a shell:</p>
        </>
      )}
      <pre tabIndex={0}>{line}</pre>
      <CopyButton text={line}>Copy</CopyButton>
      {!isDemo && <p class="quiet">Use the key pair from the creation of the profile.</p>}
    </section>
  );
}

const SHOWN_REFUSED = 3;

/** Two months from now, by the profile clock. */
function searchBody() {
  const departure_date = new Date(profileNow() + 60 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
  };
}
