import type { PreviewOutcome } from '../../contract/calls/preview.ts';
import { percentOptimized } from '../../contract/entities/analytics.ts';
import type { PreviewReport } from '../../engine/port.ts';
import type { Draft } from './draft.ts';

/** Output is the sum over all destinations. */
export function toOutcome(report: PreviewReport, draft: Draft): PreviewOutcome {
  const sinks = draft.nodes.flatMap(({ id, nodeType }) =>
    nodeType === 'SINK' ? (report.nodes[id] ?? []) : [],
  );
  const bytesOut = sinks.reduce((sum, sink) => sum + sink.bytesOut, 0);
  const { eventsIn, bytesIn } = report;
  return {
    nodes: Object.fromEntries(
      Object.entries(report.nodes).map(([id, node]) => [
        id,
        { ...node, percentOptimized: percentOptimized(node.bytesIn, node.bytesOut) },
      ]),
    ),
    total: {
      eventsIn,
      eventsOut: sinks.reduce((sum, sink) => sum + sink.eventsOut, 0),
      bytesIn,
      bytesOut,
      percentOptimized: sinks.length === 0 ? null : percentOptimized(bytesIn, bytesOut),
    },
    elapsedMilliseconds: report.elapsedMilliseconds,
  };
}
