import { writeJournalFile } from '../journal/journal-file.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'exportJournal',
  access: 'profile',
  async run({ journal, store }, { profile }) {
    await journal.flush();
    return {
      pieces: await writeJournalFile(profile.code, await store.journal.all(profile.code)),
      mediaType: 'application/x-ndjson',
      fileName: `taxiway-journal-${profile.code}.ndjson`,
    };
  },
} satisfies ProfileOperation<'exportJournal'>;
