import { EVENTS_TOLD_MAX, type SampleDifference } from '../../contract/entities/changeset-checks.ts';
import { EngineError } from '../../engine/port.ts';
import { diffRuns, type Run } from '../../graph/data-diff.ts';
import type { Draft } from '../preview/draft.ts';
import { toOutcome } from '../preview/outcome.ts';
import { parseEvents } from '../preview/samples.ts';
import type { Services } from '../services.ts';
import type { SampleRow } from '../store/schema.ts';

type Sides = { before: Draft; after: Draft };
type Named = { id: string; name: string };

const isOf =
  (start: string) =>
  ({ componentId }: { componentId: string }): boolean =>
    componentId === start;

async function runOnce(services: Services, draft: Draft, row: SampleRow): Promise<Run> {
  const start = row.start_component_id;
  const startNodeId = start === '' ? undefined : draft.nodes.find(isOf(start))?.id;
  const report = await services.apart.inTurn('draft', () =>
    services.engine.preview({ ...draft, startNodeId, events: parseEvents(row) }),
  );
  return {
    outcome: toOutcome(report, draft),
    keys: new Map(draft.nodes.map(({ id, componentId }) => [id, componentId])),
  };
}

const toTotal = ({ outcome: { nodes, total } }: Run) => ({
  eventsOut: total.eventsOut,
  bytesOut: total.bytesOut,
  errors: Object.values(nodes).reduce((sum, { errors }) => sum + errors, 0),
  percentOptimized: total.percentOptimized,
});

export async function compareOnSample(
  services: Services,
  { before, after }: Sides,
  row: SampleRow,
  pipeline: Named,
): Promise<SampleDifference> {
  const of = {
    pipelineId: pipeline.id,
    pipeline: pipeline.name,
    sampleId: row.id,
    sample: row.name,
    eventCount: row.event_count,
  };
  const start = row.start_component_id;
  if (start !== '' && !(before.nodes.some(isOf(start)) && after.nodes.some(isOf(start))))
    return { ...of, problem: 'The node that its events left is not in both graphs', nodes: [] };
  try {
    const [was, is] = [await runOnce(services, before, row), await runOnce(services, after, row)];
    const known = new Map([...before.nodes, ...after.nodes].map((node) => [node.componentId, node]));
    const nodes = diffRuns(was, is).map(({ key, before: former, after: next, events }) => ({
      key,
      name: known.get(key)?.name ?? key,
      nodeType: known.get(key)?.nodeType ?? ('TRANSFORM' as const),
      ...(former ? { before: former } : {}),
      ...(next ? { after: next } : {}),
      eventCount: events.length,
      events: events.slice(0, EVENTS_TOLD_MAX).map((event) => ({
        index: event.index,
        before: [...event.before],
        after: [...event.after],
      })),
    }));
    return { ...of, before: toTotal(was), after: toTotal(is), nodes };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ...of, problem: error.problem.message, nodes: [] };
  }
}
