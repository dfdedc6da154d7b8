import type { LiveJudge } from '../../check/judge/live/live-judge.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';

/** Throws `judging_is_off` where a setting switches the judge off. */
export function requireJudge({ judge }: Service): LiveJudge {
  if (!judge) throw new Refusal('judging_is_off');
  return judge;
}
