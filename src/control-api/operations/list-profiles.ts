import type { ServiceOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';

export default {
  operationId: 'listProfiles',
  access: 'admin',
  async run({ store }, { query }) {
    const { after = '', limit: limitText = 50, search = '' } = query;
    const limit = Number(limitText);
    const profiles = await store.profiles.list(after, limit + 1, search);
    const page = profiles.slice(0, limit);
    const last = profiles.length > limit ? page.at(-1) : undefined;
    return { body: { profiles: page.map(describeProfile), next: last?.code ?? null } };
  },
} satisfies ServiceOperation<'listProfiles'>;
