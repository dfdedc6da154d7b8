import { linkTo, route } from '../app/route.ts';

/** Documentation of the service and of this sandbox. */
export function DocsView() {
  return (
    <ul class="docs">
      {pages.map(({ title, href, text }) => (
        <li key={title} class="card">
          <a href={href()}>{title}</a>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Documentation pages with their addresses. */
const pages = [
  { title: 'API reference', href: () => 'docs', text: 'Every operation, with a form that calls this sandbox.' },
  { title: 'Rules', view: 'rules', text: 'The requirements of the document for the service and for clients.' },
  { title: 'Assumptions', view: 'assumptions', text: 'Open points of the document, and the choices of the sandbox.' },
  { title: 'Errors', view: 'errors', text: 'Every error code of a response, with its remedy.' },
].map(({ href, ...page }) => ({ ...page, href: href ?? (() => linkTo({ view: page.view })) }));

/** Links between the pages of the reference. */
export function Pages() {
  return (
    <nav class="pages" aria-label="Docs">
      {pages.map(({ title, view, href }) => (
        <a key={title} href={href()} aria-current={view === route.value.view ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
