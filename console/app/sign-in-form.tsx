import { useState } from 'preact/hooks';
import { signIn, signInNeeded } from '../api/sign-in.ts';
import { refresh } from './sandbox.ts';

/** Asks for the admin token, or for the key pair of one profile. Both stay in the memory of this tab. */
export function SignInForm({ reason }: { reason: string }) {
  const [kind, setKind] = useState<'token' | 'keys'>('token');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    signIn.value =
      kind === 'token'
        ? { adminToken: text('adminToken') }
        : { secretKey: text('secretKey'), publicKey: text('publicKey'), profileCode: text('profileCode') };
    signInNeeded.value = null;
    void refresh();
  };
  return (
    <form class="card sign-in" onSubmit={submit}>
      <h2>Sign in to this sandbox</h2>
      <p>{reason}</p>
      <fieldset>
        <legend>With</legend>
        <label>
          <input type="radio" name="kind" checked={kind === 'token'} onChange={() => setKind('token')} /> the admin
          token
        </label>
        <label>
          <input type="radio" name="kind" checked={kind === 'keys'} onChange={() => setKind('keys')} /> the key pair of
          a profile
        </label>
      </fieldset>
      {kind === 'token' ? (
        <Secret name="adminToken" label="Admin token" />
      ) : (
        <>
          <label>
            Profile code <input name="profileCode" required autocomplete="off" placeholder="dp_…" />
          </label>
          <label>
            Public key <input name="publicKey" required autocomplete="off" placeholder="pk_…" />
          </label>
          <Secret name="secretKey" label="Secret key" />
        </>
      )}
      <p class="quiet">It stays in the memory of this tab. A reload forgets it.</p>
      <button type="submit">Sign in</button>
    </form>
  );
}

function Secret({ name, label }: { name: string; label: string }) {
  return (
    <label>
      {label} <input name={name} type="password" required autocomplete="off" />
    </label>
  );
}
