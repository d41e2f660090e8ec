import { Suspense, useDeferredValue } from 'react';
import { rowTight } from '../../../../styles/layout.css.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useCommand } from '../../commands/use-command.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { getLevelLook } from '../../components/errors/error-level.ts';
import {
  type ErrorTally,
  getTallyTone,
  nameOpenKinds,
  sumOpen,
  tallyErrors,
} from '../../components/errors/error-tally.ts';
import { useErrors } from '../../components/errors/use-errors.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { buildTabPanelProps } from '../../components/widgets/tabs/tab-panel.ts';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { formatCount, formatFigure } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import * as css from './monitoring.css.ts';
import { MONITORING_TABS, parseMonitoringTab, TAB_LABELS } from './tabs.ts';
import './scope.ts';

const WORDS = [
  { level: 'ERROR', part: 'errors', one: 'error', many: 'errors' },
  { level: 'WARN', part: 'warnings', one: 'warning', many: 'warnings' },
] as const;

/** Unacknowledged occurrences per level, and acknowledged ones; zeros are omitted. */
function ErrorCounts({ tally }: { tally: ErrorTally }) {
  const acknowledged = tally.acknowledged.occurrences;
  return (
    <div className={list.counts}>
      {WORDS.filter(({ part }) => tally[part].occurrences > 0).map(({ level, part, one, many }) => (
        <span key={level} className={rowTight}>
          <StatusShape {...getLevelLook(level)} />
          {formatFigure(formatCount(tally[part].occurrences))} {tally[part].occurrences === 1 ? one : many}
        </span>
      ))}
      {acknowledged > 0 && <span>{formatFigure(formatCount(acknowledged))} acknowledged</span>}
    </div>
  );
}

const { Component: SiteAnalytics } = createLazyCode(() => import('./SiteAnalytics.tsx'));
const { Component: SiteErrors } = createLazyCode(async () => ({
  default: (await import('./SiteErrors.tsx')).SiteErrors,
}));

export default function MonitoringPage() {
  const site = useSite();
  const { path } = useShownLocation();
  const tab = parseMonitoringTab(path);
  const isRecommending = useStore(flagsOn)?.has('aiRecommendations');
  const { errors } = useErrors(site.id, undefined);
  const tally = tallyErrors(errors);
  const keys = {
    analytics: useCommand('monitoring.analytics').keys,
    pipelineErrors: useCommand('monitoring.pipelineErrors').keys,
  };
  usePublishScope('monitoring', { tab });
  // Publishes after the outer screen, so that the tab's keys and mode take precedence.
  const isInside = useDeferredValue(true, false);
  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>Monitoring</h1>
        <ErrorCounts tally={tally} />
        {tab === 'analytics' && isRecommending && (
          <span className={`${list.push} ${list.actions}`}>
            <CommandButton id="go.recommendations" label="Recommendations" />
          </span>
        )}
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
                count: sumOpen(tally).kinds,
                countTone: getTallyTone(tally) ?? ('warn' as const),
                countLabel: nameOpenKinds(sumOpen(tally).kinds),
              }
            : {}),
        }))}
        selected={tab}
        onSelect={(id) => goTo(id === 'pipelineErrors' ? paths.monitoringErrors() : paths.monitoring())}
      />
      <div className={css.panel} {...buildTabPanelProps(tab)}>
        {isInside && (
          <Suspense
            fallback={
              <div className={css.waiting}>
                <Skeleton width="70%" height={96} label={TAB_LABELS[tab]} />
              </div>
            }
          >
            {tab === 'pipelineErrors' ? <SiteErrors siteId={site.id} /> : <SiteAnalytics siteId={site.id} />}
          </Suspense>
        )}
      </div>
    </div>
  );
}
