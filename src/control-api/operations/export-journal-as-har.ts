import { writeHarFile } from '../journal/har-file.ts';
import { originOf } from '../journal/origin-of.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'exportJournalAsHar',
  access: 'profile',
  async run({ journal, store }, { profile, req }) {
    await journal.flush();
    return {
      pieces: await writeHarFile(await store.journal.all(profile.code), originOf(req)),
      mediaType: 'application/json',
      fileName: `taxiway-journal-${profile.code}.har`,
    };
  },
} satisfies ProfileOperation<'exportJournalAsHar'>;
