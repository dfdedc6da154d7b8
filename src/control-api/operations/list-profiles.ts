import type { ControlOperation } from '../operation.ts';
import { describeProfile } from '../profiles/describe-profile.ts';
import { readPage } from '../read-page.ts';

export default {
  operationId: 'listProfiles',
  access: 'admin',
  async run({ store }, _call, req) {
    const { after, limit } = readPage(req);
    const profiles = await store.profiles.list(after, limit + 1);
    const page = profiles.slice(0, limit);
    return { body: { profiles: page.map(describeProfile), next: profiles.length > limit ? page.at(-1)!.code : null } };
  },
} satisfies ControlOperation;
