import { toIso } from '../../base/clock.ts';
import { listAgenda } from '../clock/agenda.ts';
import { describeDue } from '../clock/describe-due.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getAgenda',
  access: 'profile',
  async run(service, { profile, query: { limit = 50 }, now }) {
    const { events, total } = await listAgenda(service, profile.code, now, Number(limit));
    return { body: { now: toIso(now), due: events.map(describeDue), dueTotal: total } };
  },
} satisfies ProfileOperation<'getAgenda'>;
