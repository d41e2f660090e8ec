import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatVersionLabel } from '../../../../../machines/displayed-version/index.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { useCall } from '../../../api/use-call.ts';
import { ChangeList } from '../../../components/widgets/change-list/change-list.tsx';
import type { Change } from '../../../components/widgets/change-list/types.ts';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { loadTheirs } from '../editor/load-version.ts';
import { listConflictChanges } from './conflict-changes.ts';
import * as css from './versions.css.ts';

const HOUR_MS = 3_600_000;
const NO_TEMPLATES: readonly Template[] = [];

function Side({ title, note, changes }: { title: string; note: string; changes: readonly Change[] }) {
  return (
    <section className={css.section} aria-label={title}>
      <h2 className={css.sectionTitle}>{title}</h2>
      <p className={css.quiet}>{note}</p>
      {changes.length > 0 ? (
        <ChangeList label={title} changes={changes} />
      ) : (
        <p className={css.quiet}>No node and no connection.</p>
      )}
    </section>
  );
}

/** Since the version my edit started from. */
export default function ConflictDifference() {
  const { base, draft, pipeline, siteId, failure } = EditorContext.useSelector(({ context }) => context);
  // Sources and destinations are not versioned, so only transforms have fields to compare.
  const known = useCall('listTransformTemplates', { query: {} }, { staleTime: HOUR_MS, isSuppressed: true });
  const templates = known.data?.transformTemplates ?? NO_TEMPLATES;
  const pipelineId = pipeline?.id ?? '';
  const refused = failure?.theirs?.graphVersion;
  const theirs = useQuery({
    queryKey: ['getGraph', siteId, 'theirs', pipelineId, refused],
    queryFn: ({ signal }) => loadTheirs(pipelineId, signal, refused),
    enabled: pipelineId !== '',
    // Each conflict is different: do not cache.
    gcTime: 0,
    staleTime: 0,
  });
  const other = theirs.data?.draft;
  const changes = useMemo(
    () => (other ? listConflictChanges(base, other, draft, templates) : undefined),
    [base, other, draft, templates],
  );
  if (theirs.isError)
    return (
      <ErrorPanel
        title="Their version could not be read"
        cause={theirs.error.message}
        onRetry={() => void theirs.refetch()}
      />
    );
  if (!theirs.data || !changes) return <Skeleton width="100%" height={96} label="their version" />;
  const { version, entry } = theirs.data;
  const names = changes.theirs.map(({ title }) => `'${title}'`).join(', ');
  const undone = names === '' ? '' : ` and undoes theirs: ${names}`;
  const saved = entry ? `, saved by ${entry.createdBy} at ${formatDateTime(entry.createdAt)}` : '';
  return (
    <div className={css.conflict}>
      <Side
        title="Theirs"
        note={`${formatVersionLabel(version, entry?.name)}${saved}`}
        changes={changes.theirs}
      />
      <Side title="Mine" note={`Saving mine makes v${version + 1}${undone}`} changes={changes.mine} />
    </div>
  );
}
