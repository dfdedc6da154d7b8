import type { Schema } from '../api/client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Secret } from '../parts/secret.tsx';

/** A new key pair. The secret is in the page only while it is looked at, and gone with the page. */
export function KeysOnce({ keys, onDone }: { keys: Schema['KeyPair']; onDone: () => void }) {
  const { publicKey, secretKey } = keys;
  return (
    <dl class="keys">
      <dt>Public key</dt>
      <dd>
        <code>{publicKey}</code> <CopyButton text={publicKey}>Copy the public key</CopyButton>
      </dd>
      <dt>Secret key</dt>
      <dd>
        <Secret text={secretKey} />
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
