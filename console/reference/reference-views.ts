import type { View } from '../app/views.tsx';
import { AssumptionsView } from './assumptions-view.tsx';
import { DocsView } from './docs-view.tsx';
import { ErrorsView } from './errors-view.tsx';
import { RulesView } from './rules-view.tsx';

/** The pages under "Docs". */
export const referenceViews: readonly View[] = [
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
