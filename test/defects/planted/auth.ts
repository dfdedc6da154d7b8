import type { Defect } from '../defect.ts';
import { alterAnswers } from '../plants.ts';

export default [
  {
    name: 'answers-403-where-credentials-are-missing',
    rule: 'auth.missing-credentials.401',
    breaks: 'A request without credentials is answered 403.',
    plant: alterAnswers((answer) => { if (answer.status === 401) answer.status = 403; }),
  },
] satisfies Defect[] as Defect[];
