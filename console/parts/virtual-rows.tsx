import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { moveByArrows } from './move-by-arrows.ts';

/**
 * A list with equally high rows. Only visible rows are in the page, so that thousands stay smooth. At the top, the list
 * follows new rows; elsewhere it keeps its position. While the pointer or the focus is in it, it holds still and counts
 * the new rows: no row moves under a click.
 */
export function VirtualRows<Row>({
  rows: all,
  subject,
  rowHeight,
  keyOf,
  current,
  label,
  children,
}: {
  /** The newest first. */
  rows: readonly Row[];
  /** Names what is listed: another list begins at its newest row. */
  subject: string;
  /** In pixels. */
  rowHeight: number;
  keyOf: (row: Row) => string;
  /** Key of the open row; the list scrolls to it when it opens. */
  current: string | null;
  label: string;
  children: (row: Row) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  const { rows, fresh, release, ...holding } = useHeld(all, subject, keyOf);
  const first = rows[0] && keyOf(rows[0]);
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = rows.findIndex((row) => keyOf(row) === firstBefore.current);
    if (element.scrollTop > 0 && before > 0) element.scrollTop += before * rowHeight;
    firstBefore.current = first;
  }, [first]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const place = rows.findIndex((row) => keyOf(row) === current);
  const isThere = place >= 0;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isThere) return;
    const top = place * rowHeight;
    const isVisible = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isVisible) element.scrollTop = top - element.clientHeight / 2;
  }, [current, isThere]);
  const showFresh = (): void => {
    release();
    box.current?.scrollTo({ top: 0 });
  };
  const from = Math.max(0, Math.floor(seen.top / rowHeight) - SPARE);
  const to = Math.min(rows.length, Math.ceil((seen.top + seen.height) / rowHeight) + SPARE);
  return (
    <div class="rows" ref={box} role="region" aria-label={label} tabIndex={0} onKeyDown={moveByArrows} {...holding}>
      {fresh > 0 && (
        <button type="button" class="rows-fresh" onClick={showFresh}>
          {fresh} new <span aria-hidden="true">↑</span>
        </button>
      )}
      <ol style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(from, to).map((row, index) => (
          <li
            key={keyOf(row)}
            style={{ transform: `translateY(${(from + index) * rowHeight}px)`, height: `${rowHeight}px` }}
            aria-posinset={from + index + 1}
            aria-setsize={rows.length}
          >
            {children(row)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns the rows from the newest one at the time when pointer or focus entered, and how many are newer. */
function useHeld<Row>(all: readonly Row[], subject: string, keyOf: (row: Row) => string) {
  const [isIn, setIn] = useState({ pointer: false, focus: false });
  const held = useRef<string | null>(null);
  const subjectBefore = useRef(subject);
  if (subjectBefore.current !== subject) held.current = null;
  subjectBefore.current = subject;
  const newest = all[0] && keyOf(all[0]);
  if (!isIn.pointer && !isIn.focus) held.current = null;
  else held.current ??= newest ?? null;
  const fresh =
    held.current === null
      ? 0
      : Math.max(
          0,
          all.findIndex((row) => keyOf(row) === held.current),
        );
  return {
    rows: fresh === 0 ? all : all.slice(fresh),
    fresh,
    release: () => {
      held.current = null;
      setIn({ pointer: false, focus: false });
    },
    onPointerEnter: () => setIn((before) => ({ ...before, pointer: true })),
    onPointerLeave: () => setIn((before) => ({ ...before, pointer: false })),
    onFocusIn: () => setIn((before) => ({ ...before, focus: true })),
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null))
        setIn((before) => ({ ...before, focus: false }));
    },
  };
}

/** Rendered rows above and below the visible ones. */
const SPARE = 8;
