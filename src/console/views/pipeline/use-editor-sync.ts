import { useEffect, useRef } from 'react';
import { isInAction } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { notify } from '../../actors/toasts.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { refusedDeploy } from '../../parts/deploy-gate/deploy-gate.ts';
import { useDraftSlot } from './draft-slot.ts';
import { draftStore } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';
import { loadVersion } from './load-version.ts';
import { useConfigChecks } from './use-config-checks.ts';
import { useTakenNames } from './use-taken-names.ts';

type Sync = {
  siteId: string;
  pipeline: Pipeline | undefined;
  /** Version that should be on screen. */
  shown: number;
  onSaved: (kind: 'draft' | 'deploy' | 'force') => void;
  onEnded: () => void;
  refetch: () => void;
};

/** Ties the editor to the service: what is stored flows in, what it tells flows out. */
export function useEditorSync({ siteId, pipeline, shown, onSaved, onEnded, refetch }: Sync): void {
  const actor = EditorContext.useActorRef();
  const slot = useDraftSlot(pipeline?.id);
  const isArmedFor = useRef(shown);
  // Also of a pipeline whose first save failed after it was made: its name is its own (R4-85).
  const ownId = EditorContext.useSelector(({ context }) => context.pipeline?.id);
  const takenNames = useTakenNames(siteId, ownId);

  useEffect(() => {
    if (pipeline) actor.send({ type: 'pipeline.changed', pipeline });
  }, [actor, pipeline]);
  useEffect(() => actor.send({ type: 'names.changed', takenNames }), [actor, takenNames]);
  useConfigChecks();

  const isViewing = EditorContext.useSelector((snapshot) => snapshot.matches('viewing'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is a reason to load
  useEffect(() => {
    const { shownVersion, pipeline: edited } = actor.getSnapshot().context;
    // The edit mode ended before its last save was read again: the draft does not stay on screen (R4-46).
    const isLeftOver = isViewing && shownVersion !== shown && !(edited && isInAction(edited));
    if (!pipeline || (isArmedFor.current === shown && !isLeftOver)) return;
    isArmedFor.current = shown;
    if (shown === 0 || shownVersion === shown) return;
    const abort = new AbortController();
    loadVersion(pipeline, shown, abort.signal).then(
      (draft) => actor.send({ type: 'version.loaded', version: shown, draft }),
      (error: unknown) => {
        if (!abort.signal.aborted) reportApiError(error, { id: 'getGraph' });
      },
    );
    return () => abort.abort();
  }, [shown, isViewing]);

  useEffect(() => {
    /** Theirs instead of mine: the latest version, as it is stored now. */
    const takeTheirs = async ({ id }: Pipeline) => {
      try {
        const { data } = await callApi('getPipeline', { path: { pipelineId: id } });
        const version = data.pipeline.latestGraphVersion;
        const draft = await loadVersion(data.pipeline, version);
        actor.send({ type: 'pipeline.changed', pipeline: data.pipeline });
        actor.send({ type: 'version.loaded', version, draft });
      } catch (error) {
        reportApiError(error, { id: 'getGraph' });
      }
    };
    const subscriptions = [
      actor.on('editor.toast', ({ status, message }) => {
        // A modal says it already (R6-42); errors of kind forbidden give no notification (R8-24).
        const isRefused =
          actor.getSnapshot().context.failure?.code === 'FORBIDDEN' || refusedDeploy.get() !== undefined;
        if (status !== 'error' || !isRefused) notify({ status, message });
      }),
      actor.on('editor.saved', ({ kind, pipelineId }) => {
        draftStore.remove(siteId, pipeline ? pipelineId : slot);
        onSaved(kind);
        // The screen of a new pipeline has done its part: the pipeline has an address of its own (R4-84).
        if (pipeline) return;
        const { pathname } = window.location;
        queueMicrotask(() => {
          // Whoever asked to go elsewhere meanwhile has gone there.
          if (window.location.pathname === pathname) goTo(paths.pipeline(pipelineId), { replace: true });
        });
      }),
      actor.on('editor.reload', () => {
        refetch();
        if (pipeline) void takeTheirs(pipeline);
      }),
      actor.on('editor.ended', onEnded),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor, siteId, slot, pipeline, onSaved, onEnded, refetch]);
}
