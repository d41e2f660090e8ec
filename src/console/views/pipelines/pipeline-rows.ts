import type { PipelineErrors, PipelineSummary } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';

/** One row of the pipeline list, with the names and figures of other calls joined in. */
export type PipelineRow = {
  pipeline: Pipeline;
  sourceName: string | undefined;
  sinkNames: string[];
  /** Percent saved in the chosen time range; undefined when nothing flowed. */
  optimized: number | undefined;
  /** Unacknowledged errors and warnings (R9-47); undefined until the pipeline was deployed. */
  errors: number | undefined;
};

type Joined = {
  names: ReadonlyMap<string, string>;
  summaries: Readonly<Record<string, PipelineSummary>> | undefined;
  errors: Readonly<Record<string, PipelineErrors>> | undefined;
};

const errorCount = (entry: PipelineErrors | undefined): number =>
  entry ? Math.round(fromCount(entry.unacknowledgedErrors) + fromCount(entry.unacknowledgedWarnings)) : 0;

/** Joins pipelines with the names of their nodes, their figures and their errors (R2.3-01, R2.3-05). */
export function toRows(pipelines: readonly Pipeline[], joined: Joined): PipelineRow[] {
  return pipelines.map((pipeline) => {
    const wasDeployed = pipeline.deployedGraphVersion > 0;
    return {
      pipeline,
      sourceName: joined.names.get(pipeline.sourceId),
      sinkNames: pipeline.sinkIds.map((id) => joined.names.get(id)).filter((name) => name !== undefined),
      optimized: joined.summaries?.[pipeline.id]?.percentDataOptimized ?? undefined,
      errors:
        wasDeployed || joined.errors?.[pipeline.id] ? errorCount(joined.errors?.[pipeline.id]) : undefined,
    };
  });
}

/** Case-insensitive substring of the pipeline's own name, its source's or a destination's. */
export function matchesSearch(row: PipelineRow, search: string): boolean {
  const text = search.trim().toLowerCase();
  if (text === '') return true;
  return [row.pipeline.name, row.sourceName ?? '', ...row.sinkNames].some((name) =>
    name.toLowerCase().includes(text),
  );
}
