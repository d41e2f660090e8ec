import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { chooseDisplayedVersion, parseVersion } from '../../../../machines/displayed-version/index.ts';
import { pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import { saveLogic } from '../../../../machines/save-sequence/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { type Draft, emptyDraft } from '../../../graph/draft.ts';
import { queryClient } from '../../api/query-client.ts';
import { callQuery, useCall } from '../../api/use-call.ts';
import { isAccessKnown } from '../../commands/call-guard.ts';
import { Exchange } from '../../components/exchange/Exchange.tsx';
import { useOpenRow } from '../../components/list-table/use-list-cursor.ts';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { getDraftSlot } from './editor/draft-slot.ts';
import { findEditRefusal } from './editor/edit-access.ts';
import { EditorContext } from './editor/editor-context.ts';
import { loadVersion, readTheirs } from './editor/load-version.ts';
import { saveCalls } from './editor/save-calls.ts';
import { preloadTab } from './OtherTab.tsx';
import * as css from './pipeline.css.ts';
import { Workspace } from './Workspace.tsx';

const logic = pipelineEditorMachine.provide({ actors: { save: saveLogic(saveCalls), readTheirs } });

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

function NewPipeline({ siteId }: { siteId: string }) {
  const [input] = useState({ siteId, draft: emptyDraft(), shownVersion: 0, takenNames: [] });
  return (
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Workspace siteId={siteId} stored={undefined} initialVersion={undefined} />
    </EditorContext.Provider>
  );
}

/** Whether it is known that the user may edit, where editing is asked for. Once true it stays. */
function useAccessRead(isAsked: boolean): boolean {
  const [isRead, setRead] = useState(!isAsked || isAccessKnown.get());
  useEffect(() => {
    const look = () => isAccessKnown.get() && setRead(true);
    look();
    return isAccessKnown.subscribe(look);
  }, []);
  return isRead;
}

/** The version that the address names, asked for before the first render, until a screen has it. */
let ahead: { pipelineId: string; version: number; answer: Promise<Draft>; draft?: Draft } | undefined;
const findAhead = (pipelineId: string, version: number) =>
  ahead?.pipelineId === pipelineId && ahead.version === version ? ahead : undefined;

async function askAhead(pipeline: Pipeline, version: number): Promise<void> {
  const answer = loadVersion(pipeline, version);
  const asked: typeof ahead = { pipelineId: pipeline.id, version, answer };
  ahead = asked;
  asked.draft = await answer;
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
      findAhead(pipeline.id, opened.version)?.answer ?? loadVersion(opened.pipeline, opened.version, signal),
    initialData: () => findAhead(pipeline.id, opened.version)?.draft,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Who opens it again reads it again.
  useEffect(() => {
    ahead = undefined;
  }, []);
  const isAccessRead = useAccessRead(opened.isEditing);
  // Drawn in slices of time, since the whole editor at once keeps keys waiting.
  const isReady = useDeferredValue(first.data !== undefined && isAccessRead);
  // Once open it stays, with its edits, even when it cannot be read again.
  if (!first.data || !isReady) {
    if (!first.isError) return <Loading />;
    return (
      <div className={css.failed}>
        <ErrorPanel
          title={`Version ${opened.version} of ${pipeline.name} could not be read`}
          cause={first.error.message}
          onRetry={() => void first.refetch()}
        />
      </div>
    );
  }
  const input = {
    siteId,
    pipeline: opened.pipeline,
    draft: first.data,
    shownVersion: opened.version,
    takenNames: [],
    // Read last: permissions come beside the graph.
    accessRefusal: findEditRefusal(site),
  };
  return (
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Workspace
        siteId={siteId}
        stored={{ pipeline, isError, readAt, refetch }}
        initialVersion={opened.chosen}
      />
    </EditorContext.Provider>
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

/** What the address names, before anything is drawn. The screen itself shows a failure. */
export async function prefetch(siteId: string): Promise<void> {
  const { pathname, search } = window.location;
  const asked = new URLSearchParams(search);
  preloadTab(asked.get('view'));
  const pipelineId = getIdOf(pathname);
  // An editor waits for what the person may do, which is not asked for before the first render.
  if (pipelineId === NEW || asked.get('mode') === 'edit') return;
  const query = callQuery('getPipeline', { path: { pipelineId } }, siteId);
  await queryClient.prefetchQuery({ ...query, meta: { isSuppressed: true } });
  const pipeline = queryClient.getQueryData(query.queryKey)?.pipeline;
  if (pipeline?.siteId !== siteId) return;
  const chosen = parseVersion(asked.get('version') ?? undefined);
  await askAhead(pipeline, chooseDisplayedVersion(pipeline, false, chosen)).catch(() => undefined);
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
