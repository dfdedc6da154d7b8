import type { Exams } from '../check/exam/interactive/exams.ts';
import type { ProfileJudge } from '../check/judge/live/sandbox-judge.ts';
import type { ExchangeServices } from '../http/http-services.ts';
import type { ServedInterface } from '../http/openapi/request-validator.ts';
import type { ControlOperationId } from '../interface/control-api.ts';
import type { Spec } from '../interface/openapi/load-spec.ts';
import type { Journal } from '../journal/journal.ts';
import type { Registry } from '../scenarios/registry.ts';
import type { JournalStore } from '../store/journal.ts';
import type { ProfileStore } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';

/** Services for the operations that work in front of any system, so a sandbox and a recorder both provide them. */
export interface ControlServices extends ExchangeServices {
  /** The service's interface. */
  spec: Spec;
  control: ServedInterface<ControlOperationId>;
  scenarios: Registry;
  /** Log lines dropped since the start. */
  droppedLines(): number;
  store: {
    probe(): Promise<void>;
    tell: Store['tell'];
    profiles: Pick<ProfileStore, 'list' | 'arm'>;
    journal: Pick<JournalStore, 'list'>;
  };
  journal: Pick<Journal, 'flush' | 'list' | 'find' | 'dropped' | 'last' | 'watch' | 'watchers'>;
  /** Null if the server leads no exams. */
  exams: Pick<Exams, 'profiles'> | null;
  /** Null if a setting switches it off. */
  judge: ProfileJudge | null;
}
