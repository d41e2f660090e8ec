import { Suspense, useLayoutEffect, useState } from 'react';
import { useSite } from '../../actors/sites.ts';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { usePublishScope } from '../../commands/scopes.ts';
import { useCommand } from '../../commands/use-command.ts';
import { openCounts } from '../../parts/errors/open-counts.ts';
import { useErrors } from '../../parts/errors/use-errors.ts';
import * as list from '../../parts/list-page.css.ts';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { Tabs, tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import { ErrorCounts } from './ErrorCounts.tsx';
import * as css from './monitoring.css.ts';
import { SiteErrors } from './SiteErrors.tsx';
import { MONITORING_TABS, TAB_LABELS, tabOf } from './tabs.ts';
import './scope.ts';

const { Component: SiteAnalytics } = lazyCode(() => import('./SiteAnalytics.tsx'));

/** What flows, how every node fares and what goes wrong, over all pipelines of the site (R2.1-21, R2.1-22). */
export default function MonitoringPage() {
  const site = useSite();
  const { path } = useShownLocation();
  const tab = tabOf(path);
  const { errors } = useErrors(site.id, undefined);
  const open = openCounts(errors);
  const keys = {
    analytics: useCommand('monitoring.analytics').keys,
    pipelineErrors: useCommand('monitoring.pipelineErrors').keys,
  };
  usePublishScope('monitoring', { tab });
  // After the screen around it, so that the keys and the mode of the tab lie on top of the screen's.
  const [isInside, setInside] = useState(false);
  useLayoutEffect(() => setInside(true), []);
  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>Monitoring</h1>
        <ErrorCounts counts={open} />
        {tab === 'pipelineErrors' && (
          <span className={`${list.push} ${list.actions}`}>
            <CommandButton id="errors.acknowledgeAll" />
          </span>
        )}
      </header>
      <Tabs
        label="Monitoring"
        tabs={MONITORING_TABS.map((id) => ({
          id,
          label: TAB_LABELS[id],
          keys: keys[id],
          ...(id === 'pipelineErrors'
            ? {
                count: open.errors + open.warnings,
                countTone: open.errors > 0 ? ('err' as const) : ('warn' as const),
                countLabel: 'not acknowledged',
              }
            : {}),
        }))}
        selected={tab}
        onSelect={(id) => goTo(id === 'pipelineErrors' ? paths.monitoringErrors() : paths.monitoring())}
      />
      <div className={css.panel} {...tabPanelProps(tab)}>
        {!isInside ? null : tab === 'pipelineErrors' ? (
          <SiteErrors siteId={site.id} />
        ) : (
          <Suspense
            fallback={
              <div className={css.waiting}>
                <Skeleton width="70%" height={96} label="Analytics" />
              </div>
            }
          >
            <SiteAnalytics siteId={site.id} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
