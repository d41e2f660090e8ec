import { Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { isAlive, type Source } from '../../../contract/entities/node.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useArchival } from '../../components/archival/use-archival.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { Connection } from '../../components/connection-form/kinds.ts';
import { LateConnectionForm } from '../../components/connection-form/late-form.ts';
import { ConnectionWindows } from '../../components/connection-windows/ConnectionWindows.tsx';
import { ErrorGroups } from '../../components/error-groups/ErrorGroups.tsx';
import { useHealth } from '../../components/health/use-health.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { PipelineStatus } from '../../components/pipeline-status.tsx';
import { CodeBlock } from '../../components/widgets/code/code-block.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { LossMark } from '../../components/widgets/status/loss-mark.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { RequestWay } from '../../state/request-draft.ts';
import { Archival } from './Archival.tsx';
import { listSourceAddresses } from './address.ts';
import { toExistingConnection } from './ConnectionsPage.tsx';
import { LiveData } from './LiveData.tsx';
import { buildConnectionMetrics } from './metrics.ts';
import { ReceivedNote } from './ReceivedNote.tsx';
import { SenderList } from './SenderList.tsx';
import { buildSnippets } from './snippets.ts';
import * as css from './source.css.ts';
import { type ConnectionFacts, useConnectionFacts } from './use-connection-facts.ts';
import { useLiveCapture } from './use-live-capture.ts';

function UsedBy({ pipelines, unknown }: Pick<ConnectionFacts, 'pipelines' | 'unknown'>) {
  const { pipelines: fares } = useHealth(pipelines[0]?.siteId);
  const states = new Map(fares.map((one) => [one.pipelineId, one.state]));
  return (
    <section aria-label="Pipelines that use it" className={css.section}>
      <h2 className={css.sectionHead}>Pipelines that use it</h2>
      {unknown !== undefined ? (
        <p className={css.note}>{unknown}</p>
      ) : pipelines.length === 0 ? (
        <p className={css.note}>None yet. Add it to a pipeline to make it run.</p>
      ) : (
        <ul className={css.plain}>
          {pipelines.map((pipeline) => (
            <li key={pipeline.id} className={css.user}>
              <Link href={paths.pipeline(pipeline.id)} className={quietLink}>
                {pipeline.name}
              </Link>
              <PipelineStatus pipeline={pipeline} health={states.get(pipeline.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Renders nothing for sources that fetch. */
function SendTo({ source }: { source: Source }) {
  const { actors } = useShell();
  const told = ({ ok, message }: { ok: boolean; message: string }) =>
    actors.notify({ message, status: ok ? 'success' : 'error' });
  const addresses = listSourceAddresses(source, window.location.hostname);
  const snippets = buildSnippets(source);
  if (addresses.length === 0 && snippets.length === 0) return null;
  return (
    <section aria-label="Send to it" className={css.section}>
      <h2 className={css.sectionHead}>Send to it</h2>
      {addresses.map((address) => (
        <CodeBlock key={address} label="Address to send to" text={address} onCopied={told} />
      ))}
      {snippets.map((snippet) => (
        <div key={snippet.label}>
          <h3 className={css.heading}>With {snippet.label}</h3>
          <CodeBlock label={`Line for ${snippet.label}`} text={snippet.text} wrap onCopied={told} />
        </div>
      ))}
    </section>
  );
}

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
  const { actors } = useShell();
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
  // A link to edit focuses the form, but not after a save. A raised change leaves the stored values, which
  // the form starts from again.
  const [raised, setRaised] = useState(0);
  const [askedFor] = useState(() =>
    new URLSearchParams(window.location.search).has('edit') ? source.revision : undefined,
  );
  // Before the first event, show how to send first.
  const isHeard = isAlive({ id: source.id, lastAlive: facts.lastAlive });

  // Errors come first if any, else last.
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
