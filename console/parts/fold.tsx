import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Details rendered only while they are open, so that a list with hundreds stays quick. */
export function Fold({
  summary,
  startsOpen = false,
  children,
  ...rest
}: {
  summary: ComponentChildren;
  startsOpen?: boolean;
  class?: string;
  children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details {...rest} open={startsOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
