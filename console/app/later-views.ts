/** All views except the first ones. The browser loads their code when it shows one of them for the first time. */
export { BookingsView } from '../bookings/bookings-view.tsx';
export { CallPicture } from '../bookings/call-picture.tsx';
export { ClockView } from '../clock/clock-view.tsx';
export { ExamView } from '../exam/exam-view.tsx';
export { JudgeView } from '../judge/judge-view.tsx';
export { OverviewView } from '../overview/overview-view.tsx';
export { ProfilesView } from '../profiles/profiles-view.tsx';
export { AssumptionsView } from '../reference/assumptions-view.tsx';
export { DocsView } from '../reference/docs-view.tsx';
export { ErrorsView } from '../reference/errors-view.tsx';
export { RulesView } from '../reference/rules-view.tsx';
