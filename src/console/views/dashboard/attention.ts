import { type HealthState, isTrouble, type PipelineHealth } from '../../../contract/entities/health.ts';
import type { CommandArgs } from '../../commands/types.ts';

export type AttentionRow = {
  pipelineId: string;
  name: string;
  state: HealthState;
  /** Worst reason and its node. */
  reason: string;
  /** Number of further reasons. */
  more: number;
  /** Undefined when there is nothing to do, for instance while the engine restarts itself. */
  fix: { command: string; args: CommandArgs } | undefined;
};

type Reason = PipelineHealth['reasons'][number];

/** Command that opens the cause or restarts the pipeline. */
function fixOf({ pipelineId, status }: PipelineHealth, { rule, componentId }: Reason): AttentionRow['fix'] {
  const pipeline = pipelineId;
  switch (rule) {
    case 'engine':
      return undefined;
    case 'pipeline':
      return status === 'FAILED'
        ? { command: 'pipeline.edit', args: { pipeline } }
        : { command: 'pipeline.deploy', args: { pipeline } };
    case 'errors':
    case 'loss':
    case 'delivery':
      return { command: 'attention.errors', args: { pipeline } };
    case 'buffer':
    case 'lag':
    case 'utilisation':
    case 'heldBack':
    case 'silence':
      return componentId === ''
        ? { command: 'pipeline.open', args: { pipeline } }
        : { command: 'attention.node', args: { pipeline, node: componentId } };
  }
}

const ORDER: readonly HealthState[] = ['failing', 'fallingBehind', 'atRisk'];

/** Worst first, then by name. */
export const listAttentionRows = (pipelines: readonly PipelineHealth[]): AttentionRow[] =>
  pipelines
    .flatMap((one): AttentionRow[] => {
      const [worst, ...others] = one.reasons.filter(({ state }) => isTrouble(state));
      if (!worst || !isTrouble(one.state)) return [];
      const { pipelineId, name, state } = one;
      const reason = worst.nodeName === '' ? worst.text : `${worst.nodeName}: ${worst.text}`;
      return [{ pipelineId, name, state, reason, more: others.length, fix: fixOf(one, worst) }];
    })
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
