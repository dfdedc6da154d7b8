import { computed, effect, signal } from '@preact/signals';
import { NOBODY } from '../../src/exchange/exchange.ts';

/**
 * The location in the console: `#/<profile>/<view>/<item>?<query>`. The address contains every filter and open item, so
 * a link shows the same. The part after the `#` stays out of requests and logs.
 */
export interface Route {
  /** Null until one is chosen; `nobody` for the calls that name no profile. */
  profile: string | null;
  view: string;
  /** The view's open item: an exchange, a resource, a rule. */
  item: string | null;
  query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

export const route = computed<Route>(() => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?', 2);
  const [profile, view, item] = path.split('/').map(decoded);
  return {
    profile: profile?.startsWith('dp_') || profile === NOBODY ? profile : null,
    view: view ?? '',
    item: item === undefined || item === '' ? null : item,
    query: new URLSearchParams(query),
  };
});

/** True while the page shows the calls that name no profile. */
export const isOfNobody = computed(() => route.value.profile === NOBODY);

/** Returns a location's address. Omitted parts keep their present value, except for the query and the item. */
export function linkTo(place: {
  profile?: string | null;
  view?: string;
  item?: string | null;
  query?: Record<string, string>;
}): string {
  const now = route.value;
  const { profile = now.profile, view = now.view, item = null, query = {} } = place;
  const path = [profile ?? '-', view, ...(item === null ? [] : [item])].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${path}${search && `?${search}`}`;
}

/** The latest filters of each view, by profile and view: the navigation returns to them. */
const filters = new Map<string, URLSearchParams>();
effect(() => {
  const { profile, view, query } = route.value;
  filters.set(`${profile} ${view}`, query);
});

/** Returns a view's address with its latest filters; the present view's without, which shows everything again. */
export function linkToView(view: string): string {
  const { profile, view: shown, item } = route.value;
  const kept = view === shown && item === null ? undefined : filters.get(`${profile} ${view}`);
  const { after: _, ...query } = Object.fromEntries(kept ?? []);
  return linkTo({ view, query });
}

/** Goes to a location. {@link route} has it at once: the browser's `hashchange` comes after the next key press. */
export function goTo(place: Parameters<typeof linkTo>[0]): void {
  location.hash = linkTo(place);
  hash.value = location.hash;
}

/** Changes query values and keeps the rest; '' removes one. Adds nothing to the history. */
export function changeQuery(change: Record<string, string>): void {
  const { item, query } = route.value;
  history.replaceState(null, '', linkTo({ item, query: { ...Object.fromEntries(query), ...change } }));
  hash.value = location.hash;
}

/** Returns an undecodable address part unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
