import { Fragment, useCallback, useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { isOpenHydration } from '../../../../machines/hydration-job/index.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import type { HydrationJob, HydrationLogEntry, HydrationNode } from '../../../contract/entities/hydration.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import * as list from '../../components/list-page/list-page.css.ts';
import { useOpenRow } from '../../components/list-table/use-list-cursor.ts';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { ProgressBar } from '../../components/widgets/progress/progress-bar.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatBytes, formatCount, formatDateTime, formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { formatEvents } from './describe-estimate.ts';
import * as css from './hydration.css.ts';
import { formatTimeLeft, formatWindow, getHydrationLook } from './hydration-look.ts';
import { HYDRATION_MS } from './poll.ts';
import { useHydrationWrites } from './use-hydration-writes.ts';
import './scope.ts';

const SHOWN_ALONE = {};

const buildMetrics = (job: HydrationJob): Metric[] => [
  { id: 'read', label: 'Events read', figure: formatCount(fromCount(job.eventsRead)) },
  { id: 'written', label: 'Written', figure: formatCount(fromCount(job.eventsWritten)) },
  { id: 'dropped', label: 'Dropped', figure: formatCount(fromCount(job.eventsDropped)) },
  {
    id: 'dead',
    label: 'Dead letters',
    figure: formatCount(fromCount(job.eventsDeadLetter)),
    ...(fromCount(job.eventsDeadLetter) > 0 && { tone: 'err' as const }),
  },
  { id: 'volume', label: 'Hydrated', figure: formatBytes(fromCount(job.dataVolumeHydrated)) },
  {
    id: 'rate',
    // Narrow windows have no space for a unit after the figure.
    label: 'Events/s',
    figure: isOpenHydration(job.jobStatus) ? formatCount(job.currentEventsPerSecond) : undefined,
  },
];

/** Exact distribution of all events. */
function Account({ job }: { job: HydrationJob }) {
  const parts = [
    ['written', job.eventsWritten],
    ['dropped', job.eventsDropped],
    ['cut off by a kill', job.eventsCutOff],
    ['merged', job.eventsMerged],
    ['dead letters', job.eventsDeadLetter],
    ['for other destinations', job.eventsElsewhere],
    ['waiting', job.eventsWaiting],
  ] as const;
  const shown = parts.filter(([, count], i) => i === 0 || fromCount(count) > 0);
  const created = fromCount(job.eventsCreated);
  return (
    <section aria-label="Account" className={css.section}>
      <h2 className={css.heading}>Account</h2>
      <p className={css.note}>
        {formatExact(fromCount(job.eventsRead))} read
        {created > 0 && ` + ${formatExact(created)} made on the way`} ={' '}
        {shown.map(([label, count]) => `${formatExact(fromCount(count))} ${label}`).join(' + ')}
      </p>
      {job.resumedCount > 0 && (
        <p className={css.note}>
          It resumed after {counted(job.resumedCount, 'kill')} of engine or service:{' '}
          {isOpenHydration(job.jobStatus)
            ? 'at most 20,000 events are read again each time, and said once it ends.'
            : `${formatExact(fromCount(job.eventsRepeated))} events were read again${fromCount(job.eventsCutOff) > 0 ? ', including those cut off' : ''}.`}
        </p>
      )}
    </section>
  );
}

/** Outcome per node. */
function Nodes({ nodes }: { nodes: readonly HydrationNode[] }) {
  const describe = (node: HydrationNode) =>
    [
      [node.eventsIn, 'in'],
      [node.eventsOut, 'out'],
      [node.eventsDropped, 'dropped'],
      [node.eventsCutOff, 'cut off by a kill'],
      [node.eventsDeadLetter, 'dead letters'],
      [node.eventsWaiting, 'waiting'],
    ]
      .filter(([count], at) => at < 2 || fromCount(count!) > 0)
      .map(([count, label]) => `${formatExact(fromCount(count!))} ${label}`)
      .join(', ');
  return (
    <section aria-label="Events by node" className={css.section}>
      <h2 className={css.heading}>Events by node</h2>
      <dl className={css.facts}>
        {nodes.map((node) => (
          <Fragment key={node.id}>
            <dt className={css.term}>{node.nodeType === 'SOURCE' ? `Archive of ${node.name}` : node.name}</dt>
            <dd className={css.value}>{describe(node)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function Facts({ job }: { job: HydrationJob }) {
  const isKnown = (time: string) => time !== EMPTY_TIME;
  const limits = [
    job.eventLimit > 0 && formatEvents(job.eventLimit),
    job.eventsPerSecond > 0 && `${formatEvents(job.eventsPerSecond)} per second`,
    job.chunkMinutes > 0 && `chunks of ${counted(job.chunkMinutes, 'minute')}`,
  ].filter(Boolean);
  const rows: readonly (readonly [string, React.ReactNode] | false)[] = [
    [
      'Source',
      <Link key="s" href={paths.source(job.sourceId)} className={quietLink}>
        {job.sourceName}
      </Link>,
    ],
    [
      'Through',
      job.throughPipelineId === '' ? (
        'Directly, without a pipeline'
      ) : (
        <>
          <Link href={paths.pipeline(job.throughPipelineId)} className={quietLink}>
            {job.throughPipelineName}
          </Link>
          , version {job.deployedGraphVersion}
        </>
      ),
    ],
    [
      'Destination',
      <Link key="d" href={paths.destinations({ destination: job.sinkId })} className={quietLink}>
        {job.sinkName}
      </Link>,
    ],
    ['Time Range', formatWindow(job)],
    job.query !== '' && [
      'Filter',
      <code key="q" className={css.code}>
        {job.query}
      </code>,
    ],
    limits.length > 0 && ['Limits', limits.join(', ')],
    isKnown(job.position) && ['Position', `received ${formatDateTime(job.position)}`],
    ['Files', `${formatExact(job.filesRead)} of ${formatExact(job.filesTotal)}`],
    job.chunksTotal > 0 && [
      'Chunks',
      `${formatExact(job.chunksDone)} of ${formatExact(job.chunksTotal)} written`,
    ],
    ['Created', `${formatDateTime(job.createdAt)} by ${job.createdBy}`],
    isKnown(job.startedAt) && ['Started', formatDateTime(job.startedAt)],
    isKnown(job.endedAt) && ['Ended', formatDateTime(job.endedAt)],
  ];
  return (
    <section aria-label="Details" className={css.section}>
      <h2 className={css.heading}>Details</h2>
      <dl className={css.facts}>
        {rows.map(
          (row) =>
            row && (
              <div key={row[0]} style={{ display: 'contents' }}>
                <dt className={css.term}>{row[0]}</dt>
                <dd className={css.value}>{row[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function Unread({ job }: { job: HydrationJob }) {
  if (job.unreadCount === 0) return null;
  return (
    <section aria-label="Files not fully read" className={css.section}>
      <h2 className={css.heading}>Files not fully read</h2>
      <ul className={css.list}>
        {job.unread.map(({ file, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may be there for several chunks
          <li key={at}>
            <span className={css.code}>{file}</span>: {reason}
          </li>
        ))}
      </ul>
      {job.unreadCount > job.unread.length && (
        <p className={css.note}>And {formatExact(job.unreadCount - job.unread.length)} more.</p>
      )}
    </section>
  );
}

/** Its actions, newest first. */
function Log({ log }: { log: readonly HydrationLogEntry[] }) {
  return (
    <section aria-label="Log" className={css.section}>
      <h2 className={css.heading}>Log</h2>
      <dl className={css.facts}>
        {log.toReversed().map(({ at, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may be there twice
          <Fragment key={i}>
            <dt className={css.moment}>{formatDateTime(at)}</dt>
            <dd className={css.value}>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function Problem({ job }: { job: HydrationJob }) {
  if (job.problem === '') return null;
  const { title, causes, resolutions } = parseErrorText(job.problem);
  return <ErrorPanel title={title} cause={causes?.join('. ')} resolution={resolutions?.join('. ')} />;
}

function describeProgress(job: HydrationJob): string {
  return [`${job.progress}%`, formatTimeLeft(job)].filter(Boolean).join(', ');
}

export default function HydrationPage() {
  const { hydrationPipelineId: id = '' } = useParams<{ hydrationPipelineId: string }>();
  const query = useCall(
    'getHydration',
    { path: { id } },
    {
      isSuppressed: true,
      poll: (answer) => answer !== undefined && isOpenHydration(answer.hydration.jobStatus) && HYDRATION_MS,
    },
  );
  const job = query.data?.hydration;
  const isOpen = job !== undefined && isOpenHydration(job.jobStatus);
  const isOfOtherSite = useSiteOf(job?.siteId);
  const leave = useCallback(() => goTo(paths.hydrations()), []);
  const { act, remove } = useHydrationWrites(leave);
  usePage(job?.name);
  useOpenRow('hydrations', id);
  const scope = useMemo(() => ({ current: job, jobs: job ? [job] : [], act, remove }), [job, act, remove]);
  usePublishScope('hydrations.list', scope);
  usePublishScope('hydration', SHOWN_ALONE);
  if (query.error)
    return (
      <NotRead
        what="hydration"
        listId="go.hydrations"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!job || isOfOtherSite) return null;
  const log = query.data?.log ?? [];
  const paused = job.isPaused ? log.findLast(({ text }) => text.startsWith('Paused by ')) : undefined;
  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>{job.name}</h1>
        <StatusBadge {...getHydrationLook(job)} />
        <span className={`${list.push} ${list.actions}`}>
          {isOpen && <CommandButton id={job.isPaused ? 'hydration.resume' : 'hydration.pause'} />}
          {job.jobStatus === 'FAILED' && <CommandButton id="hydration.retry" variant="primary" />}
          {!isOpen && <CommandButton id="hydration.again" />}
          {isOpen ? (
            <CommandButton id="hydration.terminate" variant="danger" />
          ) : (
            <CommandButton id="hydration.delete" variant="danger" />
          )}
        </span>
      </header>
      <MetricStrip label="So far" metrics={buildMetrics(job)} />
      <div className={css.body}>
        <ProgressBar label="Progress" percent={job.progress} note={describeProgress(job)} />
        {paused && <p className={css.note}>{paused.text}.</p>}
        <Problem job={job} />
        <Unread job={job} />
        <Account job={job} />
        <Nodes nodes={query.data?.nodes ?? []} />
        <Facts job={job} />
        <Log log={log} />
      </div>
    </div>
  );
}
