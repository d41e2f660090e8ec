import { Suspense, useCallback, useDeferredValue } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { getCommandHost, useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { useSite } from '../../state/sites.ts';
import * as css from './dashboard.css.ts';
import { SiteMetrics } from './SiteMetrics.tsx';
import { prefetchDashboard, useSiteFigures } from './use-site-figures.ts';
import './dashboard.commands.ts';

/** Loads commands too. Late, since an empty site needs neither table nor chart. */
const withCommands = async <T,>(code: Promise<T>): Promise<T> => {
  const { registry } = getCommandHost();
  const [module] = await Promise.all([code, ...['lists', 'pipelines'].map(registry.include)]);
  return module;
};
const { Component: FirstRun } = createLazyCode(() => import('./FirstRun.tsx'));
const { Component: DashboardHead } = createLazyCode(() => withCommands(import('./DashboardHead.tsx')));
const { Component: SiteOverview } = createLazyCode(() => withCommands(import('./SiteOverview.tsx')));

export const prefetch = prefetchDashboard;

export default function DashboardPage() {
  const site = useSite();
  const { actors } = useShell();
  const figures = useSiteFigures(site.id);
  const { start, isRunning: isCreating } = useSingleWrite<string>({
    call: 'createExamplePipeline',
    write: async (idempotencyKey) => {
      await callApi('createExamplePipeline', { body: { siteId: site.id } }, { idempotencyKey });
    },
    succeed: () => actors.notify({ message: 'Pipeline scheduled for deployment', status: 'success' }),
  });
  const createExample = useCallback(() => start(crypto.randomUUID()), [start]);
  const isEmpty = !figures.isLoading && figures.error === null && figures.rows.length === 0;
  // Deferred, so that the current content stays until the overview is loaded.
  const hasOverview = useDeferredValue(figures.rows.length > 0, false);
  const isFilled = hasOverview && figures.rows.length > 0;
  const metrics = <SiteMetrics totals={figures.totals} unit={figures.unit} hasDeltas={!isEmpty} />;
  usePublishScope('dashboard.firstRun', isEmpty ? { isCreating, createExample } : undefined);

  return (
    <div className={isFilled ? css.scrolled : css.page}>
      {!isEmpty && <h1 className={visuallyHidden}>Dashboard</h1>}
      <Suspense fallback={metrics}>
        {isFilled ? <DashboardHead siteId={site.id} figures={figures} /> : metrics}
      </Suspense>
      {figures.error && (
        <ErrorPanel
          title="The pipelines could not be read"
          cause={figures.error.message}
          onRetry={figures.retry}
        />
      )}
      <Suspense fallback={null}>{isEmpty && <FirstRun />}</Suspense>
      {isFilled && <SiteOverview siteId={site.id} figures={figures} />}
    </div>
  );
}
