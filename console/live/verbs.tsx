import { useState } from 'preact/hooks';
import { control, dataOf } from '../api/client.ts';
import { clientHeaders } from '../api/own-keys.ts';
import { linkTo, route } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { arm } from '../scenarios/arming.ts';
import type { Exchange } from './exchange.ts';
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

/** Arms what happened here for the next call of this operation, where a scenario does the same. */
export function ArmIt({ exchange }: { exchange: Exchange }) {
  const { data } = useLoad(() => dataOf(control.GET('/_sandbox/scenarios')), 'scenarios');
  const scenario = data && scenarioOf(exchange, data.scenarios);
  if (!scenario) return null;
  return (
    <ActionButton work={() => arm(`${exchange.operation}:${scenario}`, 1)}>
      Arm <code>{scenario}</code> for the next {exchange.operation}
    </ActionButton>
  );
}

/** What acted, or else the scenario with the name of what the response meant: `pending`, `offer-expired`, `502`. */
function scenarioOf(
  { scenario, outcome, operationId }: Exchange,
  known: readonly { name: string; operations: readonly string[] }[],
): string | undefined {
  if (scenario && scenario.name !== 'none') return scenario.name;
  const words = outcome.text.split(/[\s:]+/).map((word) => word.replaceAll('_', '-'));
  return [...words.toReversed(), outcome.kind].find((word) =>
    known.some(({ name, operations }) => name === word && operations.includes(operationId)),
  );
}
