import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LongText } from './long-text.tsx';

/**
 * JSON that folds: objects and lists open and close, by mouse and keyboard. What is nested deeper than `depth` begins
 * closed, and is rendered when it is opened.
 */
export function JsonView({ value, depth = 2 }: { value: unknown; depth?: number }) {
  return (
    <div class="json">
      <Node value={value} depth={depth} name={undefined} />
    </div>
  );
}

function Node({ name, value, depth }: { name: string | undefined; value: unknown; depth: number }) {
  const label = name === undefined ? null : <span class="json-key">{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="json-leaf">
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`} dir="auto">
          <LongText text={JSON.stringify(value)} />
        </span>
      </div>
    );
  return <Branch label={label} value={value} depth={depth} />;
}

function Branch({ label, value, depth }: { label: ComponentChildren; value: object; depth: number }) {
  const [isOpen, setOpen] = useState(depth > 0);
  const [all, setAll] = useState(false);
  const entries: [string, unknown][] = Object.entries(value);
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
        (all ? entries : entries.slice(0, FIRST)).map(([key, each]) => (
          <Node key={key} name={Array.isArray(value) ? key : JSON.stringify(key)} value={each} depth={depth - 1} />
        ))}
      {isOpen && !all && entries.length > FIRST && (
        <button type="button" onClick={() => setAll(true)}>
          Show {entries.length - FIRST} more
        </button>
      )}
      {isOpen && <span class="json-close">{close}</span>}
    </details>
  );
}

const FIRST = 200;
