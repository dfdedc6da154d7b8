import type { Schema } from '../api/client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { LongText } from '../parts/long-text.tsx';

type Message = Schema['Message'];

/** A request's or a response's headers and body. `faults`: JSON pointers to the faults in the body. */
export function MessageView({
  title,
  message,
  faults,
}: {
  title: string;
  message: Message;
  faults?: readonly string[];
}) {
  const { headers, body, bodyBytes, cut } = message;
  return (
    <section class="message" aria-label={title}>
      <h3>{title}</h3>
      <details>
        <summary>{headers.length} headers</summary>
        <dl class="facts">
          {headers.map(({ name, value }) => (
            <>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </>
          ))}
        </dl>
      </details>
      {body === null ? (
        <p class="quiet">{unreadText(message)}</p>
      ) : (
        <>
          {cut && <p class="quiet">Only the beginning of {bodyBytes} bytes was kept.</p>}
          <Body message={message} body={body} faults={faults} />
          <CopyButton text={body}>Copy the body</CopyButton>
        </>
      )}
    </section>
  );
}

/** The service refuses a large body unread: then only the header has its size. */
function unreadText({ headers, bodyBytes }: Message): string {
  const declared = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  const bytes = bodyBytes || Number(declared ?? 0);
  return bytes === 0 ? 'No body' : `The body of ${bytes} bytes was not read.`;
}

function Body({
  message: { encoding },
  body,
  faults,
}: {
  message: Message;
  body: string;
  faults: readonly string[] | undefined;
}) {
  const parsed = encoding === 'utf-8' ? parse(body) : undefined;
  return parsed === undefined ? (
    <pre tabIndex={0} dir="auto">
      <LongText text={body} most={20_000} />
    </pre>
  ) : (
    <JsonView value={parsed} faults={faults} />
  );
}

/** Undefined if the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
