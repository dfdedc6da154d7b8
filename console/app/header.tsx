import { FindBox } from '../find/find-box.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { ZoneChoice } from '../parts/time.tsx';
import { armingOf, clearArmed, scenarioText } from '../scenarios/arming.ts';
import { ProfileClock } from './profile-clock.tsx';
import { goTo, isOfNobody, linkTo, route } from './route.ts';
import { profile, streamState } from './sandbox.ts';

/** The header in every view: the profile, its clock, the armed scenarios, and the stream's state. */
export function Header() {
  const { armed = null, name, profileCode } = profile.value ?? {};
  return (
    <header>
      <a class="brand" href={linkTo({ view: 'live' })}>
        <img src="console/icon.svg" alt="" width="24" height="24" /> <span>taxiway</span>
      </a>
      {profileCode !== undefined && (
        <a class="profile" href={linkTo({ view: 'profiles' })} title="Choose another profile">
          <strong dir="auto">{name}</strong> <code>{profileCode}</code>
        </a>
      )}
      {isOfNobody.value && (
        <a class="profile" href={linkTo({ view: 'profiles' })} title="Choose a profile">
          <strong>Calls that name no profile</strong>
        </a>
      )}
      {profile.value && <ProfileClock />}
      <ZoneChoice />
      <div class="armed" role="status" aria-label="Armed scenarios">
        {armed && route.value.view !== 'exam' && (
          <>
            <a href={linkTo({ view: 'scenarios' })} title={scenarioText(armed)}>
              <span aria-hidden="true">▲</span> armed: <code>{scenarioText(armed)}</code> {armingOf(armed)}
            </a>
            <ActionButton work={clearArmed}>Clear</ActionButton>
          </>
        )}
        {!armed && profile.value && <span class="quiet">nothing armed</span>}
      </div>
      <span class="header-end">
        <FindBox />
        <StreamBadge />
      </span>
    </header>
  );
}

function StreamBadge() {
  const state = streamState.value;
  if (!route.value.profile) return null;
  const [mark, text] = STREAM[state];
  return (
    <span class={`stream stream-${state}`} role="status">
      <span aria-hidden="true">{mark}</span> {text}
      {state === 'refused' && (
        <button type="button" onClick={() => goTo({ profile: null, view: 'profiles' })}>
          Profiles
        </button>
      )}
    </span>
  );
}

const STREAM = {
  connecting: ['○', 'connecting'],
  open: ['●', 'live'],
  lost: ['✕', 'connection lost; trying again'],
  refused: ['■', 'ended'],
} as const;
