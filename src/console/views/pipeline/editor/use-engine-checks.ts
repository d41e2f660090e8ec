import { useEffect } from 'react';
import { selectDraft } from '../../../../../machines/pipeline-editor/index.ts';
import type { Site } from '../../../../contract/entities/site.ts';
import type { Draft } from '../../../../graph/draft.ts';
import type { DraftProblem } from '../../../../graph/validate.ts';
import { callApi } from '../../../api/call-api.ts';
import { CHECK_PAUSE_MS } from '../../../api/check-configs.ts';
import { toPreviewGraph } from '../preview/preview-graph.ts';
import { EditorContext } from './editor-context.ts';

async function ask(siteId: string, draft: Draft, signal: AbortSignal): Promise<DraftProblem[]> {
  const { components: _components, ...graph } = toPreviewGraph(draft);
  const body = { siteId, graph };
  const { data } = await callApi('checkOnCollectors', { body }, { signal });
  return data.refusals.map(({ nodeId, name, reason, resolution }) => ({
    rule: 'engine',
    nodeId,
    message: `'${name}': ${reason}`,
    fix: resolution,
  }));
}

/** Marks each edited node that the site's Collectors would run differently. */
export function useEngineChecks(siteId: string, engine: Site['engine'] | undefined): void {
  const actor = EditorContext.useActorRef();
  const draft = EditorContext.useSelector(selectDraft);
  useEffect(() => {
    if (engine !== 'collectors' || Object.keys(draft.nodes).length === 0) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () =>
        void ask(siteId, draft, stop.signal).then(
          (refused) => {
            if (!stop.signal.aborted) actor.send({ type: 'configs.checked', answers: [], refused });
          },
          // A deployment reports the same.
          () => undefined,
        ),
      CHECK_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [actor, draft, siteId, engine]);
}
