import { Suspense, useMemo } from 'react';
import { isAlive, type Source } from '../../../contract/entities/node.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useArchival } from '../../parts/archival/use-archival.ts';
import { ConnectionForm } from '../../parts/connection-form/ConnectionForm.tsx';
import type { Connection } from '../../parts/connection-form/kinds.ts';
import { ConnectionWindows } from '../../parts/connection-windows/ConnectionWindows.tsx';
import { ErrorGroups } from '../../parts/error-groups/ErrorGroups.tsx';
import * as list from '../../parts/list-page.css.ts';
import { formatDateTime } from '../../widgets/format.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { MetricStrip } from '../../widgets/metrics/metric-strip.tsx';
import { LossMark } from '../../widgets/status/loss-mark.tsx';
import { StatusBadge } from '../../widgets/status/status-badge.tsx';
import { Archival } from './Archival.tsx';
import { existingOf } from './ConnectionsView.tsx';
import { LiveData } from './LiveData.tsx';
import { metricsOf } from './metrics.ts';
import { SenderList } from './SenderList.tsx';
import { SendTo } from './SendTo.tsx';
import * as css from './source.css.ts';
import { UsedBy } from './UsedBy.tsx';
import { useConnectionFacts } from './use-connection-facts.ts';
import { useLiveCapture } from './use-live-capture.ts';

const { Component: ConnectionChart } = lazyCode(() => import('./ConnectionChart.tsx'));
const SHOWN_ALONE = {};
const SHOWN = ['output', 'dropped'] as const;

type SourceDetailProps = {
  source: Source;
  templates: readonly Template[];
  remove: (connection: Connection) => void;
  /** `id` when its form was saved. */
  onClose: (id: string | undefined) => void;
};

/** One source: how it fares, what it moves, where to send to, who uses it, beside its configuration (R2.1-12). */
export function SourceDetail({ source, templates, remove, onClose }: SourceDetailProps) {
  const { actors } = useCommandContext();
  const facts = useConnectionFacts('source', source);
  const live = useLiveCapture(facts.running[0]?.id, source.id);
  const template = templates.find(({ id }) => id === source.templateId);
  const reasons = lossReasons(template, source.config);
  // The same as long as nothing of it changed: what is published must not change with each drawing.
  const { isRunning, start, stop } = live;
  const archive = useArchival();
  const canCapture = facts.running.length > 0;
  const scope = useMemo(
    () => ({
      kind: 'source' as const,
      current: source,
      connections: [source],
      archive,
      remove,
      capture: { isRunning, canCapture, start, stop },
    }),
    [source, archive, remove, isRunning, canCapture, start, stop],
  );
  usePublishScope('sources.list', scope);
  usePublishScope('source', SHOWN_ALONE);
  // Until something came, how to send comes first.
  const isHeard = isAlive({ id: source.id, lastAlive: facts.lastAlive });

  // What goes wrong comes before everything else; that nothing does, last.
  const errors = (
    <section aria-label="Errors" className={css.section}>
      <h2 className={css.sectionHead}>Errors of the last hour</h2>
      {facts.unknown === undefined ? (
        <ErrorGroups errors={facts.errors} />
      ) : (
        <p className={css.note}>{facts.unknown}</p>
      )}
    </section>
  );

  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>{source.name}</h1>
        <StatusBadge {...facts.health.look} />
        {reasons.length > 0 && <LossMark reasons={reasons} />}
        <span className={`${list.push} ${list.actions}`}>
          <CommandButton id="source.test" />
          <CommandButton id="source.delete" variant="danger" />
        </span>
      </header>
      <MetricStrip label="Now" metrics={metricsOf(source, facts)} />
      <div className={css.body}>
        <div className={css.facts}>
          <p className={css.note}>
            {facts.health.reason}. {source.templateName}, changed {formatDateTime(source.updatedAt)}.
          </p>
          <LossMark reasons={reasons} look="text" />
          {facts.errors.length > 0 && errors}
          {!isHeard && <SendTo source={source} />}
          <Suspense fallback={<div className={css.chart} />}>
            <ConnectionChart siteId={source.siteId} id={source.id} shown={SHOWN} />
          </Suspense>
          <UsedBy pipelines={facts.pipelines} unknown={facts.unknown} />
          <Archival source={source} />
          {isHeard && <SendTo source={source} />}
          <SenderList source={source} />
          {facts.running.length > 0 && <LiveData live={live} />}
          {facts.errors.length === 0 && errors}
        </div>
        <section className={css.form} aria-label="Configuration">
          <h2 className={css.formHead}>Configuration</h2>
          <ConnectionForm
            key={`${source.id} ${source.revision}`}
            kind="source"
            hideHeading
            keepsFocus
            siteId={source.siteId}
            templates={templates}
            existing={existingOf(source)}
            notify={actors.notify}
            onClose={onClose}
          />
        </section>
      </div>
      <ConnectionWindows />
    </div>
  );
}
