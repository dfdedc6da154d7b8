/** Less frequent views: the browser loads their code with the first visit. */
export { ExamView } from '../exam/exam-view.tsx';
export { OverviewView } from '../overview/overview-view.tsx';
export { AssumptionsView } from '../reference/assumptions-view.tsx';
export { DocsView } from '../reference/docs-view.tsx';
export { ErrorsView } from '../reference/errors-view.tsx';
export { RulesView } from '../reference/rules-view.tsx';
