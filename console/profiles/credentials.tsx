import { useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { act, pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Time } from '../parts/time.tsx';
import { KeysOnce } from './keys-once.tsx';

/** A profile's key pairs, the revoked ones too. */
export function Credentials({ profileCode }: { profileCode: string }) {
  const [added, setAdded] = useState<Schema['KeyPair'] | null>(null);
  const path = { params: { path: { profileCode } } };
  const load = () => dataOf(control.GET('/_sandbox/profiles/{profileCode}/credentials', path));
  const { data, error } = useLoad(load, profileCode, pulse.value);
  const add = async (): Promise<void> => {
    const { credential } = await act(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/credentials', path)));
    setAdded(credential);
  };
  return (
    <section class="card" aria-label="Key pairs">
      <h2>Key pairs</h2>
      <ErrorNote error={error} />
      <ul class="credentials">
        {data?.credentials.map((credential) => (
          <Row key={credential.publicKey} profileCode={profileCode} credential={credential} />
        ))}
      </ul>
      <ActionButton work={add}>Add a key pair</ActionButton>
      {added && <KeysOnce key={added.publicKey} keys={added} onDone={() => setAdded(null)} />}
    </section>
  );
}

function Row({ profileCode, credential }: { profileCode: string; credential: Schema['Credential'] }) {
  const { publicKey, secretLast4, revokedAt } = credential;
  const params = { path: { profileCode, publicKey } };
  return (
    <li>
      <code>{publicKey}</code>
      <span class="quiet">secret ends in {secretLast4}</span>
      {revokedAt === null ? (
        <>
          <span class="outcome outcome-ok">
            <span aria-hidden="true">●</span> works
          </span>
          <ConfirmButton
            label="Revoke"
            question={`Revoke ${publicKey}?`}
            work={() =>
              act(() => dataOf(control.DELETE('/_sandbox/profiles/{profileCode}/credentials/{publicKey}', { params })))
            }
          >
            From now on, calls with it get 403. It cannot be restored.
          </ConfirmButton>
        </>
      ) : (
        <span class="outcome outcome-lost">
          <span aria-hidden="true">✕</span> revoked <Time at={revokedAt} form="second" />
        </span>
      )}
    </li>
  );
}
