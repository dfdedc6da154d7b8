import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Details rendered only while they are open, so that a list with hundreds stays quick. */
export function Fold({
  summary,
  children,
  ...rest
}: {
  summary: ComponentChildren;
  class?: string;
  children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details {...rest} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
