import { useContext, useMemo } from 'react';
import { selectOutcome } from '../../../../../machines/preview/index.ts';
import type { ConfigProperty } from '../../../../contract/config-format.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { testPattern } from '../../../api/test-pattern.ts';
import { useTap } from '../../../api/use-live.ts';
import type { CodeTools } from '../../../components/widgets/code/code-tools.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { listEventsAt } from '../preview/events-at.ts';
import { PreviewContext } from '../preview/preview-context.ts';
import { countMissing, listComparedValues, listFieldSamples } from './pattern-samples.ts';

/** Events fetched when the form opens; they do not change while it is open. */
const SAMPLES = 5;

/** Live samples need a stored pipeline and a component with counters. */
export type RunningParts = {
  siteId: string;
  pipelineId: string | undefined;
  hasCounts: (componentId: string) => boolean;
};

const hasPattern = (properties: readonly ConfigProperty[]): boolean =>
  properties.some(
    ({ kind, objStructure = [] }) => kind === 'grok' || kind === 'pattern' || hasPattern(objStructure),
  );

/** Searches nested values. */
const hasPatternRule = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const operator: unknown = Reflect.get(value, 'operator');
  return operator === 'matches' || operator === 'not_matches' || Object.values(value).some(hasPatternRule);
};

/** Patterns are matched by the engine; samples come from the preview, or else live. */
export function usePatternTools(
  draft: Draft,
  node: DraftNode,
  properties: readonly ConfigProperty[],
  { siteId, pipelineId, hasCounts }: RunningParts,
): CodeTools {
  const before = predecessorsOf(draft, node.id)
    .map((id) => getComponentId(draft, id))
    .find(hasCounts);
  const snapshot = useContext(PreviewContext)?.snapshot;
  const sampled = useMemo(() => snapshot && listEventsAt(snapshot, node.id, SAMPLES), [snapshot, node.id]);
  const results = snapshot && selectOutcome(snapshot)?.nodes[node.id]?.results;
  const triesPatterns = hasPattern(properties) || hasPatternRule(node.config);
  const isWanted = sampled === undefined && pipelineId !== undefined && before !== undefined && triesPatterns;
  const { events } = useTap(
    isWanted ? { siteId, pipelineId, componentId: before, limit: SAMPLES } : undefined,
  );
  const { field } = node.config;
  return useMemo(
    () => ({
      testPattern,
      samples: listFieldSamples(sampled ?? events, typeof field === 'string' ? field : undefined),
      samplesOf: (asked) => listComparedValues(sampled ?? events, asked),
      eventCount: (sampled ?? events).length,
      countMissing: results && ((asked: string) => countMissing(results, asked)),
      samplesNote: sampled && 'The first preview events that reach this node are listed below.',
    }),
    [sampled, events, results, field],
  );
}
