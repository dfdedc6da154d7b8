import { useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { change } from './change.ts';
import { KeysOnce } from './keys-once.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** Makes a profile, and shows its keys this once. */
export function NewProfile() {
  const [made, setMade] = useState<{ profile: Schema['Profile']; credential: Schema['KeyPair'] } | null>(null);
  const make = async (filled: (name: string) => string): Promise<void> => {
    const body = { name: filled('name'), marginPercent: Number(filled('marginPercent')) };
    setMade(await change(() => dataOf(control.POST('/_sandbox/profiles', { body }))));
  };
  return (
    <section class="card" aria-label="New profile">
      <h2>New profile</h2>
      <ActionForm work={make} submit="Make the profile">
        <ProfileFields name="" marginPercent={5} />
      </ActionForm>
      {made && (
        <div role="group" aria-label="The new profile">
          <p>
            <bdi>{made.profile.name}</bdi> is made.{' '}
            <a href={linkTo({ profile: made.profile.profileCode, view: 'live' })}>Show it live</a>
          </p>
          <KeysOnce key={made.credential.publicKey} keys={made.credential} onDone={() => setMade(null)} />
        </div>
      )}
    </section>
  );
}
