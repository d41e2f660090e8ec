import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { mergeDrafts, type Union } from '../../../components/version-changes/union-draft.ts';
import { toDraft } from '../editor/draft-from-graph.ts';
import type { Compared, Side } from './compare-address.ts';

export type ComparedState = {
  union: Union | undefined;
  sides: { from: Draft; to: Draft } | undefined;
  failure: string | undefined;
  retry: () => void;
};

const load = async (pipeline: Pipeline, version: number, signal: AbortSignal): Promise<Draft> => {
  const path = { pipelineId: pipeline.id, graphVersion: version };
  const { data } = await callApi('getGraph', { path, query: {} }, { signal });
  return toDraft(pipeline, data.graph, undefined);
};

export function useCompared(pipeline: Pipeline, compared: Compared, draft: Draft): ComparedState {
  const { from, to } = compared;
  const queries = useQueries({
    queries: [from, to].map((side: Side) => ({
      queryKey: ['getGraph', pipeline.siteId, 'compared', pipeline.id, side],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(pipeline, Number(side), signal),
      enabled: side !== 'draft',
      // A saved version never changes.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const [first, second] = queries;
  const before = from === 'draft' ? draft : first?.data;
  const after = to === 'draft' ? draft : second?.data;
  const union = useMemo(() => (before && after ? mergeDrafts(before, after) : undefined), [before, after]);
  const sides = useMemo(() => (before && after ? { from: before, to: after } : undefined), [before, after]);
  return {
    union,
    sides,
    failure: queries.find(({ isError }) => isError)?.error?.message,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
