import { type ComponentProps, useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import { getRequestState, mergeRefusal, revertRefusal } from '../../../../machines/change-request/index.ts';
import { wrapCentered } from '../../../../styles/layout.css.ts';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import type {
  ChangedConnection,
  ChangedFile,
  Changeset,
  RequestedChangeKind,
} from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { REPOSITORY_NOUNS } from '../../../contract/requested-change.ts';
import { isEmptyDiff } from '../../../graph/version-diff.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { CompareGraph } from '../../components/version-changes/CompareGraph.tsx';
import { compareDefined } from '../../components/version-changes/defined-changes.ts';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { TextDiff } from '../../components/widgets/text-diff/text-diff.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Choice, ConflictList } from './ConflictList.tsx';
import { compareConnections } from './graph-changes.ts';
import * as css from './pull-requests.css.ts';
import { RequestChecks, SampleEffects, useRequestChecks } from './RequestChecks.tsx';
import {
  formatProviderNumber,
  formatProviderState,
  getRequestLook,
  getRequestTitle,
} from './request-look.ts';

const HOUR_MS = 3_600_000;
const NONE: readonly Template[] = [];
const COMMIT_SHOWN = 10;

type ChangeAndTextProps = {
  name: string;
  /** Undefined if it does not exist. */
  href: string | undefined;
  /** A change of the whole, or empty. */
  whole: string;
  changes: ComponentProps<typeof ChangeList>['changes'];
  file: Pick<ChangedFile, 'path' | 'before' | 'after'>;
};

function ChangeAndText({ name, href, whole, changes, file }: ChangeAndTextProps) {
  const { path, before, after } = file;
  return (
    <div className={css.columns}>
      <section className={css.side} aria-label={`Changes of ${name}`}>
        <h3 className={css.sideTitle}>
          {href === undefined ? (
            name
          ) : (
            <Link href={href} className={quietLink}>
              {name}
            </Link>
          )}
          {whole !== '' && <span className={css.whole}>{whole}</span>}
        </h3>
        <ChangeList label={`Changes of ${name}`} changes={changes} />
      </section>
      <section className={css.side} aria-label={`File of ${name}`}>
        <h3 className={`${css.sideTitle} ${mono}`}>{path}</h3>
        <TextDiff label={`Text of ${path}`} before={before} after={after} />
      </section>
    </div>
  );
}

type FileDifferenceProps = { file: ChangedFile; isMerged: boolean; templates: readonly Template[] };

function FileDifference({ file, isMerged, templates }: FileDifferenceProps) {
  const { beforePipeline, afterPipeline, pipelineId, change, graphVersion } = file;
  const name = afterPipeline.name || beforePipeline.name;
  const { union, changes } = useMemo(
    () => compareDefined(beforePipeline, afterPipeline, templates),
    [beforePipeline, afterPipeline, templates],
  );
  const isThere = change === 'update' || isMerged === (change === 'create');
  const version = graphVersion > 0 ? { version: graphVersion } : {};
  return (
    <>
      {!isEmptyDiff(union.diff) && (
        <div className={css.drawing}>
          <CompareGraph title={`Graph of ${name}`} heading="h3" union={union} templates={templates} />
        </div>
      )}
      <ChangeAndText
        name={name}
        href={isThere ? paths.pipeline(pipelineId, version) : undefined}
        whole={WHOLE[change]}
        changes={changes}
        file={file}
      />
    </>
  );
}

const WHOLE: Record<RequestedChangeKind, string> = {
  create: 'new pipeline',
  update: '',
  delete: 'to be deleted',
};

const makePath = ({ kind, nodeId }: ChangedConnection): string => {
  if (kind === 'LOOKUP') return paths.files({ file: nodeId });
  return kind === 'SOURCE' ? paths.source(nodeId) : paths.destinations({ destination: nodeId });
};

type ConnectionDifferenceProps = { file: ChangedConnection; siteId: string; isMerged: boolean };

function ConnectionDifference({ file, siteId, isMerged }: ConnectionDifferenceProps) {
  const { kind, change, beforeConnection, afterConnection } = file;
  const { templates } = useTemplates(kind === 'SOURCE' ? 'source' : 'destination', siteId);
  const name = afterConnection.name || beforeConnection.name;
  const noun = REPOSITORY_NOUNS[kind];
  const changes = useMemo(() => compareConnections(file, templates), [file, templates]);
  const isThere = change === 'update' || isMerged === (change === 'create');
  const whole = { create: `new ${noun}`, update: noun, delete: `${noun} to be deleted` }[change];
  return (
    <ChangeAndText
      name={name}
      href={isThere ? makePath(file) : undefined}
      whole={whole}
      changes={changes}
      file={file}
    />
  );
}

type PullRequestDetailsProps = {
  request: Changeset;
  chosen: readonly Choice[];
  onChoose: (choice: Choice) => void;
  onChecked: (id: string, commit: string, refusal: string | undefined) => void;
};

export function PullRequestDetails({ request, chosen, onChoose, onChecked }: PullRequestDetailsProps) {
  const {
    id: pullRequestId,
    siteId,
    description,
    reason,
    updatedAt,
    createdAt,
    createdBy,
    endedBy,
    approvedBy,
    approvedAt,
  } = request;
  const { data, error, refetch } = useCall(
    'getPullRequestDetails',
    { query: { siteId, pullRequestId } },
    { isSuppressed: true, keepPrevious: true },
  );
  const read = data?.pullRequest;
  const isOutdated = read && (read.commit !== request.commit || read.hasConflict !== request.hasConflict);
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const known = useCall('listTransformTemplates', { query: {} }, { staleTime: HOUR_MS, isSuppressed: true });
  const templates = known.data?.transformTemplates ?? NONE;
  const isWaiting = request.needsApproval && getRequestState(request) === 'OPEN';
  const note = reason === '' && isWaiting ? mergeRefusal(request) : reason;
  const checks = useRequestChecks(request, onChecked);
  const title = getRequestTitle(request);
  const look = getRequestLook(request);
  const args = { request: pullRequestId };
  const isChecked = request.status === 'OPEN' && !request.hasConflict;
  const more = description.slice(title.length).trim();
  return (
    <div className={css.details}>
      <h2 className={css.title}>{title}</h2>
      {more !== '' && <p className={css.comment}>{more}</p>}
      {note && (
        <p className={css.reason}>
          <StatusShape shape={look.shape} tone={look.tone} />
          {note}
        </p>
      )}
      <div className={wrapCentered}>
        {request.status === 'OPEN' && (
          <>
            {request.hasConflict ? (
              <CommandButton id="pullRequest.rebase" args={args} variant="primary" size="small" />
            ) : (
              <>
                <CommandButton
                  id={request.isApprover ? 'pullRequest.unapprove' : 'pullRequest.approve'}
                  args={args}
                  size="small"
                />
                <CommandButton id="pullRequest.merge" args={args} variant="primary" size="small" />
              </>
            )}
            <CommandButton id="pullRequest.withdraw" args={args} size="small" />
          </>
        )}
        {revertRefusal(request) === undefined && (
          <CommandButton id="pullRequest.revert" args={args} size="small" />
        )}
        {request.url !== undefined && (
          <a href={request.url} className={quietLink} target="_blank" rel="noreferrer">
            {formatProviderNumber(request)}, {formatProviderState(request)}
          </a>
        )}
        <span className={css.when}>
          {data && (
            <>
              commit <span className={mono}>{data.pullRequest.commit.slice(0, COMMIT_SHOWN)}</span> by{' '}
            </>
          )}
          {createdBy}, {formatDateTime(new Date(createdAt))}
          {approvedBy !== '' && `; approved by ${approvedBy}, ${formatDateTime(new Date(approvedAt))}`}
          {endedBy !== '' &&
            `; ${look.label.toLowerCase()} by ${endedBy}, ${formatDateTime(new Date(updatedAt))}`}
        </span>
      </div>
      {error && (
        <ErrorPanel
          title="The pull request could not be read"
          cause={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton width="100%" height={96} label="the changes" />}
      {isChecked && <RequestChecks id={pullRequestId} checks={checks} />}
      {data?.pullRequest.hasConflict && (
        <ConflictList
          siteId={siteId}
          conflicts={data.pullRequest.conflicts}
          connectionFiles={data.pullRequest.connectionFiles}
          files={data.pullRequest.files}
          templates={templates}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
      {data?.pullRequest.files.map((file) => (
        <FileDifference
          key={file.pipelineId}
          file={file}
          isMerged={data.pullRequest.mergeCommit !== ''}
          templates={templates}
        />
      ))}
      {data?.pullRequest.connectionFiles.map((file) => (
        <ConnectionDifference
          key={file.nodeId}
          file={file}
          siteId={siteId}
          isMerged={data.pullRequest.mergeCommit !== ''}
        />
      ))}
      {isChecked && <SampleEffects checks={checks} />}
    </div>
  );
}
