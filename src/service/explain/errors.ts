import { parseErrorText } from '../../contract/errors.ts';
import { ERROR_REOPENS_AFTER_SECONDS } from '../../contract/limits.ts';
import type { Repositories } from '../store/index.ts';
import type { ExplainScope, Found } from './entry.ts';

const MINUTE_SECONDS = 60;
const floorToMinute = (ms: number) => Math.floor(ms / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;

/** Also errors that recur after an hour without. */
export async function readErrorEntries(tx: Repositories, scope: ExplainScope): Promise<Found[]> {
  const { pipelines, from, to } = scope;
  const range = { from: floorToMinute(from), to: floorToMinute(to) + MINUTE_SECONDS };
  const pipelineIds = pipelines.map((row) => row.id);
  const groups = (await tx.errors.list({ pipelineIds, ...range })).filter((one) => one.level !== 'INFO');
  const before = { from: range.from - ERROR_REOPENS_AFTER_SECONDS, to: range.to };
  const points = await tx.errors.series(
    groups.map((group) => group.id),
    before,
    MINUTE_SECONDS,
  );
  const ofGroup = Map.groupBy(points, (point) => point.group_id);
  return groups.flatMap((group): Found[] => {
    const own = ofGroup.get(group.id) ?? [];
    const begins = own.filter(
      (point, index) =>
        point.at >= range.from &&
        point.at - (own[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > ERROR_REOPENS_AFTER_SECONDS,
    );
    return begins
      .map((point) =>
        Math.max(point.at * 1000, floorToMinute(group.first_at) === point.at ? group.first_at : 0),
      )
      .filter((at) => at >= from - MINUTE_SECONDS * 1000 && at < to)
      .map((at) => ({
        at,
        kind: 'error',
        severity: group.level === 'ERROR' ? 'error' : 'warning',
        title: `New error: ${group.error_name}`,
        detail: parseErrorText(group.description).title,
        by: '',
        pipelineId: group.pipeline_id,
        nodeId: group.node_id,
      }));
  });
}
