import type { HydrationPreview } from '../../contract/calls/hydrations.ts';
import { HYDRATION_PREVIEW_EVENTS, type HydrationChoice } from '../../contract/entities/hydration.ts';
import type { ArchiveRow } from '../../engine/port.ts';
import { toSearchRefusal } from '../log-search/answers.ts';
import { toDraft, toRunRefusal } from '../preview/draft.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { buildHydrationPlan } from './plan.ts';
import { type Checked, toHydrationRow } from './request.ts';

const MAX_BYTES = 1_000_000;

const toRecord = ({ text, isText }: ArchiveRow): string =>
  isText ? `{"message":${JSON.stringify(text)}}` : `{"event":${text}}`;

/**
 * Runs a window's newest events like a job; sends nothing.
 * @throws ContractError
 */
export async function previewHydration(
  services: Services,
  tx: Repositories,
  choice: HydrationChoice,
  checked: Checked,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<HydrationPreview> {
  const search = {
    want: 'rows',
    folders: checked.folders,
    query: choice.query,
    from: choice.startTime * 1_000_000,
    to: choice.endTime * 1_000_000,
    limit: HYDRATION_PREVIEW_EVENTS,
    maxBytes: MAX_BYTES,
  } as const;
  let rows: readonly ArchiveRow[];
  try {
    ({ rows } = await services.apart.inTurn('logRows', () =>
      services.archiveSearches.rows(search, { signal }),
    ));
  } catch (error) {
    throw toSearchRefusal(error);
  }
  if (rows.length === 0) return { eventsIn: 0, eventsOut: 0, results: [] };
  // The events are already read, so nothing opens the archive.
  const job = toHydrationRow(
    choice,
    { ...checked, folders: [] },
    { id: services.ids('pipeline'), name: '', createdBy: '', now },
  );
  const oldestFirst = rows.toReversed();
  try {
    const plan = await buildHydrationPlan(tx, { sealer: services.sealer, files: services }, job, 'run');
    const request = {
      ...toDraft(services, plan),
      events: oldestFirst.map(toRecord),
      origins: oldestFirst.map(({ origin }) => origin),
      resultNodeIds: [job.sink_id],
    };
    const report = await services.apart.inTurn('draft', () => services.engine.preview(request));
    const sink = report.nodes[job.sink_id];
    return {
      eventsIn: report.eventsIn,
      eventsOut: sink?.eventsOut ?? 0,
      results: (sink?.results ?? []).map(({ before, after, message }) => ({
        before,
        after,
        ...(message !== undefined && { message }),
      })),
    };
  } catch (error) {
    throw toRunRefusal(error);
  }
}
