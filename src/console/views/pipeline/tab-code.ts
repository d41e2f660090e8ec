import { getCommandHost } from '../../commands/runtime.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';

/** For tabs other than the overview. */
export const TAB_CODE = {
  analytics: createLazyCode(() => import('./analytics/AnalyticsTab.tsx')),
  dataInsights: createLazyCode(() => import('./insights/InsightsTab.tsx')),
  errors: createLazyCode(async () => {
    const [tab] = await Promise.all([
      import('./analytics/ErrorsTab.tsx'),
      getCommandHost().registry.include('monitoring'),
    ]);
    return tab;
  }),
};

/** @param view from the address, if any */
export function preloadTab(view: string | null): void {
  if (view === 'analytics' || view === 'dataInsights' || view === 'errors') void TAB_CODE[view].preload();
}
