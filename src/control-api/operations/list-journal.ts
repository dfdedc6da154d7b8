import { describeDropped, describeSummary } from '../journal/describe-exchange.ts';
import { readQuery } from '../journal/read-query.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'listJournal',
  access: 'profile',
  async run(service, { profile }, req) {
    const query = readQuery(service, req);
    const found = await service.journal.list(profile!.code, { ...query, limit: query.limit + 1 });
    const page = found.slice(0, query.limit);
    return {
      body: {
        exchanges: page.map(describeSummary),
        next: found.length > page.length ? page.at(-1)!.sequence : null,
        dropped: describeDropped(await service.journal.dropped(profile!.code)),
      },
    };
  },
} satisfies ControlOperation;
