import { MINUTE } from '../clock.ts';
import type { Service } from './service.ts';

/**
 * Removes searches and pricings some time after they expired, a few at a time so that no request waits for it.
 * They are kept as long again as they lived: until then a late client is told that its offer has expired,
 * afterwards that it is not known. Answers a function that stops it.
 */
export function startPurge(service: Service): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    purgeExpired(service)
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => { running = false; });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function purgeExpired({ clock, config, store }: Service): Promise<void> {
  const kept = Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE;
  for (const purged of [store.searches, store.pricings]) {
    while ((await purged.purge(clock.now() - kept, CHUNK)) === CHUNK) await new Promise((resolve) => setImmediate(resolve));
  }
}

const EVERY_MS = 1000;
const CHUNK = 200;
