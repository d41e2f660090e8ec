import { useContext, useMemo } from 'react';
import { selectOutcome } from '../../../../../machines/preview/index.ts';
import type { ConfigProperty, PropertyKind } from '../../../../contract/config-format.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { testPattern } from '../../../api/test-pattern.ts';
import { useTap } from '../../../api/use-live.ts';
import type { CodeTools } from '../../../components/widgets/code/code-tools.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { listEventsAt } from '../preview/events-at.ts';
import { PreviewContext } from '../preview/preview-context.ts';
import { countMissing, listComparedValues, listFieldPaths, listFieldSamples } from './pattern-samples.ts';

/** Events fetched when the form opens; they do not change while it is open. */
const SAMPLES = 5;

/** Live samples need a stored pipeline and a component with counters. */
export type RunningParts = {
  siteId: string;
  pipelineId: string | undefined;
  hasCounts: (componentId: string) => boolean;
};

/** Kinds of property that are edited beside sample events. */
const SAMPLED_KINDS: readonly PropertyKind[] = ['grok', 'pattern', 'field', 'fields', 'condition'];

const isSampled = (properties: readonly ConfigProperty[]): boolean =>
  properties.some(({ kind, objStructure = [] }) => SAMPLED_KINDS.includes(kind) || isSampled(objStructure));

/** Patterns are matched by the engine; samples come from the preview, or else live. */
export function usePatternTools(
  draft: Draft,
  node: DraftNode,
  properties: readonly ConfigProperty[],
  { siteId, pipelineId, hasCounts }: RunningParts,
  sourceFields: readonly string[] | undefined,
): CodeTools {
  const before = predecessorsOf(draft, node.id)
    .map((id) => getComponentId(draft, id))
    .find(hasCounts);
  const snapshot = useContext(PreviewContext)?.snapshot;
  const sampled = useMemo(() => snapshot && listEventsAt(snapshot, node.id, SAMPLES), [snapshot, node.id]);
  const results = snapshot && selectOutcome(snapshot)?.nodes[node.id]?.results;
  const isWanted =
    sampled === undefined && pipelineId !== undefined && before !== undefined && isSampled(properties);
  const { events } = useTap(
    isWanted ? { siteId, pipelineId, componentId: before, limit: SAMPLES } : undefined,
  );
  const { field } = node.config;
  const seen = sampled ?? events;
  return useMemo(
    () => ({
      testPattern,
      samples: listFieldSamples(seen, typeof field === 'string' ? field : undefined),
      samplesOf: (asked) => listComparedValues(seen, asked),
      fieldPaths: seen.length > 0 ? listFieldPaths(seen) : (sourceFields ?? []),
      eventCount: seen.length,
      countMissing: results && ((asked: string) => countMissing(results, asked)),
      samplesNote: sampled && 'The first preview events that reach this node are listed below.',
    }),
    [seen, sampled, results, field, sourceFields],
  );
}
