import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { componentIdOf, nodeOfComponent } from '../draft-from-graph.ts';
import { previewGraph } from '../preview/preview-graph.ts';
import type { Catalogue } from '../use-catalogue.ts';
import { firstLook } from './first-look.ts';
import { createInsights } from './insights-actor.ts';

/** The machine of the tab: it begins to look by itself, and measures in the graph on screen. */
export function useInsights({ siteId, id: pipelineId }: Pipeline, draft: Draft, catalogue: Catalogue) {
  const place = useRef({ siteId, pipelineId, draft, catalogue });
  const [{ actor, eventsOf }] = useState(() => {
    const { actor, eventsOf } = createInsights(pipelineId, () => place.current);
    return { actor: actor.start(), eventsOf };
  });
  const snapshot = useSelector(actor, (now) => now);
  const { componentId, capture } = snapshot.context;
  // What is told of the graph, so that reading the same version again measures nothing anew.
  const graph = useMemo(() => JSON.stringify(previewGraph(draft)), [draft]);
  const measuredIn = useRef(graph);
  useEffect(() => {
    place.current = { siteId, pipelineId, draft, catalogue };
    if (measuredIn.current !== graph) actor.send({ type: 'graph.changed' });
    measuredIn.current = graph;
  }, [siteId, pipelineId, draft, catalogue, graph, actor]);

  const look = useCallback(
    (next: string) => actor.send({ type: 'insights.requested', componentId: next }),
    [actor],
  );
  const stop = useCallback(() => actor.send({ type: 'insights.stopped' }), [actor]);
  const firstId = useMemo(() => firstLook(draft), [draft]);
  useEffect(() => {
    if (firstId !== undefined && actor.getSnapshot().matches('idle')) look(componentIdOf(draft, firstId));
  }, [firstId, draft, look, actor]);
  useEffect(() => () => void actor.stop(), [actor]);

  const name = nodeOfComponent(draft, componentId)?.name ?? '';
  const captureId = capture?.id ?? '';
  const sample = useCallback(
    async (): Promise<PreviewSample> => ({
      origin: 'captured',
      name: `Captured at ${name}`,
      events: await eventsOf(captureId),
      startComponentId: componentId,
    }),
    [eventsOf, captureId, componentId, name],
  );
  return { snapshot, look, stop, name, sample };
}
