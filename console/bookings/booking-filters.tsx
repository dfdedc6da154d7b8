import type { ComponentChildren } from 'preact';
import type { Schema } from '../api/client.ts';
import { changeQuery, linkTo, route } from '../app/route.ts';
import { SearchField } from '../parts/search-field.tsx';

/** The filters, and the controls next to them. The filters are in the address, so a link shows the same list. */
export function BookingFilters({ children }: { children: ComponentChildren }) {
  const { query } = route.value;
  const kind = kindOf(query);
  const search = query.get('search') ?? '';
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <ul class="kinds" aria-label="Kind">
        {KINDS.map((each) => (
          <li key={each}>
            <a href={linkTo({ query: { kind: each, search } })} aria-current={each === kind ? 'true' : undefined}>
              {each}
            </a>
          </li>
        ))}
      </ul>
      {kind === 'reservations' && (
        <label>
          <span>Status</span>
          <select value={statusOf(query) ?? ''} onChange={(event) => change('status', event.currentTarget.value)}>
            <option value="">all</option>
            {STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </label>
      )}
      <SearchField
        label="Search"
        placeholder="id, name, number"
        value={search}
        maxLength={200}
        onSearch={(text) => change('search', text)}
      />
      {children}
    </form>
  );
}

/** A changed filter begins at the first page. */
function change(name: string, value: string): void {
  changeQuery({ [name]: value, after: '' });
}

/** Resource kinds, as lists name them. */
const KINDS = ['reservations', 'orders', 'searches'] as const;
const STATUSES = ['completed', 'pending', 'hidden', 'failed'] as const satisfies readonly Status[];

type Kind = (typeof KINDS)[number];
type Status = Schema['ReservationResource']['status'];

/** The kind in the address; reservations if the address has no valid one. */
export function kindOf(query: URLSearchParams): Kind {
  return KINDS.find((kind) => kind === query.get('kind')) ?? 'reservations';
}

export function statusOf(query: URLSearchParams): Status | undefined {
  return STATUSES.find((status) => status === query.get('status'));
}
