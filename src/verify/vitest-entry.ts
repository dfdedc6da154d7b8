import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Target } from './probe/target.ts';
import type { SuiteOptions } from './suite.ts';
import { defineContractsFor } from './suite.ts';
import { propertyOf } from './values/property.ts';

declare module 'vitest' {
  interface ProvidedContext {
    taxiwayTarget: Target;
    taxiwayOptions: SuiteOptions & { keep?: boolean };
    /** Name of the channel for the stop signal. */
    taxiwayChannel: string;
  }
}

const stop = new AbortController();
const channel = new BroadcastChannel(inject('taxiwayChannel'));
channel.onmessage = (message) => {
  if (propertyOf(message, 'data') === 'stop') stop.abort();
};
channel.postMessage('listening');
channel.unref();

// The test file of `taxiway verify`: the contracts, for the target that the command line found.
defineContractsFor(inject('taxiwayTarget'), { ...inject('taxiwayOptions'), signal: stop.signal });
