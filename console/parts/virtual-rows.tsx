import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { moveByArrows } from './move-by-arrows.ts';

/**
 * A list with equally high rows. Only visible rows are in the page, so that thousands stay smooth. At the top, the list
 * follows new rows; elsewhere it keeps its position.
 */
export function VirtualRows<Row>({
  rows,
  rowHeight,
  keyOf,
  label,
  children,
}: {
  rows: readonly Row[];
  /** In pixels. */
  rowHeight: number;
  keyOf: (row: Row) => string;
  label: string;
  children: (row: Row) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
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
  const from = Math.max(0, Math.floor(seen.top / rowHeight) - SPARE);
  const to = Math.min(rows.length, Math.ceil((seen.top + seen.height) / rowHeight) + SPARE);
  return (
    <div class="rows" ref={box} role="region" aria-label={label} tabIndex={0} onKeyDown={moveByArrows}>
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

/** Rendered rows above and below the visible ones. */
const SPARE = 8;
