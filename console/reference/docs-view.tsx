import { pages } from './pages.tsx';

/** What there is to read about the service and about this sandbox. */
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
