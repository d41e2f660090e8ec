import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayedVersion, versionOfPayload } from '../../../../machines/displayed-version/index.ts';
import { emptyDraft, pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import { saveLogic } from '../../../../machines/save-sequence/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { useSite } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { useShownLocation } from '../../app/location.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { EditorContext } from './editor-context.ts';
import { loadVersion } from './load-version.ts';
import * as css from './pipeline.css.ts';
import { saveCalls } from './save-calls.ts';
import { useTakenNames } from './use-taken-names.ts';
import { Workspace } from './Workspace.tsx';

const logic = pipelineEditorMachine.provide({ actors: { save: saveLogic(saveCalls) } });

const Loading = () => (
  <div className={css.page}>
    <div className={css.head}>
      <Skeleton width={260} height={26} label="the pipeline" />
    </div>
    <div className={css.empty}>
      <Skeleton width="70%" height={96} />
    </div>
  </div>
);

/** A pipeline that does not exist yet (E3). */
function NewPipeline({ siteId }: { siteId: string }) {
  const names = useTakenNames(siteId, undefined);
  const [input] = useState({ siteId, draft: emptyDraft(), shownVersion: 0, takenNames: [] });
  return (
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Workspace siteId={siteId} stored={undefined} takenNames={names} initialVersion={undefined} />
    </EditorContext.Provider>
  );
}

type OpenedProps = { siteId: string; pipeline: Pipeline; isError: boolean; refetch: () => void };

/** A stored pipeline, once its first graph is there. */
function OpenedPipeline({ siteId, pipeline, isError, refetch }: OpenedProps) {
  const { search } = useShownLocation();
  const [opened] = useState(() => {
    const query = new URLSearchParams(search);
    const chosen = versionOfPayload(query.get('version') ?? undefined);
    const isEditing = query.get('mode') === 'edit';
    return { pipeline, chosen, version: displayedVersion(pipeline, isEditing, chosen) };
  });
  const names = useTakenNames(siteId, pipeline.id);
  const first = useQuery({
    queryKey: ['getGraph', siteId, 'opened', pipeline.id, opened.version],
    queryFn: ({ signal }) => loadVersion(opened.pipeline, opened.version, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (first.isError)
    return (
      <ErrorPanel
        title={`Version ${opened.version} of ${pipeline.name} could not be read`}
        cause={first.error.message}
        onRetry={() => void first.refetch()}
      />
    );
  if (!first.data) return <Loading />;
  const input = {
    siteId,
    pipeline: opened.pipeline,
    draft: first.data,
    shownVersion: opened.version,
    takenNames: [],
  };
  return (
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Workspace
        siteId={siteId}
        stored={{ pipeline, isError, refetch }}
        takenNames={names}
        initialVersion={opened.chosen}
      />
    </EditorContext.Provider>
  );
}

function StoredPipeline({ siteId, pipelineId }: { siteId: string; pipelineId: string }) {
  const query = useCall('getPipeline', { path: { pipelineId } }, { isSuppressed: true });
  const refetch = query.refetch;
  const [read] = useState(() => () => void refetch());
  if (query.data)
    return (
      <OpenedPipeline siteId={siteId} pipeline={query.data.pipeline} isError={query.isError} refetch={read} />
    );
  if (!query.isError) return <Loading />;
  const isGone = query.error.status === 404;
  return (
    <ErrorPanel
      title={isGone ? 'There is no such pipeline' : 'The pipeline could not be read'}
      cause={query.error.message}
      resolution={isGone ? 'Open one from the list of pipelines.' : undefined}
      onRetry={read}
    />
  );
}

/** One pipeline: what flows through it, and its editor; `/pipelines/create` is the editor of a new one. */
export default function PipelinePage() {
  const site = useSite();
  const { path } = useShownLocation();
  const id = path.split('/')[2] ?? '';
  if (id === 'create') return <NewPipeline key={site.id} siteId={site.id} />;
  return <StoredPipeline key={`${site.id}/${id}`} siteId={site.id} pipelineId={id} />;
}
