import { useEffect } from 'react';
import {
  type ConfigAnswer,
  listUncheckedTransforms,
  selectDialog,
  selectDraft,
} from '../../../../../machines/pipeline-editor/index.ts';
import { type DraftNode, isTemporaryId } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { CHECK_PAUSE_MS } from '../../../api/check-configs.ts';
import { EditorContext } from './editor-context.ts';

/** Checks the configurations; returns no problems when the service is unreachable. */
async function ask(
  siteId: string,
  nodes: readonly DraftNode[],
  findLineage: (id: string) => string | undefined,
  signal: AbortSignal,
): Promise<ConfigAnswer[]> {
  const answer = (index: number, problems?: ConfigAnswer['problems']): ConfigAnswer[] => {
    const node = nodes[index];
    if (!node) return [];
    const { id: nodeId, templateId, config } = node;
    return [{ nodeId, templateId, config, ...(problems ? { problems } : {}) }];
  };
  const transforms = nodes.map(({ id, templateId, config }) => {
    const lineageId = findLineage(id);
    return { templateId, config, ...(lineageId === undefined ? {} : { lineageId }) };
  });
  try {
    const { data } = await callApi('checkTransforms', { body: { siteId, transforms } }, { signal });
    return data.results.flatMap(({ problems }, index) => answer(index, problems));
  } catch {
    // The save reports the problems.
    return nodes.flatMap((_, index) => answer(index));
  }
}

/**
 * Debounced check of changed transforms by the service, which knows rules across fields. The deploy dialog
 * skips the delay.
 */
export function useConfigChecks(): void {
  const actor = EditorContext.useActorRef();
  const draft = EditorContext.useSelector(selectDraft);
  const base = EditorContext.useSelector(({ context }) => context.base);
  const isAwaited = EditorContext.useSelector((now) => selectDialog(now) === 'confirmDeploy');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft is a reason to ask
  useEffect(() => {
    const { context } = actor.getSnapshot();
    const nodes = listUncheckedTransforms(context);
    if (nodes.length === 0) return;
    const stop = new AbortController();
    const findLineage = (id: string) =>
      context.draft.meta[id]?.lineageId ?? (isTemporaryId(id) ? undefined : id);
    const timer = setTimeout(
      async () => {
        const answers = await ask(context.siteId, nodes, findLineage, stop.signal);
        if (!stop.signal.aborted) actor.send({ type: 'configs.checked', answers });
      },
      isAwaited ? 0 : CHECK_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [actor, draft, base, isAwaited]);
}
