import { changeQuery, linkTo, route } from '../app/route.ts';
import type { Profile } from '../app/sandbox.ts';
import { useLoad } from '../app/use-load.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { changes } from './change.ts';
import { isBeginning, loadPage } from './load-page.ts';
import { NewProfile } from './new-profile.tsx';

/** A page of the profiles, found by the beginning of their codes, and a new one. */
export function ProfileList() {
  const { query } = route.value;
  const code = query.get('code') ?? '';
  const after = query.get('after') ?? '';
  const { data, error } = useLoad(() => loadPage(code, after), `${code} ${after}`, changes.value);
  return (
    <div class="profiles">
      <section aria-label="All profiles">
        <Search code={code} />
        <ErrorNote error={error} />
        {data?.profiles.length === 0 && <p class="quiet">No profile has a code that begins like this.</p>}
        <ul class="profile-list">
          {data?.profiles.map((profile) => (
            <Row key={profile.profileCode} profile={profile} />
          ))}
        </ul>
        <nav class="pages" aria-label="Pages">
          {after !== '' && <a href={linkTo({ query: { code } })}>First page</a>}
          {data?.next && <a href={linkTo({ query: { code, after: data.next } })}>Next page</a>}
        </nav>
      </section>
      <NewProfile />
    </div>
  );
}

function Search({ code }: { code: string }) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        label="Code begins with"
        value={code}
        placeholder="dp_…"
        maxLength={15}
        onSearch={(text) => changeQuery({ code: text, after: '' })}
      />
      {!isBeginning(code) && <span role="status">A code is dp_ and twelve small letters or digits.</span>}
    </form>
  );
}

function Row({ profile: { profileCode, name, marginPercent } }: { profile: Profile }) {
  const isShown = profileCode === route.value.profile;
  return (
    <li class="card">
      <a href={linkTo({ profile: profileCode, view: 'live' })} aria-label={`Show ${name}, ${profileCode}`}>
        <bdi>{name}</bdi>
      </a>
      <code>{profileCode}</code>
      <span class="quiet">margin {marginPercent} %</span>
      {isShown && <span class="shown">● shown now</span>}
      <a href={linkTo({ item: profileCode })} aria-label={`Manage ${name}, ${profileCode}`}>
        Manage
      </a>
    </li>
  );
}
