import {
  type ComponentHealth,
  type HealthState,
  isTrouble,
  type PipelineHealth,
} from '../../../contract/entities/health.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandArgs } from '../../commands/types.ts';
import { formatReason } from '../../components/health/reason-text.ts';
import { formatClock, formatCount, formatFigure } from '../../lib/format.ts';
import type { PipelineFlow } from './flow-rates.ts';

/** A command that leads to the cause, with a key that acts on exactly this row. */
export type AttentionFix = { command: string; args: CommandArgs };

export type AttentionRow = {
  pipelineId: string;
  name: string;
  state: HealthState;
  /** Who has the trouble: `SIEM is not receiving data from k8s-to-siem`. */
  subject: string;
  /** Worst reason. */
  reason: string;
  /** Number of further reasons. */
  more: number;
  /** Waiting and lost data of the worst node. */
  facts: { waiting: string | undefined; lost: string | undefined; since: string | undefined } | undefined;
  /** Most helpful first; none while the engine restarts itself. */
  fixes: readonly AttentionFix[];
};

type Reason = PipelineHealth['reasons'][number];

/** Commands that open the cause or restart the pipeline. */
function listFixes(
  { pipelineId, status }: PipelineHealth,
  { rule, componentId, nodeName }: Reason,
): AttentionFix[] {
  const pipeline = pipelineId;
  const node = { command: 'attention.node', args: { pipeline, node: componentId } };
  const errors = { command: 'attention.errors', args: { pipeline } };
  switch (rule) {
    case 'engine':
      return [];
    case 'pipeline':
      return status === 'FAILED'
        ? [{ command: 'attention.edit', args: { pipeline } }]
        : [{ command: 'attention.deploy', args: { pipeline } }];
    case 'delivery': {
      const args = { id: componentId, name: nodeName };
      return [{ command: 'attention.test', args }, { command: 'attention.edit', args }, errors];
    }
    case 'errors':
    case 'loss':
      return componentId === '' ? [errors] : [errors, node];
    case 'buffer':
    case 'lag':
    case 'utilisation':
    case 'heldBack':
    case 'silence':
      return componentId === '' ? [] : [node];
  }
}

const UNDELIVERED = 'Nothing is delivered: ';

function describe({ name }: PipelineHealth, reason: Reason) {
  const { rule, nodeName } = reason;
  const text = formatReason(reason);
  if (rule === 'delivery' && nodeName !== '')
    return {
      subject: `${nodeName} is not receiving data from ${name}`,
      reason: text.startsWith(UNDELIVERED) ? text.slice(UNDELIVERED.length) : text,
    };
  return { subject: nodeName === '' ? name : `${nodeName} of ${name}`, reason: text };
}

/** @param waitingNow newer than health's count, like the screen's other figures */
function gatherFacts(
  node: ComponentHealth | undefined,
  waitingNow: number | undefined,
): AttentionRow['facts'] {
  if (!node) return undefined;
  const { figures } = node;
  const lost = fromCount(figures.eventsLost);
  const waiting = waitingNow ?? fromCount(figures.eventsBuffered ?? 0);
  if (waiting === 0 && lost === 0 && node.nodeType !== 'SINK') return undefined;
  const full = figures.bufferShare === null ? '' : `, buffer ${Math.round(100 * figures.bufferShare)}% full`;
  const last = figures.lastEventUnixTimeSeconds;
  return {
    waiting:
      waiting === 0
        ? undefined
        : `${formatFigure(formatCount(waiting))} ${waiting === 1 ? 'event' : 'events'} waiting${full}`,
    lost:
      lost === 0
        ? waiting === 0
          ? undefined
          : 'nothing lost'
        : `${counted(lost, 'event')} lost in the last minute`,
    since:
      node.nodeType !== 'SINK' || !isTrouble(node.state)
        ? undefined
        : last === 0
          ? 'nothing delivered yet'
          : `last delivered ${formatClock(last * 1000)}`,
  };
}

const ORDER: readonly HealthState[] = ['failing', 'fallingBehind', 'atRisk'];

/** Worst first, then by name. */
export const listAttentionRows = (
  pipelines: readonly PipelineHealth[],
  components: readonly ComponentHealth[] = [],
  flows: ReadonlyMap<string, PipelineFlow> = new Map(),
): AttentionRow[] =>
  pipelines
    .flatMap((one): AttentionRow[] => {
      const [worst, ...others] = one.reasons.filter(({ state }) => isTrouble(state));
      if (!worst || !isTrouble(one.state)) return [];
      const { pipelineId, name, state } = one;
      const node = components.find(
        (part) => part.pipelineId === pipelineId && part.componentId === worst.componentId,
      );
      const fixes = listFixes(one, worst);
      const sink = flows.get(pipelineId)?.sinks.find(({ sinkId }) => sinkId === worst.componentId);
      const facts = gatherFacts(node, sink?.waitingEvents);
      const described = describe(one, worst);
      return [{ pipelineId, name, state, ...described, more: others.length, facts, fixes }];
    })
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
