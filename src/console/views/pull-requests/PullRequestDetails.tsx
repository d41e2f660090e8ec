import { useMemo } from 'react';
import { Link } from 'wouter';
import { mono, quietLink, visuallyHidden } from '../../../../styles/text.css.ts';
import type { ChangedFile, Changeset } from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { listGraphChanges } from './graph-changes.ts';
import * as css from './pull-requests.css.ts';
import { getRequestLook, getRequestTitle } from './request-look.ts';
import { diffLines } from './text-lines.ts';

const HOUR_MS = 3_600_000;
const NONE: readonly Template[] = [];
const COMMIT_SHOWN = 10;
const WORDS = { added: 'Added: ', removed: 'Removed: ', same: '', skipped: '' } as const;

function TextDifference({ file }: { file: ChangedFile }) {
  const lines = useMemo(() => diffLines(file.before, file.after), [file]);
  if (!lines) return <p className={css.quiet}>The texts are too long to compare here.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <pre className={css.text} tabIndex={0} role="region" aria-label={`Text of ${file.path}`}>
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text in their order
        <span key={at} className={css.lineOf[kind]}>
          {WORDS[kind] !== '' && <span className={visuallyHidden}>{WORDS[kind]}</span>}
          {text === '' ? ' ' : text}
        </span>
      ))}
    </pre>
  );
}

function FileDifference({ file, templates }: { file: ChangedFile; templates: readonly Template[] }) {
  const { beforePipeline, afterPipeline, pipelineId, path, graphVersion } = file;
  const changes = useMemo(
    () => listGraphChanges(beforePipeline, afterPipeline, templates),
    [beforePipeline, afterPipeline, templates],
  );
  const version = graphVersion > 0 ? { version: graphVersion } : {};
  return (
    <div className={css.columns}>
      <section className={css.side} aria-label={`Changes of ${afterPipeline.name}`}>
        <h3 className={css.sideTitle}>
          <Link href={paths.pipeline(pipelineId, version)} className={quietLink}>
            {afterPipeline.name}
          </Link>
        </h3>
        <ChangeList label={`Changes of ${afterPipeline.name}`} changes={changes} />
      </section>
      <section className={css.side} aria-label={`File of ${afterPipeline.name}`}>
        <h3 className={`${css.sideTitle} ${mono}`}>{path}</h3>
        <TextDifference file={file} />
      </section>
    </div>
  );
}

export function PullRequestDetails({ request }: { request: Changeset }) {
  const {
    id: pullRequestId,
    siteId,
    description,
    reason,
    updatedAt,
    createdAt,
    createdBy,
    endedBy,
  } = request;
  const { data, error, refetch } = useCall(
    'getPullRequestDetails',
    { query: { siteId, pullRequestId } },
    { isSuppressed: true, keepPrevious: true },
  );
  const known = useCall('listTransformTemplates', { query: {} }, { staleTime: HOUR_MS, isSuppressed: true });
  const templates = known.data?.transformTemplates ?? NONE;
  const title = getRequestTitle(request);
  const look = getRequestLook(request);
  const args = { request: pullRequestId };
  const more = description.slice(title.length).trim();
  return (
    <div className={css.details}>
      <h2 className={css.title}>{title}</h2>
      {more !== '' && <p className={css.comment}>{more}</p>}
      {reason !== '' && (
        <p className={css.reason}>
          <StatusShape shape={look.shape} tone={look.tone} />
          {reason}
        </p>
      )}
      {error && (
        <ErrorPanel
          title="The pull request could not be read"
          cause={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton width="100%" height={96} label="the changes" />}
      {data?.pullRequest.files.map((file) => (
        <FileDifference key={file.pipelineId} file={file} templates={templates} />
      ))}
      <div className={css.foot}>
        {request.status === 'OPEN' && (
          <>
            <CommandButton id="pullRequest.merge" args={args} variant="primary" size="small" />
            <CommandButton id="pullRequest.withdraw" args={args} size="small" />
          </>
        )}
        <span className={css.when}>
          {data && (
            <>
              commit <span className={mono}>{data.pullRequest.commit.slice(0, COMMIT_SHOWN)}</span> by{' '}
            </>
          )}
          {createdBy}, {formatDateTime(new Date(createdAt))}
          {endedBy !== '' &&
            `; ${look.label.toLowerCase()} by ${endedBy}, ${formatDateTime(new Date(updatedAt))}`}
        </span>
      </div>
    </div>
  );
}
