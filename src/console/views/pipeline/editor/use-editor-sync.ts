import { useEffect, useRef } from 'react';
import { isInAction } from '../../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Site } from '../../../../contract/entities/site.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { refusedDeploy } from '../../../components/deploy-gate/deploy-gate.ts';
import { paths } from '../../../lib/paths.ts';
import { goTo } from '../../../state/location.tsx';
import { notify } from '../../../state/toasts.ts';
import { useDraftSlot } from './draft-slot.ts';
import { draftStore } from './draft-store.ts';
import { EditorContext } from './editor-context.ts';
import { loadVersion } from './load-version.ts';
import { useConfigChecks } from './use-config-checks.ts';
import { useEngineChecks } from './use-engine-checks.ts';
import { useTakenNames } from './use-taken-names.ts';

type Sync = {
  engine?: Site['engine'] | undefined;
  siteId: string;
  pipeline: Pipeline | undefined;
  shown: number;
  onSaved: (kind: 'draft' | 'deploy' | 'force') => void;
  onEnded: () => void;
  refetch: () => void;
};

export function useEditorSync({ siteId, engine, pipeline, shown, onSaved, onEnded, refetch }: Sync): void {
  const actor = EditorContext.useActorRef();
  const slot = useDraftSlot(pipeline?.id);
  const isArmedFor = useRef(shown);
  // Also set after a failed first save: its own name must not count as taken.
  const ownId = EditorContext.useSelector(({ context }) => context.pipeline?.id);
  const takenNames = useTakenNames(siteId, ownId);

  useEffect(() => {
    if (pipeline) actor.send({ type: 'pipeline.changed', pipeline });
  }, [actor, pipeline]);
  useEffect(() => actor.send({ type: 'names.changed', takenNames }), [actor, takenNames]);
  useConfigChecks();
  useEngineChecks(siteId, engine);

  const isViewing = EditorContext.useSelector((snapshot) => snapshot.matches('viewing'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is a reason to load
  useEffect(() => {
    const { shownVersion, pipeline: edited } = actor.getSnapshot().context;
    // Edit mode ended before the last save was read again: replace the draft.
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
        // Already shown in a dialog; errors of kind forbidden give no notification.
        const isRefused =
          actor.getSnapshot().context.failure?.code === 'FORBIDDEN' || refusedDeploy.get() !== undefined;
        if (status !== 'error' || !isRefused) notify({ status, message });
      }),
      actor.on('editor.saved', ({ kind, pipelineId }) => {
        draftStore.remove(siteId, pipeline ? pipelineId : slot);
        onSaved(kind);
        // The new pipeline has its own address now.
        if (pipeline) return;
        const { pathname } = window.location;
        queueMicrotask(() => {
          // The user may have navigated meanwhile.
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
