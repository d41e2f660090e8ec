import type { PipelineErrors, PipelineSummary } from '../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';

/** One list row, with names and figures of other calls. */
export type PipelineRow = {
  pipeline: Pipeline;
  sourceName: string | undefined;
  sinkNames: string[];
  /** Percent saved in the time range; undefined without data. */
  optimized: number | undefined;
  /** Unacknowledged errors and warnings; undefined before the first deployment. */
  errors: number | undefined;
  /** Worst node state; undefined unless in trouble. */
  health: HealthState | undefined;
};

type Joined = {
  names: ReadonlyMap<string, string>;
  summaries: Readonly<Record<string, PipelineSummary>> | undefined;
  errors: Readonly<Record<string, PipelineErrors>> | undefined;
  health?: ReadonlyMap<string, HealthState> | undefined;
  /** False for Collectors before they report: missing errors are not zero. */
  isWhole?: boolean;
};

const countErrors = (entry: PipelineErrors | undefined): number =>
  entry ? Math.round(fromCount(entry.unacknowledgedErrors) + fromCount(entry.unacknowledgedWarnings)) : 0;

const areNamesEqual = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, at) => name === b[at]);

const areRowsEqual = (a: PipelineRow, b: PipelineRow): boolean =>
  a.sourceName === b.sourceName &&
  a.optimized === b.optimized &&
  a.errors === b.errors &&
  a.health === b.health &&
  areNamesEqual(a.sinkNames, b.sinkNames);

/** Previous rows: an unchanged row keeps its identity and is not rendered again. */
const lastRows = new WeakMap<Pipeline, PipelineRow>();

function reuseRow(row: PipelineRow): PipelineRow {
  const last = lastRows.get(row.pipeline);
  if (last && areRowsEqual(last, row)) return last;
  lastRows.set(row.pipeline, row);
  return row;
}

export function toRows(pipelines: readonly Pipeline[], joined: Joined): PipelineRow[] {
  return pipelines.map((pipeline) => {
    const wasDeployed = pipeline.deployedGraphVersion > 0;
    const isCounted =
      wasDeployed && (joined.isWhole !== false || joined.summaries?.[pipeline.id] !== undefined);
    return reuseRow({
      pipeline,
      sourceName: joined.names.get(pipeline.sourceId),
      sinkNames: pipeline.sinkIds.map((id) => joined.names.get(id)).filter((name) => name !== undefined),
      optimized: joined.summaries?.[pipeline.id]?.percentDataOptimized ?? undefined,
      errors:
        joined.errors && (isCounted || joined.errors[pipeline.id])
          ? countErrors(joined.errors[pipeline.id])
          : undefined,
      health: joined.health?.get(pipeline.id),
    });
  });
}

const searchedTexts = new WeakMap<PipelineRow, string>();

/** Names of pipeline, source and destinations, in lines; cached per row. */
export function getSearchedText(row: PipelineRow): string {
  const known = searchedTexts.get(row);
  if (known !== undefined) return known;
  const text = [row.pipeline.name, row.sourceName ?? '', ...row.sinkNames].join('\n').toLowerCase();
  searchedTexts.set(row, text);
  return text;
}
