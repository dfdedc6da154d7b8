import { packageManifest } from '../../base/package-root.ts';
import { settings } from '../../config/config.ts';
import type { Setting, SettingValue } from '../../config/setting.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import { UnavailableError, UnwritableError } from '../../store/errors.ts';
import type { ServiceOperation } from '../operation.ts';

export const getHealth = {
  operationId: 'getHealth',
  access: 'open',
  run: (service) => ({ body: { status: 'ok', log: { dropped: service.droppedLines() } } }),
} satisfies ServiceOperation<'getHealth'>;

export const getReadiness = {
  operationId: 'getReadiness',
  access: 'open',
  async run({ store, log, isEnding }) {
    if (isEnding) throw new Refusal('not_ready');
    try {
      await store.probe();
    } catch (error) {
      if (!(error instanceof UnwritableError || error instanceof UnavailableError)) throw error;
      log.error({ err: error }, 'the store cannot be written');
      throw new Refusal('not_ready');
    }
    return { body: { status: 'ready' } };
  },
} satisfies ServiceOperation<'getReadiness'>;

export const getVersion = {
  operationId: 'getVersion',
  access: 'open',
  run: () => ({ body: { taxiway: packageManifest().version, node: process.versions.node } }),
} satisfies ServiceOperation<'getVersion'>;

export const getSettings = {
  operationId: 'getSettings',
  access: 'admin',
  run: ({ config }) => ({ body: { settings: describeSettings(settings, config) } }),
} satisfies ServiceOperation<'getSettings', Service>;

export const getMetrics = {
  operationId: 'getMetrics',
  access: 'admin',
  async run({ metrics }) {
    if (metrics === null) throw new Refusal('metrics_off');
    return { text: await metrics.render(), mediaType: metrics.mediaType };
  },
} satisfies ServiceOperation<'getMetrics', Service>;

/** Returns settings with their values; null for an unset setting, and for a secret. */
export function describeSettings<Key extends string>(
  described: readonly Setting<Key>[],
  values: { readonly [Name in Key]?: SettingValue | null | undefined },
): ControlSchema['SettingValue'][] {
  return described.map(({ key, flag = null, env = null, description, secret, shown }) => {
    const value: SettingValue | null | undefined = values[key];
    const isSet = value !== null && value !== undefined;
    return {
      name: key,
      flag,
      variable: env,
      value: isHidden(key, secret) || !isSet ? null : (shown?.(String(value)) ?? value),
      isSet,
      description,
    };
  });
}

/** The seed determines the profiles' keys. */
function isHidden(key: string, isSecret = false): boolean {
  return isSecret || key === 'seed';
}
