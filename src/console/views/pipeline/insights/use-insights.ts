import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { predecessorsOf, successorsOf } from '../../../../graph/walk.ts';
import { findNodeOfComponent, getComponentId } from '../editor/draft-from-graph.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';
import { toPreviewGraph } from '../preview/preview-graph.ts';
import { createInsights } from './insights-actor.ts';

const isParser = (draft: Draft, id: string): boolean =>
  draft.nodes[id]?.templateId.startsWith('parse_') === true && !draft.meta[id]?.disabled;

/**
 * The node to inspect first: the nearest parser, since transforms see no fields in unparsed text; else the
 * source.
 */
export function findFirstLook(draft: Draft): string | undefined {
  const source = Object.values(draft.nodes).find((node) => node.nodeType === 'SOURCE');
  if (!source) return undefined;
  const seen = [source.id];
  // `seen` grows during iteration: a breadth-first search.
  for (const id of seen) {
    if (isParser(draft, id)) return id;
    for (const next of successorsOf(draft, id)) if (!seen.includes(next)) seen.push(next);
  }
  return source.id;
}

/** The node itself, or for a destination the previous node. */
export function findLookAt(draft: Draft, componentId: string): string | undefined {
  const node = findNodeOfComponent(draft, componentId);
  return node?.nodeType === 'SINK' ? predecessorsOf(draft, node.id)[0] : node?.id;
}

/**
 * Inspection starts automatically.
 * @param at first component; by default the nearest parser
 */
export function useInsights(
  { siteId, id: pipelineId }: Pipeline,
  draft: Draft,
  catalogue: Catalogue,
  at: string | undefined,
) {
  const place = useRef({ siteId, pipelineId, draft, catalogue });
  const [{ actor, eventsOf }] = useState(() => {
    const { actor, eventsOf } = createInsights(pipelineId, () => place.current);
    return { actor: actor.start(), eventsOf };
  });
  const snapshot = useSelector(actor, (now) => now);
  const { componentId, capture } = snapshot.context;
  // By content, so that reading the same version again does not repeat measurements.
  const graph = useMemo(() => JSON.stringify(toPreviewGraph(draft)), [draft]);
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
  const firstId = useMemo(
    () => (at === undefined ? undefined : findLookAt(draft, at)) ?? findFirstLook(draft),
    [draft, at],
  );
  useEffect(() => {
    if (firstId !== undefined && actor.getSnapshot().matches('idle')) look(getComponentId(draft, firstId));
  }, [firstId, draft, look, actor]);
  useEffect(() => () => void actor.stop(), [actor]);

  const name = findNodeOfComponent(draft, componentId)?.name ?? '';
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
