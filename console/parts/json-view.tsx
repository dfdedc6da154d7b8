import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LongText } from './long-text.tsx';

interface Part {
  value: unknown;
  /** Initially open levels. */
  depth: number;
  /** JSON pointers to its faults; '' is the whole value. */
  faults: readonly string[];
}

/**
 * Foldable JSON: objects and lists open and close, by mouse and keyboard. Levels deeper than `depth` begin closed, and
 * so does everything in a long list; they are rendered when they open. The path to a fault begins open. A missing value
 * marks its parent.
 */
export function JsonView({ value, depth = 2, faults = [] }: Pick<Part, 'value'> & Partial<Part>) {
  return (
    <div class="json">
      <Node value={value} depth={depth} faults={faults} name={undefined} />
    </div>
  );
}

function Node({ name, value, depth, faults }: Part & { name: string | undefined }) {
  const label = (
    <>
      {faults.some((pointer) => !leadsOn(pointer, value)) && <span class="json-fault">✕ found here </span>}
      {name !== undefined && <span class="json-key">{name}: </span>}
    </>
  );
  if (typeof value !== 'object' || value === null)
    return (
      <div class="json-leaf">
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`} dir="auto">
          <LongText text={JSON.stringify(value)} />
        </span>
      </div>
    );
  return <Branch label={label} value={value} depth={depth} faults={faults} />;
}

function Branch({ label, value, depth, faults }: Part & { label: ComponentChildren; value: object }) {
  const entries: [string, unknown][] = Object.entries(value);
  const [isOpen, setOpen] = useState(depth > 0 || faults.length > 0);
  const [count, setCount] = useState(STEP);
  const shown = entries.filter(([key], index) => index < count || within(faults, key).length > 0);
  const more = entries.length - count;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0)
    return (
      <div class="json-leaf">
        {label}
        {open + close}
      </div>
    );
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {isOpen ? open : `${open} ${entries.length} ${close}`}
      </summary>
      {isOpen &&
        shown.map(([key, each]) => (
          <Node
            key={key}
            name={Array.isArray(value) ? key : JSON.stringify(key)}
            value={each}
            depth={entries.length > LONG ? 0 : depth - 1}
            faults={within(faults, key)}
          />
        ))}
      {isOpen && more > 0 && (
        <button type="button" onClick={() => setCount(count + STEP)}>
          Show {more > STEP ? `${STEP} more of ${more}` : `${more} more`}
        </button>
      )}
      {isOpen && <span class="json-close">{close}</span>}
    </details>
  );
}

/** True if a pointer leads to an existing value inside this value. */
function leadsOn(pointer: string, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, keyOf(pointer)) && pointer !== '';
}

/** Returns the rest of each pointer below a key. */
function within(pointers: readonly string[], key: string): string[] {
  return pointers
    .filter((pointer) => pointer !== '' && keyOf(pointer) === key)
    .map((pointer) => pointer.replace(/^\/[^/]*/, ''));
}

function keyOf(pointer: string): string {
  return (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Entries that are rendered at a time: each costs the browser some layout. */
const STEP = 100;
/** Items in a longer list begin closed. */
const LONG = 20;
