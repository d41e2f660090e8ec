import type { PipelineErrors, PipelineSummary } from '../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
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
  /** As its worst node; undefined unless it is in trouble. */
  health: HealthState | undefined;
};

type Joined = {
  names: ReadonlyMap<string, string>;
  summaries: Readonly<Record<string, PipelineSummary>> | undefined;
  errors: Readonly<Record<string, PipelineErrors>> | undefined;
  health?: ReadonlyMap<string, HealthState> | undefined;
};

const errorCount = (entry: PipelineErrors | undefined): number =>
  entry ? Math.round(fromCount(entry.unacknowledgedErrors) + fromCount(entry.unacknowledgedWarnings)) : 0;

const sameNames = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, at) => name === b[at]);

const sameRow = (a: PipelineRow, b: PipelineRow): boolean =>
  a.sourceName === b.sourceName &&
  a.optimized === b.optimized &&
  a.errors === b.errors &&
  a.health === b.health &&
  sameNames(a.sinkNames, b.sinkNames);

/** Rows as they were made last: one whose pipeline and figures stayed is the same object, and not drawn again. */
const lastRows = new WeakMap<Pipeline, PipelineRow>();

function remembered(row: PipelineRow): PipelineRow {
  const last = lastRows.get(row.pipeline);
  if (last && sameRow(last, row)) return last;
  lastRows.set(row.pipeline, row);
  return row;
}

/** Joins pipelines with the names of their nodes, their figures and their errors (R2.3-01, R2.3-05). */
export function toRows(pipelines: readonly Pipeline[], joined: Joined): PipelineRow[] {
  return pipelines.map((pipeline) => {
    const wasDeployed = pipeline.deployedGraphVersion > 0;
    return remembered({
      pipeline,
      sourceName: joined.names.get(pipeline.sourceId),
      sinkNames: pipeline.sinkIds.map((id) => joined.names.get(id)).filter((name) => name !== undefined),
      optimized: joined.summaries?.[pipeline.id]?.percentDataOptimized ?? undefined,
      errors:
        wasDeployed || joined.errors?.[pipeline.id] ? errorCount(joined.errors?.[pipeline.id]) : undefined,
      health: joined.health?.get(pipeline.id),
    });
  });
}

const searchedTexts = new WeakMap<PipelineRow, string>();

/** Names in lower case, made once for each row; no name holds a line break. */
function searchedText(row: PipelineRow): string {
  const known = searchedTexts.get(row);
  if (known !== undefined) return known;
  const text = [row.pipeline.name, row.sourceName ?? '', ...row.sinkNames].join('\n').toLowerCase();
  searchedTexts.set(row, text);
  return text;
}

/** Which rows fit: case-insensitive substring of the pipeline's own name, its source's or a destination's. */
export function searchMatcher(search: string): (row: PipelineRow) => boolean {
  const text = search.trim().toLowerCase();
  return text === '' ? () => true : (row) => searchedText(row).includes(text);
}
