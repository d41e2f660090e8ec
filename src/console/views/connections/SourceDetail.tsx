import { Suspense, useMemo, useState } from 'react';
import { isAlive, type Source } from '../../../contract/entities/node.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useArchival } from '../../components/archival/use-archival.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { Connection } from '../../components/connection-form/kinds.ts';
import { LateConnectionForm } from '../../components/connection-form/late-form.ts';
import { ConnectionWindows } from '../../components/connection-windows/ConnectionWindows.tsx';
import { ErrorGroups } from '../../components/error-groups/ErrorGroups.tsx';
import * as list from '../../components/list-page/list-page.css.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { LossMark } from '../../components/widgets/status/loss-mark.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import type { RequestWay } from '../../state/request-draft.ts';
import { Archival } from './Archival.tsx';
import { toExistingConnection } from './ConnectionsView.tsx';
import { LiveData } from './LiveData.tsx';
import { buildConnectionMetrics } from './metrics.ts';
import { ReceivedNote } from './ReceivedNote.tsx';
import { SenderList } from './SenderList.tsx';
import { SendTo } from './SendTo.tsx';
import * as css from './source.css.ts';
import { UsedBy } from './UsedBy.tsx';
import { useConnectionFacts } from './use-connection-facts.ts';
import { useLiveCapture } from './use-live-capture.ts';

const { Component: ConnectionChart } = createLazyCode(() => import('./ConnectionChart.tsx'));
const SHOWN_ALONE = {};
const SHOWN = ['output', 'dropped'] as const;

type SourceDetailProps = {
  source: Source;
  templates: readonly Template[];
  remove: (connection: Connection, way: RequestWay) => void;
  /** `id` after the form was saved. */
  onClose: (id: string | undefined) => void;
};

export function SourceDetail({ source, templates, remove, onClose }: SourceDetailProps) {
  const { actors } = useCommandContext();
  const facts = useConnectionFacts('source', source);
  const [running] = facts.running;
  const live = useLiveCapture(running?.id, source.id);
  const template = templates.find(({ id }) => id === source.templateId);
  const reasons = lossReasons(template, source.config);
  // Memoized, so that the published scope does not change at every render.
  const { isRunning, start, stop } = live;
  const archive = useArchival();
  const canCapture = facts.running.length > 0;
  const users = facts.pipelines;
  const scope = useMemo(
    () => ({
      kind: 'source' as const,
      current: source,
      connections: [source],
      archive,
      usersOf: () => users,
      remove,
      capture: { isRunning, canCapture, start, stop },
    }),
    [source, archive, users, remove, isRunning, canCapture, start, stop],
  );
  usePublishScope('sources.list', scope);
  usePublishScope('source', SHOWN_ALONE);
  // A link to edit it puts the focus on the form, but not again after a save.
  // A raised change leaves what is stored, which the form begins from again.
  const [raised, setRaised] = useState(0);
  const [askedFor] = useState(() =>
    new URLSearchParams(window.location.search).has('edit') ? source.revision : undefined,
  );
  // Before the first event, show how to send first.
  const isHeard = isAlive({ id: source.id, lastAlive: facts.lastAlive });

  // Errors come first when there are any, else last.
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
      <MetricStrip label="Now" metrics={buildConnectionMetrics(source, facts)} />
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
          {running && <ReceivedNote siteId={source.siteId} sourceId={source.id} pipelineId={running.id} />}
          <UsedBy pipelines={facts.pipelines} unknown={facts.unknown} />
          <Archival source={source} />
          {isHeard && <SendTo source={source} />}
          <SenderList source={source} />
          {facts.running.length > 0 && <LiveData live={live} />}
          {facts.errors.length === 0 && errors}
        </div>
        <section className={css.form} aria-label="Configuration">
          <h2 className={css.formHead}>Configuration</h2>
          <Suspense fallback={null}>
            <LateConnectionForm
              key={`${source.id} ${source.revision} ${raised}`}
              kind="source"
              hideHeading
              keepsFocus={askedFor !== source.revision || raised > 0}
              siteId={source.siteId}
              templates={templates}
              existing={toExistingConnection(source)}
              notify={actors.notify}
              onClose={(id) => {
                if (id !== undefined) setRaised((times) => times + 1);
                onClose(id);
              }}
            />
          </Suspense>
        </section>
      </div>
      <ConnectionWindows />
    </div>
  );
}
