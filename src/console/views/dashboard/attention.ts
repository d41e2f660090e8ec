import { type HealthState, isTrouble, type PipelineHealth } from '../../../contract/entities/health.ts';
import type { CommandArgs } from '../../commands/types.ts';

/** A pipeline that needs somebody: why, and the command that helps. */
export type AttentionRow = {
  pipelineId: string;
  name: string;
  state: HealthState;
  /** The worst reason, with the node it is of. */
  reason: string;
  /** Reasons beside it. */
  more: number;
  /** Undefined where nothing is to be done, as when the engine is started again by itself. */
  fix: { command: string; args: CommandArgs } | undefined;
};

type Reason = PipelineHealth['reasons'][number];

/** What helps against a reason: where its cause stands, or what brings the pipeline back. */
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

/** The pipelines in trouble, the worst first, then by name. */
export const attentionRows = (pipelines: readonly PipelineHealth[]): AttentionRow[] =>
  pipelines
    .flatMap((one): AttentionRow[] => {
      const [worst, ...others] = one.reasons.filter(({ state }) => isTrouble(state));
      if (!worst || !isTrouble(one.state)) return [];
      const { pipelineId, name, state } = one;
      const reason = worst.nodeName === '' ? worst.text : `${worst.nodeName}: ${worst.text}`;
      return [{ pipelineId, name, state, reason, more: others.length, fix: fixOf(one, worst) }];
    })
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
