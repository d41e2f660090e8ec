import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
import { type PreviewSnapshot, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';
import { isSavingTemplate } from '../../../../contract/calls/suggestions.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { callApi } from '../../../api/call-api.ts';
import { useTap } from '../../../api/use-live.ts';
import { type EventsToFit, toEventsToFit } from '../../../components/suggestions/events-to-fit.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { PreviewContext } from '../preview/preview-context.ts';
import type { RunningParts } from './use-pattern-tools.ts';

/** Preview events before the node changes them. */
function listPreviewedEvents(snapshot: PreviewSnapshot | undefined, nodeId: string): EventsToFit | undefined {
  const results = snapshot && selectOutcome(snapshot)?.nodes[nodeId]?.results;
  if (results && results.length > 0)
    return toEventsToFit(results.map(({ before, isText }) => ({ text: before, isText })));
  const sample = snapshot && selectSample(snapshot);
  return sample && toEventsToFit(sample.events.map((text) => ({ text })));
}

const LIVE_EVENTS = 100;
/** How long to wait for a quiet source. */
const GATHER_MS = 2000;

/** Events that reach the node: from the preview, else live ones, gathered on request. */
function useEventsToFit(
  draft: Draft,
  node: DraftNode,
  { siteId, pipelineId, hasCounts }: RunningParts,
  isAsked: boolean,
) {
  const snapshot = useContext(PreviewContext)?.snapshot;
  const previewed = isAsked ? listPreviewedEvents(snapshot, node.id) : undefined;
  const before = predecessorsOf(draft, node.id)
    .map((id) => getComponentId(draft, id))
    .find(hasCounts);
  const isLive = isAsked && previewed === undefined && pipelineId !== undefined && before !== undefined;
  const tap = useTap(isLive ? { siteId, pipelineId, componentId: before, limit: LIVE_EVENTS } : undefined);
  const [isLate, setLate] = useState(false);
  const hasLive = isLive && tap.events.length > 0;
  useEffect(() => {
    if (!hasLive) return undefined;
    const timer = setTimeout(() => setLate(true), GATHER_MS);
    return () => clearTimeout(timer);
  }, [hasLive]);
  const isGathered = hasLive && (isLate || tap.state === 'ended');
  const none =
    isAsked && previewed === undefined && (!isLive || (tap.state === 'ended' && !hasLive))
      ? (isLive && tap.reason) ||
        'No events reach this node yet. Run a preview on a sample, or deploy what is before it.'
      : undefined;
  return { events: previewed ?? (isGathered ? toEventsToFit(tap.events) : undefined), none };
}

/**
 * Suggested settings for a transform, from events at the time of the request.
 * @param asked incremented per request; 0 for none
 */
export function useSuggestions(draft: Draft, node: DraftNode, running: RunningParts, asked: number) {
  const { events, none } = useEventsToFit(draft, node, running, asked > 0);
  const [kept, setKept] = useState<{ asked: number; events: EventsToFit } | undefined>(undefined);
  if (events && kept?.asked !== asked) setKept({ asked, events });
  const { field } = node.config;
  const isPlaced = typeof field === 'string' && field !== '' && node.templateId !== 'parse_timestamp';
  const request = kept?.asked === asked && asked > 0 ? kept.events : undefined;
  // Data Insights suggests steps that save volume; otherwise the best match is shown.
  const only = isSavingTemplate(node.templateId) ? { templateId: node.templateId } : {};
  const place = isPlaced ? field : undefined;
  const query = useQuery({
    queryKey: ['suggestSteps', node.id, asked, place],
    queryFn: async ({ signal }) => {
      const body = { ...request!, ...only, ...(place === undefined ? {} : { field: place }) };
      return (await callApi('suggestSteps', { body }, { signal })).data;
    },
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { outcome: query.data, error: query.error, none: request ? undefined : none };
}
