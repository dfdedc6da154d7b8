import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { changeQuery, linkTo, route } from '../app/route.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Pages } from './docs-view.tsx';

export interface Entry {
  id: string;
  /** The heading above the entry. */
  group: string;
  /** The searched text. */
  text: string;
  content: ComponentChildren;
}

/**
 * A catalogue in groups, with a search. The page scrolls to the entry in the address and focuses it; that entry is
 * shown even if it does not fit the filter.
 */
export function Catalogue({
  noun,
  entries,
  error,
  filters,
}: {
  /** The noun for one entry. */
  noun: string;
  /** The entries that fit the page's filters; undefined until they are loaded. */
  entries: readonly Entry[] | undefined;
  error: ControlError | undefined;
  filters: ComponentChildren;
}) {
  const { item, query } = route.value;
  const search = (query.get('search') ?? '').toLowerCase();
  const shown = entries?.filter(({ id, text }) => id === item || text.toLowerCase().includes(search)) ?? [];
  return (
    <>
      <Pages />
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        {filters}
        <label>
          <span>Search</span>
          <input
            type="search"
            value={query.get('search') ?? ''}
            onInput={(event) => changeQuery({ search: event.currentTarget.value })}
          />
        </label>
        <span class="quiet" role="status">
          {entries && counted(shown.length, noun)}
        </span>
      </form>
      <ErrorNote error={error} />
      {!entries && !error && <p class="quiet">Loading…</p>}
      {entries && shown.length === 0 && (
        <p>
          No {noun} fits the filter. <a href={linkTo({})}>Show all</a>
        </p>
      )}
      {entries && item !== null && !shown.some(({ id }) => id === item) && (
        <p role="alert">
          There is no {noun} <code>{item}</code>.
        </p>
      )}
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, members]) => (
        <section key={group} class="group">
          <h2>{group}</h2>
          {members.map((entry) => (
            <Anchored key={entry.id} entry={entry} isOpen={entry.id === item} />
          ))}
        </section>
      ))}
    </>
  );
}

function Anchored({ entry: { id, content }, isOpen }: { entry: Entry; isOpen: boolean }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <article class="entry" ref={place} tabIndex={-1} aria-labelledby={`entry-${id}`} aria-current={isOpen || undefined}>
      <h3 id={`entry-${id}`}>
        <a href={linkTo({ item: id, query: Object.fromEntries(route.value.query) })}>
          <code>{id}</code>
        </a>
      </h3>
      {content}
    </article>
  );
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
