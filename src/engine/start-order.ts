import type { ExpectedPipeline, PipelinePlan } from './types/plan.ts';

/** Archives start first, so that they miss nothing. */
export const archivesFirst = (plans: Iterable<PipelinePlan>): PipelinePlan[] => {
  const isArchive = ({ nodes }: PipelinePlan) => nodes.some((node) => node.isArchive);
  return [...plans].sort((a, b) => Number(isArchive(b)) - Number(isArchive(a)));
};

/** Pipelines with intake, and their sources. */
export const expectedOf = (plans: Iterable<PipelinePlan>): ExpectedPipeline[] =>
  [...plans].flatMap(({ pipelineId, siteId, mode, nodes }) => {
    const sources = nodes.filter(({ nodeType, isArchive }) => nodeType === 'SOURCE' && !isArchive);
    const sourceIds = sources.map(({ componentId }) => componentId);
    return mode === 'pause' ? [] : [{ pipelineId, siteId, sourceIds }];
  });
