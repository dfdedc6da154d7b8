import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';
import { settings } from '../../config/config.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { UnwritableError } from '../../store/errors.ts';
import type { ServiceOperation } from '../operation.ts';

export const getHealth = {
  operationId: 'getHealth',
  access: 'open',
  run: (service) => ({ body: { status: 'ok', log: { dropped: service.droppedLines() } } }),
} satisfies ServiceOperation<'getHealth'>;

export const getReadiness = {
  operationId: 'getReadiness',
  access: 'open',
  async run({ store, log }) {
    try {
      await store.probe();
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      log.error({ err: error }, 'the store cannot be written');
      throw new Refusal('not_ready');
    }
    return { body: { status: 'ready' } };
  },
} satisfies ServiceOperation<'getReadiness'>;

export const getVersion = {
  operationId: 'getVersion',
  access: 'open',
  run: () => ({ body: { taxiway: readVersion(), node: process.versions.node } }),
} satisfies ServiceOperation<'getVersion'>;

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  return version;
}

export const getSettings = {
  operationId: 'getSettings',
  access: 'admin',
  run: ({ config }) => ({
    body: {
      settings: settings.map(({ key, flag, env, description, secret }) => {
        const value = config[key];
        const isSet = value !== null && value !== undefined;
        return {
          name: key,
          flag,
          variable: env,
          value: isHidden(key, secret) || !isSet ? null : value,
          isSet,
          description,
        };
      }),
    },
  }),
} satisfies ServiceOperation<'getSettings'>;

/** The keys of profiles are derived from the seed. */
function isHidden(key: string, isSecret = false): boolean {
  return isSecret || key === 'seed';
}
