import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { sandboxUrl } from '../api/client.ts';
import { serviceIdHeader } from '../api/sign-in.ts';
import { profileNow } from '../app/profile-clock.tsx';
import { route } from '../app/route.ts';
import { CopyButton } from '../parts/copy-button.tsx';

/** What to do while there is nothing to see: the first call, to be pasted. */
export function FirstCall() {
  const isDemo = route.value.profile === demoKeys.profileCode;
  const { publicKey, secretKey } = isDemo ? demoKeys : { publicKey: '<PUBLIC_KEY>', secretKey: '<SECRET_KEY>' };
  const line = [
    `curl -s ${sandboxUrl}/v1/flights/search`,
    `-H 'Authorization: Bearer ${secretKey}'`,
    `-H '${serviceIdHeader.value}: ${publicKey}:${route.value.profile}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(searchBody())}'`,
  ].join(' \\\n  ');
  return (
    <section class="empty">
      <h2>Nothing has called yet</h2>
      <p>Calls of this profile show up here as they come. The first one, for a shell:</p>
      <pre tabIndex={0}>{line}</pre>
      <CopyButton text={line}>Copy</CopyButton>
      {!isDemo && <p class="quiet">The keys are those that you got when you made the profile.</p>}
    </section>
  );
}

/** Two months from now, by the clock of the profile. */
function searchBody() {
  const departure_date = new Date(profileNow() + 60 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return {
    slices: [{ origin: 'MAD', destination: 'LHR', departure_date }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
  };
}
