import type { Call, Received, Steps, Traveller } from '../steps.ts';

export const http: Pick<Steps, 'send' | 'address' | 'headers'> = {
  async send(traveller, call) {
    if (traveller.stopped) return null;
    const { method, query, body } = call;
    const address = traveller.steps.address(traveller, call);
    const transmit = () =>
      traveller.transmit({
        method,
        target: query ? `${address}?${new URLSearchParams(query).toString()}` : address,
        headers: traveller.steps.headers(traveller, call),
        ...(body && { body: JSON.stringify(body) }),
      });
    let received = await transmit();
    // Nothing was done: the request can be sent again, once the time is over that the response asks to wait.
    for (let again = 0; again < MOST_AGAIN && received?.status === 429; again++) {
      await traveller.wait(pauseMs(received, traveller.now()));
      received = await transmit();
    }
    if (received?.status === 401 || received?.status === 403 || isLive(received)) traveller.stopped = true;
    return received;
  },

  address: (_traveller, { path }) => path,

  headers({ credential: { secretKey, publicKey, profileCode } }, { body }) {
    return {
      authorization: `Bearer ${secretKey}`,
      'x-service-id': `${publicKey}:${profileCode}`,
      ...(body && { 'content-type': 'application/json' }),
    };
  },
};

/** The body of a call that returned 200; null otherwise. A call that got no response is sent once more. */
export async function take<Shape>(traveller: Traveller, call: Call): Promise<Shape | null> {
  const { steps } = traveller;
  let received = await steps.send(traveller, call);
  if (isInterrupted(received)) {
    await traveller.wait(Math.max(5000, received ? pauseMs(received, traveller.now()) : 0));
    received = await steps.send(traveller, call);
  }
  return received?.status === 200 ? (received.body as Shape) : null;
}

/** True if the live service responded to the key of a sandbox. */
function isLive(received: Received | null): boolean {
  return (received?.body as { liveMode?: unknown } | undefined)?.liveMode === true;
}

/** True if the outcome of a request is open. */
export function isInterrupted(received: Received | null): boolean {
  return received === null || received.status >= 500;
}

/** The code of an error body. */
export function codeOf(received: Received | null): string {
  return String((received?.body as { code?: unknown } | undefined)?.code);
}

/** Wait requested by `Retry-After`; a second if the header is missing. */
function pauseMs({ retryAfter = '1' }: Received, now: number): number {
  const seconds = Number(retryAfter);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1000);
}

const MOST_AGAIN = 3;
