import { useQueries } from '@tanstack/react-query';
import type { CallResponse } from '../../contract/calls/index.ts';
import { useStore } from '../lib/store.ts';
import { selectedSiteId } from './selected-site.ts';
import { callQuery } from './use-call.ts';

type Users = CallResponse<'listNodePipelineIds'>['nodePipelineIds'];

/** About 5 KB of URL: a service may refuse 16 KB. */
const MOST_IDS = 200;

const META = { isSuppressed: true, keepPrevious: true };

const splitIds = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) =>
    ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS),
  );

const joinUsers = (answers: readonly { data: CallResponse<'listNodePipelineIds'> | undefined }[]) => {
  const read = answers.flatMap(({ data }) => data ?? []);
  return read.length < answers.length ? undefined : read.flatMap((one) => one.nodePipelineIds);
};

/** Pipelines per source or destination; undefined until all are read. */
export function useNodePipelines(nodeIds: readonly string[]): Users | undefined {
  const siteId = useStore(selectedSiteId);
  return useQueries({
    queries: splitIds(nodeIds).map((chunk) => ({
      ...callQuery('listNodePipelineIds', { query: { nodeIds: chunk } }, siteId),
      meta: META,
    })),
    combine: joinUsers,
  });
}
