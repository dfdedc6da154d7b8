import { causedVerdicts } from '../journal/caused-verdicts.ts';
import { describeDropped, describeSummary } from '../journal/describe-exchange.ts';
import { readQuery } from '../journal/read-query.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'listJournal',
  access: 'profile',
  async run(service, { profile, query: text }) {
    const query = readQuery(service, text);
    const found = await service.journal.list(profile.code, { ...query, limit: query.limit + 1 });
    const page = found.slice(0, query.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    const verdicts = await causedVerdicts(service, profile.code);
    return {
      body: {
        exchanges: page.map((exchange) => describeSummary(exchange, verdicts)),
        next: last?.sequence ?? null,
        dropped: describeDropped(await service.journal.dropped(profile.code)),
      },
    };
  },
} satisfies ProfileOperation<'listJournal'>;
