import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { AppShell } from './components/app-shell.tsx';
import { ErrorState, Loading } from './components/states.tsx';
import { consolePath } from './lib/base-url.ts';
import { whenIdle } from './lib/when-idle.ts';
import { credentialsSearch } from './pages/credentials/credentials-search.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { runSearch } from './pages/run/run-search.ts';
import { runsSearch } from './pages/runs/runs-search.ts';
import { schedulesSearch } from './pages/schedules/schedules-search.ts';
import { scriptSearch } from './pages/script/script-search.ts';
import { scriptsSearch } from './pages/scripts/scripts-search.ts';
import { spendingSearch } from './pages/spending/spending-search.ts';
import { startSearch } from './pages/start-run/start-search.ts';
import { editorSearch } from './pages/workflow-editor/editor-search.ts';
import { workflowsSearch } from './pages/workflows/workflows-search.ts';

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage });
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

// What one opens to see something happen: it is loaded ahead, so that only data is waited for.
const runPage = () => import('./pages/run/run-page.tsx');
const liveRunPage = () => import('./pages/live/live-run-page.tsx');

// One entry for each page; its module is loaded when the page is opened.
const routes = [
  createRoute({
    ...at('/'),
    beforeLoad: () => {
      throw redirect({ to: '/runs' });
    },
  }),
  createRoute({
    ...at('/runs'),
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    ...at('/runs/new'),
    validateSearch: startSearch,
    component: lazyRouteComponent(() => import('./pages/start-run/start-run-page.tsx'), 'StartRunPage'),
  }),
  createRoute({
    ...at('/runs/$runId'),
    validateSearch: runSearch,
    component: lazyRouteComponent(runPage, 'RunPage'),
  }),
  createRoute({
    ...at('/credentials'),
    validateSearch: credentialsSearch,
    component: lazyRouteComponent(
      () => import('./pages/credentials/credentials-page.tsx'),
      'CredentialsPage',
    ),
  }),
  createRoute({
    ...at('/browser-sessions'),
    component: lazyRouteComponent(
      () => import('./pages/browser-sessions/browser-sessions-page.tsx'),
      'BrowserSessionsPage',
    ),
  }),
  createRoute({
    ...at('/browser-profiles'),
    component: lazyRouteComponent(
      () => import('./pages/browser-profiles/browser-profiles-page.tsx'),
      'BrowserProfilesPage',
    ),
  }),
  createRoute({
    ...at('/workflows'),
    validateSearch: workflowsSearch,
    component: lazyRouteComponent(() => import('./pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    ...at('/workflows/new'),
    validateSearch: workflowsSearch,
    component: lazyRouteComponent(
      () => import('./pages/workflow-editor/workflow-editor-page.tsx'),
      'NewWorkflowPage',
    ),
  }),
  createRoute({
    ...at('/workflows/$workflowId'),
    validateSearch: editorSearch,
    component: lazyRouteComponent(
      () => import('./pages/workflow-editor/workflow-editor-page.tsx'),
      'WorkflowEditorPage',
    ),
  }),
  createRoute({
    ...at('/schedules'),
    validateSearch: schedulesSearch,
    component: lazyRouteComponent(() => import('./pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    ...at('/scripts'),
    validateSearch: scriptsSearch,
    component: lazyRouteComponent(() => import('./pages/scripts/scripts-page.tsx'), 'ScriptsPage'),
  }),
  createRoute({
    ...at('/scripts/$scriptId'),
    validateSearch: scriptSearch,
    component: lazyRouteComponent(() => import('./pages/script/script-page.tsx'), 'ScriptPage'),
  }),
  createRoute({
    ...at('/spending'),
    validateSearch: spendingSearch,
    component: lazyRouteComponent(() => import('./pages/spending/spending-page.tsx'), 'SpendingPage'),
  }),
  createRoute({
    ...at('/keys'),
    component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...at('/organizations'),
    component: lazyRouteComponent(
      () => import('./pages/organizations/organizations-page.tsx'),
      'OrganizationsPage',
    ),
  }),
  createRoute({
    ...at('/organizations/$organizationId'),
    component: lazyRouteComponent(
      () => import('./pages/organizations/organization-page.tsx'),
      'OrganizationPage',
    ),
  }),
  createRoute({
    ...at('/health'),
    component: lazyRouteComponent(() => import('./pages/health/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    ...at('/live/run/$runId'),
    component: lazyRouteComponent(liveRunPage, 'LiveRunPage'),
  }),
  createRoute({
    ...at('/live/session/$sessionId'),
    component: lazyRouteComponent(() => import('./pages/live/live-session-page.tsx'), 'LiveSessionPage'),
  }),
] as const;

/** The router of the console, with the table of its pages. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: consolePath,
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  // A page that is there is shown at once; the default keeps the note for half a second.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  // Scrolling areas are restored by themselves; the page itself does not scroll.
  scrollRestoration: false,
});

const stopListening = router.subscribe('onRendered', () => {
  stopListening();
  whenIdle(() => {
    // One that cannot be loaded now is loaded when it is opened.
    for (const load of [runPage, liveRunPage]) load().catch(() => undefined);
  });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
