import { sandboxUrl } from '../api/client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Secret } from '../parts/secret.tsx';
import type { Exam } from './exam.ts';
import { EndButton } from './exam-end.tsx';

/** The settings to enter in the app once. */
export function SetUp({ exam: { keys, serviceIdHeader, isKept, takeovers } }: { exam: Exam }) {
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
        The keys are the same for all situations, and stay visible until the exam ends. Nothing but this browser may
        call <code>/_sandbox</code> for this profile meanwhile: any other call counts as one of the app.
      </p>
      <p class="quiet">
        You can close this tab: open this page in this browser to continue. In another browser, take the exam over.{' '}
        {isKept ? <AtRestart /> : <InMemory />}
      </p>
      {takeovers.length > 0 && (
        <p role="note">Taken over from another browser: {takeovers.join(', ')}. If that was not you, it was the app.</p>
      )}
      <EndButton />
    </section>
  );
}

function AtRestart() {
  return (
    <>The sandbox stores the exam: start it again, and this page continues. The open situation then begins again.</>
  );
}

function InMemory() {
  return (
    <>
      The sandbox has no store file: when it stops, the results and the app's keys are lost. Start it with{' '}
      <code>--store</code> to keep them.
    </>
  );
}
