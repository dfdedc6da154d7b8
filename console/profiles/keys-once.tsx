import type { Schema } from '../api/client.ts';
import { serviceIdHeader } from '../api/sign-in.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Secret } from '../parts/secret.tsx';

/** A new key pair, and the headers for a call with it. The page contains the secret only while it is shown. */
export function KeysOnce({ keys, onDone }: { keys: Schema['KeyPair']; onDone: () => void }) {
  const { publicKey, secretKey, profileCode } = keys;
  const serviceId = `${serviceIdHeader.value}: ${publicKey}:${profileCode}`;
  return (
    <dl class="keys">
      <dt>Secret key</dt>
      <dd>
        <Secret text={secretKey} />
      </dd>
      <dt>The headers of each call</dt>
      <dd>
        <code>Authorization: Bearer ••••••••</code>
        <code>{serviceId}</code>
        <CopyButton text={`Authorization: Bearer ${secretKey}\n${serviceId}\n`}>Copy both headers</CopyButton>
      </dd>
      <dd>
        <p>
          <strong>Keep the secret now:</strong> the sandbox knows only its hash, and this page forgets it.
        </p>
        <button type="button" onClick={onDone}>
          I have kept it
        </button>
      </dd>
    </dl>
  );
}
