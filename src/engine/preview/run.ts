import type { ComponentRegistry } from '../components/types.ts';
import { Delivery } from '../topology/delivery.ts';
import type { ErrorOwner } from '../topology/error-log.ts';
import type { Loaded } from '../topology/transform-node.ts';
import type { PreviewNode, PreviewReport, PreviewRequest } from '../types/preview.ts';
import { prepareDraft } from './draft-flow.ts';
import type { Recorder } from './recorder.ts';

const NO_PRESSURE = { waiting: () => {}, settled: () => {} };

/**
 * Runs events through a draft one by one with a frozen clock, then flushes state.
 * @param beforeEach may throw to end the run
 * @throws EngineError naming the node, if any
 */
export function runPreview(
  request: PreviewRequest,
  components: ComponentRegistry,
  beforeEach: () => void = () => {},
  loaded: Loaded = new Map(),
): PreviewReport {
  const began = performance.now();
  const { flow, finish, entry, append, pool, recorder, shown } = prepareDraft(request, components, loaded);
  for (const [index, text] of request.events.entries()) {
    beforeEach();
    const bytes = Buffer.from(text);
    const batch = pool.take();
    append(batch, bytes);
    const origin = request.origins?.[index];
    if (origin) batch.setOrigin(origin, 0);
    if (batch.count === 0) {
      pool.release(batch);
      continue;
    }
    recorder.index = index;
    recorder.enter(entry.owner.nodeId, bytes.toString(), batch.isRawText(0));
    const delivery = new Delivery(NO_PRESSURE);
    recorder.indexes.set(delivery, index);
    flow.accept(entry, batch, bytes.length, bytes.length, delivery);
  }
  finish();
  const { eventsIn, bytesIn } = entry.owner.metrics;
  return {
    nodes: Object.fromEntries(shown.map((owner) => [owner.nodeId, reportOf(owner, recorder)])),
    eventsIn,
    bytesIn,
    elapsedMilliseconds: performance.now() - began,
  };
}

function reportOf({ metrics, nodeId }: ErrorOwner, recorder: Recorder): PreviewNode {
  const { eventsIn, eventsOut, eventsDropped, eventsDeadLetter, errors, bytesIn, bytesOut } = metrics;
  return {
    eventsIn,
    eventsOut,
    eventsDropped: eventsDropped + eventsDeadLetter,
    errors,
    bytesIn,
    bytesOut,
    results: recorder.results.get(nodeId) ?? [],
  };
}
