import { computed, effect, signal, untracked } from '@preact/signals';
import { parseDuration } from '../../src/base/clock.ts';
import { NOBODY } from '../../src/exchange/exchange.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import type { Schema } from '../api/client.ts';
import { control, ControlError, dataOf } from '../api/client.ts';
import { authorization, signIn, signInNeeded } from '../api/sign-in.ts';
import type { StreamState } from '../api/stream.ts';
import { EventStream } from '../api/stream.ts';
import { removeDropped } from './dropped-calls.ts';
import { exchanges } from './exchanges.ts';
import { isPassing, pauseAfter } from './retry.ts';
import { goTo, isOfNobody, route } from './route.ts';
import { toControlError } from './use-load.ts';

export type Profile = Schema['Profile'];

/** The current profile; null until it is loaded. */
export const profile = signal<Profile | null>(null);
/**
 * The profile clock as the sandbox reported it, the time of this report by the browser's clock in milliseconds, and
 * true if the profile clock is stopped.
 */
export const clock = signal<{ reported: Schema['Clock']; heardAt: number; stands: boolean } | null>(null);
/** The error in the latest refresh: the profile was removed, or the sandbox is gone. The latest profile stays. */
export const unavailable = signal<ControlError | null>(null);
export const streamState = signal<StreamState>('connecting');
/** Goes up whenever the profile, or the profile list, may have changed: views load again. */
export const pulse = signal(0);

/** Profile with an exam in another browser, which would take calls from this page for the app's. */
export const quietProfile = signal<string | null>(null);
/** True while the page makes no calls. */
export const isQuiet = computed(() => quietProfile.value !== null && quietProfile.value === route.value.profile);

/** Runs a console action, and then reloads everything on the page. */
export async function act<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await refresh();
  }
}

/**
 * Loads the profile and its clock. A result older than a later reading is dropped. Calls that name no profile have
 * neither.
 */
export async function refresh(): Promise<void> {
  const { profile: profileCode } = route.value;
  if (isQuiet.value) return;
  if (profileCode === null) return void (pulse.value += 1);
  if (isOfNobody.value) return refreshNobody();
  const started = ++refreshes;
  const path = { params: { path: { profileCode } } };
  try {
    const [found, reported] = await Promise.all([
      dataOf(control.GET('/_sandbox/profiles/{profileCode}', path)),
      dataOf(control.GET('/_sandbox/profiles/{profileCode}/clock', path)),
      expectExchanges(profileCode),
    ]);
    if (route.value.profile !== profileCode || started < shownRefresh) return;
    shownRefresh = started;
    profile.value = found.profile;
    clock.value = { reported, heardAt: performance.now(), stands: standsStill(reported) };
    unavailable.value = null;
    failures = 0;
  } catch (error) {
    const isLatest = route.value.profile === profileCode && started > shownRefresh;
    if (error instanceof ControlError && isLatest) fail(error);
  }
  pulse.value += 1;
}

/** Checks that this user may see the calls that name no profile. */
async function refreshNobody(): Promise<void> {
  const error = await expectExchanges(NOBODY, { isCheck: true }).then(() => null, toControlError);
  if (isOfNobody.value && error) fail(error);
  else if (isOfNobody.value) unavailable.value = null;
  pulse.value += 1;
}

/** Learns how many exchanges the stream will bring, so that the page knows when it has them all. */
async function expectExchanges(profileCode: string, { isCheck = false } = {}): Promise<void> {
  if (!exchanges.isUnknown && !isCheck) return;
  const params = { path: { profileCode }, query: { limit: 1 } };
  const journal = await dataOf(control.GET('/_sandbox/profiles/{profileCode}/journal', { params }));
  if (route.value.profile === profileCode) exchanges.expect(journal.exchanges[0]?.sequence ?? 0);
}

/** Shows an error, and loads again after a pause if the error may pass. */
function fail(error: ControlError): void {
  unavailable.value = error;
  clearTimeout(retry);
  if (isPassing(error)) retry = setTimeout(loadAgain, pauseAfter(++failures));
}

function loadAgain(): void {
  void (route.value.profile === null ? openFirstProfile(signIn.value) : refresh());
}

let retry: ReturnType<typeof setTimeout> | undefined;
/** Failed attempts since the latest success. */
let failures = 0;

/** Follows the profile in the address, and chooses one if the address names none. */
export function watchProfile(): void {
  let wanted: string | null = null;
  let stop = (): void => undefined;
  effect(() => {
    const { profile: code } = route.value;
    const credential = signIn.value;
    if (code === null) return void openFirstProfile(credential);
    const key = isQuiet.value ? QUIET : `${code} ${JSON.stringify(authorization.value)}`;
    if (key === wanted) return;
    wanted = key;
    stop();
    stop = key === QUIET ? goQuiet() : watch(code);
  });
}

const QUIET = 'quiet';

function goQuiet(): () => void {
  streamState.value = 'refused';
  return () => undefined;
}

function watch(code: string): () => void {
  profile.value = null;
  clock.value = null;
  unavailable.value = null;
  exchanges.clear();
  const dropped = removeDropped(code);
  const stream = new EventStream(code, (event) => {
    exchanges.take(event);
    dropped.lookSoon();
    refreshSoon();
  });
  const unwatch = stream.state.subscribe((state) => {
    streamState.value = state;
    // The first load does not wait for the stream. A second one covers the changes until the stream has begun.
    if (state !== 'connecting') refreshSoon();
  });
  untracked(refreshSoon);
  return () => {
    unwatch();
    dropped.stop();
    stream.close();
  };
}

/**
 * Opens the key pair's profile after a sign-in with one; otherwise the demo profile if it is on the first page, or else
 * the first profile.
 */
async function openFirstProfile(credential: typeof signIn.value): Promise<void> {
  if (credential && 'profileCode' in credential) return goTo({ profile: credential.profileCode, view: 'live' });
  try {
    const { profiles } = await dataOf(control.GET('/_sandbox/profiles', {}));
    signInNeeded.value = null;
    const view = route.value.view || 'live';
    const { item, query } = route.value;
    const first = profiles.find(({ profileCode }) => profileCode === demoKeys.profileCode) ?? profiles[0];
    if (first) goTo({ profile: first.profileCode, view, item, query: Object.fromEntries(query) });
    else if (view !== 'profiles') goTo({ view: 'profiles' });
  } catch (error) {
    if (error instanceof ControlError) fail(error);
  }
}

/** Counts the `refresh` calls so far; `shownRefresh` is the one on display. */
let refreshes = 0;
let shownRefresh = 0;

/**
 * Runs the work immediately, and again half a second after the previous run ended: on a slow network, no second request
 * starts while the first one is underway.
 */
function throttled(work: () => Promise<void>): () => void {
  let isBusy = false;
  let again = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    again = false;
    await work();
    setTimeout(() => {
      isBusy = false;
      if (again) void run();
    }, PULSE_MS);
  };
  return () => {
    if (isBusy) again = true;
    else void run();
  };
}

const PULSE_MS = 500;

export const refreshSoon = throttled(refresh);

/** The sandbox clock at the latest reading, and the browser's time of this reading. */
let seen = { instant: NaN, at: -Infinity };

/**
 * True if a clock is stopped: it is frozen, or the sandbox clock (`--now`) shows the same at two readings. Reads again
 * after the first reading, and after two readings within `APART_MS`.
 */
function standsStill({ aheadOfService = 'PT0S', mode, now }: Schema['Clock']): boolean {
  if (mode === 'frozen') return true;
  const ahead = parseDuration(aheadOfService.replace('-', '')) ?? 0;
  const instant = Date.parse(now) - (aheadOfService.startsWith('-') ? -ahead : ahead);
  const before = seen;
  seen = { instant, at: performance.now() };
  const stands = instant === before.instant;
  const isFirst = before.at === -Infinity;
  if (isFirst || (stands && seen.at - before.at < APART_MS)) setTimeout(refreshSoon, APART_MS);
  return stands;
}

const APART_MS = 50;
