import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { signIn, signInNeeded } from '../api/sign-in.ts';
import { refresh } from './sandbox.ts';

/**
 * Asks for the admin token, or for one profile's key pair. Both stay in this tab's memory. Refused input stays in the
 * form for correction.
 */
export function SignInForm({ reason }: { reason: string }) {
  const [tried] = useState<Partial<Record<string, string>>>({ ...signIn.value });
  const [kind, setKind] = useState<'token' | 'keys'>(tried['profileCode'] === undefined ? 'token' : 'keys');
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
        <Field name="adminToken" label="Admin token" isSecret tried={tried} />
      ) : (
        <>
          <Field name="profileCode" label="Profile code" placeholder="dp_…" tried={tried} />
          <Field name="publicKey" label="Public key" placeholder="pk_…" tried={tried} />
          <Field name="secretKey" label="Secret key" isSecret tried={tried} />
        </>
      )}
      <p class="quiet">It stays in the memory of this tab. A reload forgets it.</p>
      <button type="submit">Sign in</button>
    </form>
  );
}

/** Restores an earlier attempt as the field's value: an attribute would show it in the page. */
function Field({
  name,
  label,
  isSecret = false,
  placeholder = '',
  tried,
}: {
  name: string;
  label: string;
  isSecret?: boolean;
  placeholder?: string;
  tried: Partial<Record<string, string>>;
}) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current) input.current.value = tried[name] ?? '';
  }, [name]);
  const field = { ref: input, name, placeholder, required: true, autocomplete: 'off' } as const;
  return (
    <label>
      {label} {isSecret ? <input type="password" {...field} /> : <input type="text" {...field} />}
    </label>
  );
}
