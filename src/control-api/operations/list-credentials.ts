import { describeCredential } from '../access/describe-credential.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'listCredentials',
  access: 'profile',
  async run({ store }, { profile }) {
    return { body: { credentials: (await store.profiles.credentials(profile.code)).map(describeCredential) } };
  },
} satisfies ProfileOperation<'listCredentials'>;
