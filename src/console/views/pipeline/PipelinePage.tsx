import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseDisplayedVersion, parseVersion } from '../../../../machines/displayed-version/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { emptyDraft } from '../../../graph/draft.ts';
import { queryClient } from '../../api/query-client.ts';
import { callQuery, useCall } from '../../api/use-call.ts';
import { Exchange } from '../../components/exchange/Exchange.tsx';
import { useOpenRow } from '../../components/list-table/use-list-cursor.ts';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { getDraftSlot } from './editor/draft-slot.ts';
import { findEditRefusal } from './editor/edit-access.ts';
import { loadVersion } from './editor/load-version.ts';
import { AwaitedBody, AwaitedHead, PipelineScreen } from './PipelineScreen.tsx';
import * as css from './pipeline.css.ts';
import { readVersions } from './versions/read-versions.ts';

const Loading = () => (
  <div className={css.page}>
    <AwaitedHead />
    <AwaitedBody />
  </div>
);

function NewPipeline({ siteId }: { siteId: string }) {
  const [input] = useState({ siteId, draft: emptyDraft(), shownVersion: 0, takenNames: [] });
  return (
    <PipelineScreen
      siteId={siteId}
      stored={undefined}
      initialVersion={undefined}
      opensInEditor
      input={input}
    />
  );
}

type OpenedProps = {
  siteId: string;
  pipeline: Pipeline;
  isError: boolean;
  readAt: number;
  refetch: () => void;
};

function OpenedPipeline({ siteId, pipeline, isError, readAt, refetch }: OpenedProps) {
  const site = useSite();
  const { search } = useShownLocation();
  const [opened] = useState(() => {
    const query = new URLSearchParams(search);
    const chosen = parseVersion(query.get('version') ?? undefined);
    const isEditing = query.get('mode') === 'edit';
    const accessRefusal = findEditRefusal(site);
    const version = chooseDisplayedVersion(pipeline, isEditing && accessRefusal === undefined, chosen);
    return { pipeline, chosen, version, isEditing };
  });
  const first = useQuery({
    queryKey: ['getGraph', siteId, 'opened', pipeline.id, opened.version],
    queryFn: ({ signal }) =>
      loadVersion(opened.pipeline, opened.version, signal, (id) => readVersions(id, signal)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <PipelineScreen
      siteId={siteId}
      stored={{ pipeline, isError, readAt, refetch }}
      initialVersion={opened.chosen}
      opensInEditor={opened.isEditing}
      // Once open it stays, with its edits, even if rereading fails.
      input={
        first.data && {
          siteId,
          pipeline: opened.pipeline,
          draft: first.data,
          shownVersion: opened.version,
          takenNames: [],
        }
      }
      failure={
        first.isError && (
          <div className={css.failed}>
            <ErrorPanel
              title={`Version ${opened.version} of ${pipeline.name} could not be read`}
              cause={first.error.message}
              onRetry={() => void first.refetch()}
            />
          </div>
        )
      }
    />
  );
}

function StoredPipeline({ siteId, pipelineId }: { siteId: string; pipelineId: string }) {
  const query = useCall('getPipeline', { path: { pipelineId } }, { isSuppressed: true });
  useOpenRow('pipelines', pipelineId);
  const isOfOtherSite = useSiteOf(query.data?.pipeline.siteId);
  const refetch = query.refetch;
  const [read] = useState(() => () => void refetch());
  if (query.data && !isOfOtherSite)
    return (
      <OpenedPipeline
        siteId={siteId}
        pipeline={query.data.pipeline}
        isError={query.isError}
        readAt={query.dataUpdatedAt}
        refetch={read}
      />
    );
  if (!query.isError) return <Loading />;
  return <NotRead what="pipeline" listId="go.pipelines" error={query.error} onRetry={read} />;
}

const NEW = 'create';
const getIdOf = (path: string): string => path.split('/')[2] ?? '';

/** Prefetches the pipeline in the address. The screen itself shows a failure. */
export async function prefetch(siteId: string): Promise<void> {
  const pipelineId = getIdOf(window.location.pathname);
  if (pipelineId === NEW) return;
  const query = callQuery('getPipeline', { path: { pipelineId } }, siteId);
  await queryClient.prefetchQuery({ ...query, meta: { isSuppressed: true } });
}

/** `/pipelines/create` is the editor of a new pipeline. */
export default function PipelinePage() {
  const site = useSite();
  const { path, search } = useShownLocation();
  const id = getIdOf(path);
  return (
    <>
      {id === NEW ? (
        <NewPipeline key={`${site.id}/${getDraftSlot(undefined, search)}`} siteId={site.id} />
      ) : (
        <StoredPipeline key={`${site.id}/${id}`} siteId={site.id} pipelineId={id} />
      )}
      <Exchange />
    </>
  );
}
