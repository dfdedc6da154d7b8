import { useEffect } from 'preact/hooks';
import { BOUNDS } from '../../src/journal/bounds.ts';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { EventStream } from '../api/stream.ts';
import { goTo, linkTo, route } from '../app/route.ts';
import { act, profile as shown, pulse, refreshSoon } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Credentials } from './credentials.tsx';
import { Files } from './files.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** One profile: its name, its contents, its keys and files, and its removal. */
export function ProfilePage({ profileCode, isOnly }: { profileCode: string; isOnly: boolean }) {
  const path = { params: { path: { profileCode } } };
  const load = () => dataOf(control.GET('/_sandbox/profiles/{profileCode}', path));
  const { data, error } = useLoad(load, profileCode, pulse.value);
  const isElsewhere = profileCode !== route.value.profile;
  useEffect(() => {
    if (!isElsewhere) return;
    const stream = new EventStream(profileCode, refreshSoon, { after: null });
    // A revoked key ends its profile's streams: changes in between show after they reconnect.
    stream.state.subscribe(refreshSoon);
    return () => stream.close();
  }, [profileCode, isElsewhere]);
  return (
    <>
      {!isOnly && (
        <p>
          <a href={linkTo({})}>← All profiles</a>
        </p>
      )}
      <ErrorNote error={error} />
      {data && !error && (
        <>
          <h2>
            <Named profile={data.profile} />
          </h2>
          {isElsewhere && shown.value && (
            <p>
              All on this page is about this profile. The header and the other views show{' '}
              <Named profile={shown.value} />.
            </p>
          )}
          <p class="profile-links">
            <a href={linkTo({ profile: profileCode, view: 'live' })}>Live</a>
            <a href={linkTo({ profile: profileCode, view: 'bookings' })}>Bookings</a>
            <a href={linkTo({ profile: profileCode, view: 'judge' })}>Judge</a>
          </p>
          <div class="profiles">
            <Settings profile={data.profile} />
            <Files profile={data.profile} />
            <Credentials profileCode={profileCode} />
            <Contents profile={data.profile} kept={data.kept} />
          </div>
        </>
      )}
    </>
  );
}

function Named({ profile: { name, profileCode } }: { profile: Schema['Profile'] }) {
  return (
    <>
      <bdi>{name}</bdi> <code>{profileCode}</code>
    </>
  );
}

function Settings({ profile: { profileCode, name, marginPercent } }: { profile: Schema['Profile'] }) {
  const save = (filled: (name: string) => string) => {
    const body = { name: filled('name'), marginPercent: Number(filled('marginPercent')) };
    const params = { path: { profileCode } };
    return act(() => dataOf(control.PATCH('/_sandbox/profiles/{profileCode}', { params, body })));
  };
  return (
    <section class="card" aria-label="Name and margin">
      <h2>Name and margin</h2>
      <ActionForm key={`${name} ${marginPercent}`} work={save} submit="Save">
        <ProfileFields name={name} marginPercent={marginPercent} />
      </ActionForm>
      <p class="quiet">Searches from now on use this margin; earlier ones keep theirs.</p>
    </section>
  );
}

function Contents({ profile, kept }: { profile: Schema['Profile']; kept: Schema['Kept'] }) {
  const { profileCode } = profile;
  const path = { params: { path: { profileCode } } };
  const remove = async (): Promise<void> => {
    await act(() => dataOf(control.DELETE('/_sandbox/profiles/{profileCode}', path)));
    goTo(route.value.profile === profileCode ? { profile: null, view: 'profiles' } : {});
  };
  return (
    <section class="card" aria-label="Records">
      <h2>Records</h2>
      <table>
        <tbody>
          {Object.entries(kept).map(([name, { count, most, dropped }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {count} of at most {most.toLocaleString('en')}
                {dropped > 0 && `; ${dropped} were dropped`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        The journal keeps the latest {BOUNDS.profile.exchanges.toLocaleString('en')} calls, or the latest{' '}
        {BOUNDS.profile.bytes / 1_000_000} MB of them.
      </p>
      <div class="dialog-buttons">
        <ConfirmButton
          label={
            <>
              Reset <Named profile={profile} />
            </>
          }
          question={`Reset ${profileCode}?`}
          work={() => act(() => dataOf(control.POST('/_sandbox/profiles/{profileCode}/reset', path)))}
        >
          Its searches, orders, bookings and journal are deleted. Name, margin and keys stay.
        </ConfirmButton>
        <ConfirmButton
          label={
            <>
              Remove <Named profile={profile} />
            </>
          }
          question={`Remove ${profileCode}?`}
          work={remove}
        >
          <bdi>{profile.name}</bdi> is deleted with its keys and all its data. Its clients then get 403.
        </ConfirmButton>
      </div>
    </section>
  );
}
