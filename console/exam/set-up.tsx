import { sandboxUrl } from '../api/client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Secret } from '../parts/secret.tsx';
import type { Exam } from './exam.ts';
import { EndButton } from './exam-end.tsx';

/** What is entered in the app once. */
export function SetUp({ exam: { keys, serviceIdHeader } }: { exam: Exam }) {
  const serviceId = `${keys.publicKey}:${keys.profileCode}`;
  return (
    <section class="card" aria-labelledby="exam-set-up">
      <h2 id="exam-set-up">Set up the app once</h2>
      <dl class="keys">
        <dt>Base URL</dt>
        <dd>
          <code>{sandboxUrl}</code> <CopyButton text={sandboxUrl}>Copy the base URL</CopyButton>
        </dd>
        <dt>{serviceIdHeader}</dt>
        <dd>
          <code>{serviceId}</code> <CopyButton text={serviceId}>Copy the service id</CopyButton>
        </dd>
        <dt>Authorization: Bearer</dt>
        <dd>
          <Secret text={keys.secretKey} />
        </dd>
      </dl>
      <p class="quiet">
        The keys stay the same for all situations, and are shown as long as the exam lives. Nothing but this console may
        call <code>/_sandbox</code> for this profile meanwhile.
      </p>
      <EndButton />
    </section>
  );
}
