import { UNMATCHED_OUTPUT } from '../../../../contract/route-outputs.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { isUnnamed, outputKeysOf, outputTitle, targetsOf } from '../../../../graph/outputs.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../../lib/format.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { estimatePassedBy } from '../graph/edge-figures.ts';
import type { PipelineFlow } from '../graph/use-flow.ts';
import * as shared from '../pipeline.css.ts';
import * as css from './outputs.css.ts';

type NodeOutputsProps = {
  draft: Draft;
  node: DraftNode;
  isEditing: boolean;
  /** Undefined while nothing runs. */
  flow: Pick<PipelineFlow, 'flows' | 'unit'> | undefined;
};

function Target({ draft, node, output }: { draft: Draft; node: DraftNode; output: string }) {
  const names = targetsOf(draft, node.id, output).map((id) => draft.nodes[id]?.name ?? id);
  if (names.length > 0) return <span className={css.targets}>to {names.join(', ')}</span>;
  return (
    <span className={css.loose}>
      <StatusShape shape="triangle" tone="warn" size={12} />
      leads nowhere
    </span>
  );
}

type PassedProps = {
  draft: Draft;
  node: DraftNode;
  output: string;
  flow: Pick<PipelineFlow, 'flows' | 'unit'>;
};

/** In the last minute, or since watching began. */
function Passed({ draft, node, output, flow: { flows, unit } }: PassedProps) {
  const at = (id: string) => {
    const flow = flows.get(getComponentId(draft, id));
    return { in: flow?.minuteIn, out: flow?.minuteOut };
  };
  const passed = estimatePassedBy(draft, at, node.id, output);
  if (passed === undefined) return null;
  const seconds = flows.get(getComponentId(draft, node.id))?.seconds ?? 0;
  return (
    <span className={css.passed}>
      <span className={css.figure}>{formatExact(passed)}</span> {unit} in the last{' '}
      {seconds < 59 ? `${seconds} s` : 'minute'}
    </span>
  );
}

export function NodeOutputs({ draft, node, isEditing, flow }: NodeOutputsProps) {
  const outputs = outputKeysOf(node);
  if (!outputs) return null;
  return (
    <section className={shared.section} aria-label="Outputs">
      <h3 className={shared.sectionHead}>Outputs</h3>
      <ul className={css.list}>
        {outputs.map((output) => {
          const args = { node: node.id, output };
          return (
            <li key={output} className={css.item}>
              <span className={css.text}>
                <span className={css.name}>{outputTitle(output)}</span>
                <Target draft={draft} node={node} output={output} />
              </span>
              {!isEditing && flow && <Passed draft={draft} node={node} output={output} flow={flow} />}
              {isEditing && (
                <span className={css.actions} role="group" aria-label={outputTitle(output)}>
                  {output !== UNMATCHED_OUTPUT && !isUnnamed(output) && (
                    <CommandButton
                      id="graph.renameOutput"
                      args={args}
                      size="small"
                      variant="ghost"
                      iconOnly
                      label="Rename"
                    />
                  )}
                  <CommandButton
                    id="graph.connect"
                    args={args}
                    size="small"
                    hideIcon
                    hideKeys
                    label="Connect"
                  />
                  <CommandButton
                    id="graph.removeOutput"
                    args={args}
                    size="small"
                    variant="ghost"
                    iconOnly
                    label="Remove"
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {isEditing && (
        <div>
          <CommandButton id="graph.addOutput" args={{ node: node.id }} size="small" label="Add output" />
        </div>
      )}
    </section>
  );
}
