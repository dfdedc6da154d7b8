import { Refusal } from '../../interface/errors/refusal.ts';
import type { ProfileOperation } from '../operation.ts';
import { writeProfileFile } from '../state/profile-file.ts';
import { UPLOAD_LIMITS } from '../state/read-upload.ts';

export default {
  operationId: 'exportProfile',
  access: 'profile',
  async run({ journal, store }, { profile, now }) {
    await journal.flush();
    const state = await store.states.read(profile.code, UPLOAD_LIMITS.bytes);
    if (state === undefined) throw new Refusal('profile_not_found');
    const pieces = state === 'too-large' ? undefined : await writeProfileFile(state, now);
    if (pieces === undefined || pieces.reduce((bytes, { length }) => bytes + length, 0) > UPLOAD_LIMITS.bytes)
      throw new Refusal('export_too_large');
    return { pieces, mediaType: 'application/json', fileName: `taxiway-${profile.code}.json` };
  },
} satisfies ProfileOperation<'exportProfile'>;
