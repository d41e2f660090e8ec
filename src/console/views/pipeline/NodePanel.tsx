import type { Draft, DraftNode, DraftProblem } from '../../../../machines/pipeline-editor/index.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { SchemaForm } from '../../widgets/schema-form/schema-form.tsx';
import { componentIdOf } from './draft-from-graph.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { EditorContext } from './editor-context.ts';
import { formProblems } from './form-problems.ts';
import { LiveSample } from './LiveSample.tsx';
import { NodeCounters } from './NodeCounters.tsx';
import * as css from './pipeline.css.ts';
import { SidePanel } from './SidePanel.tsx';
import { templateIcon } from './template-icon.ts';
import type { Catalogue } from './use-catalogue.ts';
import type { PipelineFlow } from './use-flow.ts';

type NodePanelProps = {
  draft: Draft;
  node: DraftNode;
  isEditing: boolean;
  catalogue: Catalogue;
  flow: PipelineFlow;
  siteId: string;
  /** Undefined while there is nothing that runs. */
  runningId: string | undefined;
  onClose: () => void;
};

const noChange = () => undefined;

/** Messages of the fields of one node's form. */
const fieldErrors = (problems: readonly DraftProblem[], nodeId: string): Record<string, string> =>
  Object.fromEntries(
    problems
      .filter((problem) => problem.nodeId === nodeId && problem.field !== undefined)
      .map((problem) => [problem.field ?? '', problem.message.replace(/^'.*?': /, '')]),
  );

function Configuration({
  node,
  template,
  isEditing,
  config,
}: {
  node: DraftNode;
  template: Template | undefined;
  isEditing: boolean;
  config: Record<string, unknown>;
}) {
  const actor = EditorContext.useActorRef();
  const problems = EditorContext.useSelector(({ context }) => context.problems);
  const isOwn = isEditing && node.nodeType === 'TRANSFORM';
  const errors = fieldErrors(problems, node.id);
  return (
    <section className={css.section} aria-label="Configuration">
      <h3 className={css.sectionHead}>Configuration</h3>
      {isOwn && (
        <TextField
          label="Name"
          required
          value={node.name}
          error={errors.name}
          onChange={(name) => actor.send({ type: 'graph.node.rename', nodeId: node.id, name })}
        />
      )}
      {template?.configFormat && (
        <SchemaForm
          formId={`node-${node.id}`}
          format={template.configFormat}
          value={config}
          errors={isOwn ? errors : {}}
          readOnly={!isOwn}
          onChange={
            isOwn
              ? (next) =>
                  actor.send({
                    type: 'graph.node.configure',
                    nodeId: node.id,
                    config: next,
                    formProblems: formProblems(template.configFormat, next),
                  })
              : noChange
          }
        />
      )}
    </section>
  );
}

/** Everything about one node: its counts, its form, what flows out of it, what goes wrong in it. */
export function NodePanel(props: NodePanelProps) {
  const { draft, node, isEditing, catalogue, flow, siteId, runningId, onClose } = props;
  const problems = EditorContext.useSelector(({ context }) => context.problems);
  const componentId = componentIdOf(draft, node.id);
  const template = catalogue.templates.find(
    (one) => one.id === node.templateId && one.nodeType === node.nodeType,
  );
  // A node that is not deployed yet has counted nothing.
  const hasCounts = flow.flows.has(componentId) || flow.components?.[componentId] !== undefined;
  const shared = [...catalogue.sources, ...catalogue.sinks].find((one) => one.id === node.id);
  const own = problems.filter((problem) => problem.nodeId === node.id && problem.field === undefined);
  return (
    <SidePanel
      title={node.name}
      sub={template?.name ?? node.templateName ?? node.templateId}
      icon={templateIcon(node.templateId, node.nodeType)}
      onClose={onClose}
      footer={
        isEditing ? (
          <>
            <CommandButton id="graph.toggle" args={{ node: node.id }} size="small" hideIcon hideKeys />
            <CommandButton
              id="graph.duplicate"
              args={{ node: node.id }}
              size="small"
              hideIcon
              hideKeys
              label="Duplicate"
            />
            <span className={css.right}>
              <CommandButton
                id="graph.remove"
                args={{ node: node.id }}
                size="small"
                variant="danger"
                hideIcon
                label="Remove"
              />
            </span>
          </>
        ) : undefined
      }
    >
      {own.map((problem) => (
        <p key={problem.message} className={css.warning}>
          <StatusShape shape="triangle" tone="warn" />
          {problem.message}. {problem.fix}.
        </p>
      ))}
      {draft.meta[node.id]?.disabled && (
        <p className={css.warning}>
          <StatusShape shape="paused" tone="warn" />
          Disabled: events pass by this node.
        </p>
      )}
      {runningId !== undefined && hasCounts && (
        <NodeCounters range={flow.components?.[componentId]} flow={flow.flows.get(componentId)} />
      )}
      <Configuration
        node={node}
        template={template}
        isEditing={isEditing}
        config={shared?.config ?? node.config}
      />
      {shared && (
        <div>
          <CommandButton id="graph.openPage" args={{ node: node.id }} size="small" />
        </div>
      )}
      {runningId !== undefined && hasCounts && (
        <LiveSample key={componentId} siteId={siteId} pipelineId={runningId} componentId={componentId} />
      )}
      {runningId !== undefined && (
        <section className={css.section} aria-label="Errors">
          <h3 className={css.sectionHead}>Errors</h3>
          <ErrorGroups errors={flow.errors.filter((error) => error.componentId === componentId)} />
        </section>
      )}
    </SidePanel>
  );
}
