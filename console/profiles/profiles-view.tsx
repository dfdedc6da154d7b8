import { signIn } from '../api/sign-in.ts';
import { route } from '../app/route.ts';
import { ProfileList } from './profile-list.tsx';
import { ProfilePage } from './profile-page.tsx';

/** The sandbox's profiles, or a single one. A key pair shows only its own profile. */
export function ProfilesView() {
  const given = signIn.value;
  const own = given && 'profileCode' in given ? given.profileCode : null;
  const profileCode = own ?? route.value.item;
  if (profileCode === null) return <ProfileList />;
  return <ProfilePage key={profileCode} profileCode={profileCode} isOnly={own !== null} />;
}
