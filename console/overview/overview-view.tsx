import { signIn } from '../api/sign-in.ts';
import { route } from '../app/route.ts';
import { profile } from '../app/sandbox.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Calls } from './calls.tsx';
import { ExamResults } from './exam-results.tsx';
import { Met } from './met.tsx';
import { ProfilesAtAGlance } from './profiles-at-a-glance.tsx';

/** The sandbox at a glance: shows the clients' progress. */
export function OverviewView() {
  return (
    <div class="overview">
      <p class="overview-head">
        <span>
          The profile <bdi>{profile.value?.name}</bdi>, and those of this sandbox that were called last.
        </span>
        <CopyButton text={() => Promise.resolve(location.href)}>Copy link</CopyButton>
      </p>
      {maySeeOthers() && <ProfilesAtAGlance />}
      <Met key={route.value.profile} />
      <Calls />
      <ExamResults />
    </div>
  );
}

/** A key pair may see only its own profile. */
function maySeeOthers(): boolean {
  return signIn.value === null || 'adminToken' in signIn.value;
}
