import { useState } from 'preact/hooks';
import { clientHeaders } from '../api/own-keys.ts';
import { linkTo, route } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import type { Exchange } from './exchange-panel.tsx';
import { addressOf } from './snippets.ts';

/** Sends the request once more, from this page, with a key pair of the console's own. */
export function SendAgain({ exchange }: { exchange: Exchange }) {
  const [sent, setSent] = useState<string>();
  const reason = whyNot(exchange);
  if (reason !== undefined) return <span class="quiet">{reason}</span>;
  return (
    <>
      <ActionButton work={async () => setSent(await send(exchange, route.value.profile ?? ''))}>
        Send again
      </ActionButton>
      {sent !== undefined && (
        <span role="status">
          {sent.startsWith('req_') ? <a href={linkTo({ item: sent })}>Open the new exchange</a> : sent}
        </span>
      )}
    </>
  );
}

function whyNot({ request: { cut, encoding, body, bodyBytes } }: Exchange): string | undefined {
  if (cut || (body === null && bodyBytes > 0)) return 'Too large to be sent again from here.';
  return encoding === 'base64' ? 'Not text, so it cannot be sent again from here.' : undefined;
}

/** Returns the id of the new exchange, or what came instead. */
async function send(exchange: Exchange, profileCode: string): Promise<string> {
  const { method, request } = exchange;
  const kept = request.headers.filter(({ name }) => KEPT.includes(name.toLowerCase()));
  const response = await fetch(addressOf(exchange), {
    method,
    headers: {
      ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      ...(await clientHeaders(profileCode)),
    },
    body: request.body,
  }).catch(() => undefined);
  if (!response) return 'The connection ended without a response.';
  await response.arrayBuffer().catch(() => undefined);
  return response.headers.get('X-Request-Id') ?? `It returned ${response.status}.`;
}

const KEPT = ['content-type', 'accept-language', 'x-sandbox-scenario'];
