import { useEffect, useRef } from 'preact/hooks';
import type { ControlError } from '../api/client.ts';
import { signInNeeded } from '../api/sign-in.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Header } from './header.tsx';
import { keepFresh } from './keep-fresh.ts';
import { isPassing } from './retry.ts';
import { isOfNobody, linkTo, linkToView, route } from './route.ts';
import { profile, refreshSoon, unavailable, watchProfile } from './sandbox.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { itemTitle } from './title.ts';
import type { View } from './views.tsx';
import { viewOf, views } from './views.tsx';

watchProfile();
keepFresh(refreshSoon);

/** The frame around every view: header, armed scenarios and navigation. */
export function Shell() {
  const view = viewOf(route.value.view);
  const current = useRef<HTMLAnchorElement>(null);
  const title = [itemTitle.value ?? view.title, profile.value?.name, 'taxiway'].filter(Boolean).join(' · ');
  useEffect(() => void (document.title = title), [title]);
  useEffect(() => {
    // On a phone, the navigation scrolls.
    current.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [view]);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Header />
      <Shortcuts />
      <nav aria-label="Views">
        {views
          .filter((entry) => entry.partOf === undefined && isPossible(entry))
          .map(({ name, title }) => (
            <a
              key={name}
              ref={currentOf(name, view) && current}
              href={linkToView(name)}
              aria-current={currentOf(name, view)}
            >
              {title}
            </a>
          ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <h1 class="unseen">{view.title}</h1>
        <Content />
      </main>
    </>
  );
}

function currentOf(name: string, { name: shown, partOf }: View): 'page' | 'true' | undefined {
  if (name === shown) return 'page';
  return name === partOf ? 'true' : undefined;
}

/** Calls that name no profile have neither clock nor bookings. */
function isPossible({ needsProfile, ofNobody }: View): boolean {
  return !needsProfile || ofNobody === true || !isOfNobody.value;
}

function Content() {
  const view = viewOf(route.value.view);
  const { isOpen, needsProfile, View } = view;
  if (signInNeeded.value !== null && !isOpen) return <SignInForm reason={signInNeeded.value} />;
  if (!needsProfile) return <View />;
  if (!isPossible(view)) return <NeedsProfile />;
  const error = unavailable.value;
  // The view and its input stay as they are while the page tries again.
  const isShown = (profile.value || isOfNobody.value) && (!error || isPassing(error));
  return (
    <>
      {error && <Unavailable error={error} />}
      {isShown ? <View /> : !error && <p class="quiet">Loading…</p>}
    </>
  );
}

function NeedsProfile() {
  return (
    <p>
      This page is about one profile. <a href={linkTo({ profile: null, view: 'profiles' })}>Choose a profile</a>
    </p>
  );
}

function Unavailable({ error }: { error: ControlError }) {
  const isGone = error.code === 'profile_not_found';
  return (
    <ErrorNote error={error}>
      {isPassing(error) && <p>This page tries again.</p>}
      {isGone && <a href={linkTo({ profile: null, view: 'profiles' })}>Choose another profile</a>}
    </ErrorNote>
  );
}

/** The address belongs to the router, so the browser cannot follow the link itself. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
