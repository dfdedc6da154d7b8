import type { ComponentType } from 'preact';
import { LiveView } from '../live/live-view.tsx';
import { ScenariosView } from '../scenarios/scenarios-view.tsx';
import { lazyView } from './lazy-view.tsx';
import { linkTo, route } from './route.ts';

const BookingsView = lazyView((views) => views.BookingsView);
const ClockView = lazyView((views) => views.ClockView);
const JudgeView = lazyView((views) => views.JudgeView);
const ProfilesView = lazyView((views) => views.ProfilesView);
const ExamView = lazyView((views) => views.ExamView);
const OverviewView = lazyView((views) => views.OverviewView);
const DocsView = lazyView((views) => views.DocsView);
const RulesView = lazyView((views) => views.RulesView);
const AssumptionsView = lazyView((views) => views.AssumptionsView);
const ErrorsView = lazyView((views) => views.ErrorsView);

export interface View {
  /** Its name in the address. */
  name: string;
  title: string;
  /** True if the view shows profile data. */
  needsProfile: boolean;
  /** True if the view also shows the calls that name no profile. */
  ofNobody?: true;
  /** True if the view needs no credentials, independent of the sandbox settings. */
  isOpen?: true;
  /** For a view without its own navigation entry: the name of the view with the entry. */
  partOf?: string;
  View: ComponentType;
}

const live: View = { name: 'live', title: 'Live', needsProfile: true, ofNobody: true, View: LiveView };

/** In navigation order. */
export const views: readonly View[] = [
  live,
  { name: 'scenarios', title: 'Scenarios', needsProfile: true, View: ScenariosView },
  { name: 'clock', title: 'Clock', needsProfile: true, View: ClockView },
  { name: 'bookings', title: 'Bookings', needsProfile: true, View: BookingsView },
  { name: 'judge', title: 'Judge', needsProfile: true, ofNobody: true, View: JudgeView },
  { name: 'overview', title: 'Overview', needsProfile: true, View: OverviewView },
  { name: 'exam', title: 'Exam', needsProfile: true, View: ExamView },
  { name: 'profiles', title: 'Profiles', needsProfile: false, View: ProfilesView },
  { name: 'docs', title: 'Docs', needsProfile: false, isOpen: true, View: DocsView },
  { name: 'rules', title: 'Rules', needsProfile: false, isOpen: true, partOf: 'docs', View: RulesView },
  {
    name: 'assumptions',
    title: 'Assumptions',
    needsProfile: false,
    isOpen: true,
    partOf: 'docs',
    View: AssumptionsView,
  },
  { name: 'errors', title: 'Errors', needsProfile: false, isOpen: true, partOf: 'docs', View: ErrorsView },
];

/** Returns the view with a name; Live without one. */
export function viewOf(name: string): View {
  if (name === '') return live;
  return views.find((view) => view.name === name) ?? { ...missing, name };
}

const missing: Omit<View, 'name'> = { title: 'No such page', needsProfile: false, isOpen: true, View: NoSuchPage };

function NoSuchPage() {
  return (
    <p role="alert">
      There is no page <code>{route.value.view}</code>. <a href={linkTo({ view: 'live' })}>Go to Live</a>
    </p>
  );
}
