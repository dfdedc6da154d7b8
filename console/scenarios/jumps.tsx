/** Links to headings further down on the page, by their ids. */
export function Jumps({ label, to }: { label: string; to: readonly (readonly [id: string, title: string])[] }) {
  return (
    <nav class="pages" aria-label={label}>
      {to.map(([id, title]) => (
        <a key={id} href={`#${id}`} onClick={(event) => jump(event, id)}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** The address belongs to the router, so the browser cannot follow the link itself. */
function jump(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.setAttribute('tabindex', '-1');
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
