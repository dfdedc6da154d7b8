import type { Area } from '../src/verify/contract.ts';
import { expectStatus } from '../src/verify/answers/expectations.ts';

export default {
  name: 'authentication',
  contracts: [
    {
      title: 'a search without Authorization is answered 401',
      rules: ['auth.missing-credentials.401'],
      calls: ['searchFlights'],
      async check(trial) {
        expectStatus(await trial.searchFlights({}, { headers: { Authorization: null } }), 401);
      },
    },
  ],
} satisfies Area as Area;
