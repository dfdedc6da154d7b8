import { useMemo } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { Choice } from '../parts/choice.tsx';
import { Prose } from '../parts/prose.tsx';
import type { Entry } from './catalogue.tsx';
import { Catalogue } from './catalogue.tsx';

type ErrorCode = Schema['ErrorCode'];

/** Every error code by status, with the next step for the client. */
export function ErrorsView() {
  const { data, error } = useLoad(() => dataOf(control.GET('/_sandbox/error-codes')), 'errors');
  const { item, query } = route.value;
  const codes = useMemo(() => data?.errorCodes.toSorted((one, other) => one.status - other.status), [data]);
  const entries = useMemo(() => {
    const status = query.get('status');
    return codes?.filter((each) => !status || String(each.status) === status || each.name === item).map(toEntry);
  }, [codes, item, query]);
  return (
    <Catalogue
      noun="error"
      error={error}
      entries={entries}
      filters={
        <Choice
          name="status"
          label="Status"
          options={[...new Set((codes ?? []).map(({ status }) => String(status)))]}
        />
      }
    />
  );
}

function toEntry({ name, code, status, summary, next, inFailedBooking }: ErrorCode): Entry {
  return {
    id: name,
    group: `Status ${status}`,
    text: [name, code, status, summary, next].join(' '),
    content: (
      <>
        <p>
          <Prose text={summary} />{' '}
          <strong>
            <Prose text={next} />
          </strong>
        </p>
        {code !== name && (
          <p>
            The response says <code>{code}</code>.
          </p>
        )}
        {inFailedBooking && <p>A booking or a change can also fail with it; the status is 200 then.</p>}
        <a href={linkTo({ view: 'live', query: { search: code } })}>Exchanges with this code</a>
      </>
    ),
  };
}
