import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'clearScenario',
  access: 'profile',
  async run({ store }, { profile }) {
    await store.profiles.arm(profile.code, null);
    return { body: { armed: null } };
  },
} satisfies ProfileOperation<'clearScenario'>;
