import { useState } from 'preact/hooks';
import { NOBODY } from '../../src/exchange/exchange.ts';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { changeQuery, linkTo, route } from '../app/route.ts';
import type { Profile } from '../app/sandbox.ts';
import { act, profile as shown, pulse } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { moveByArrows } from '../parts/move-by-arrows.ts';
import { SearchField } from '../parts/search-field.tsx';
import { Time } from '../parts/time.tsx';
import { KeysOnce } from './keys-once.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** A page with profiles, the current one first, with a search by name or code, and a form for a new one. */
export function ProfileList() {
  const { search = '', after = '' } = Object.fromEntries(route.value.query);
  const query = {
    order: 'latest-call',
    ...(search !== '' && { search }),
    ...(after !== '' && { after }),
  } as const;
  const load = () => dataOf(control.GET('/_sandbox/profiles', { params: { query } }));
  const { data, error } = useLoad(load, `${after} ${search}`, pulse.value);
  const first = search === '' && after === '' ? shown.value : null;
  const others = data?.profiles.filter(({ profileCode }) => profileCode !== first?.profileCode) ?? [];
  return (
    <div class="profiles">
      <NewProfile />
      <section aria-label="All profiles">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <SearchField
            label="Search by name or code"
            value={search}
            maxLength={100}
            onSearch={(text) => changeQuery({ search: text, after: '' })}
          />
        </form>
        <ErrorNote error={error} />
        {data?.profiles.length === 0 && <p class="quiet">No profile name or code contains this text.</p>}
        <ul class="profile-list" onKeyDown={moveByArrows}>
          {first && <Row profile={first} calledAt={calledAtOf(first, data?.profiles)} />}
          {others.map((profile) => (
            <Row key={profile.profileCode} profile={profile} calledAt={profile.calledAt} />
          ))}
        </ul>
        <p>
          <a href={linkTo({ profile: NOBODY, view: 'live' })}>Calls that name no profile</a>
        </p>
        <nav class="pages" aria-label="Pages">
          {after !== '' && <a href={linkTo({ query: { search } })}>First page</a>}
          {data?.next && <a href={linkTo({ query: { search, after: data.next } })}>Next page</a>}
        </nav>
      </section>
    </div>
  );
}

/** The current profile may be on another page in the list. */
function calledAtOf({ profileCode }: Profile, listed: readonly Schema['ListedProfile'][] = []): string | null {
  return listed.find((profile) => profile.profileCode === profileCode)?.calledAt ?? null;
}

function Row({ profile: { profileCode, name, createdAt }, calledAt }: { profile: Profile; calledAt: string | null }) {
  const isShown = profileCode === route.value.profile;
  return (
    <li class="card" aria-current={isShown || undefined}>
      <span class="profile-name">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <code>{profileCode}</code>
      </span>
      <span class="profile-links">
        <a href={linkTo({ profile: profileCode, view: 'live' })} aria-label={`Show ${name}, ${profileCode}`}>
          Show
        </a>
        <a href={linkTo({ item: profileCode })} aria-label={`Manage ${name}, ${profileCode}`}>
          Manage
        </a>
      </span>
      <span class="quiet">
        made <Time at={createdAt} />
        {calledAt !== null && (
          <>
            , called <Time at={calledAt} />
          </>
        )}
      </span>
      {isShown && <span class="shown">● shown now</span>}
    </li>
  );
}

/** Creates a profile, and shows its keys once. */
function NewProfile() {
  const [made, setMade] = useState<{ profile: Schema['Profile']; credential: Schema['KeyPair'] } | null>(null);
  const make = async (filled: (name: string) => string): Promise<void> => {
    const body = { name: filled('name'), marginPercent: Number(filled('marginPercent')) };
    setMade(await act(() => dataOf(control.POST('/_sandbox/profiles', { body }))));
  };
  return (
    <section class="card" aria-label="New profile">
      <h2>New profile</h2>
      <ActionForm work={make} submit="Make the profile" clears>
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
