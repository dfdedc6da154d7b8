import { settings } from '../../config/config.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
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
