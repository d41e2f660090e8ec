import { type Draft, type DraftNode, selectAllProblems } from '../../../../machines/pipeline-editor/index.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { componentIdOf } from './draft-from-graph.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { EditorContext } from './editor-context.ts';
import { LiveSample } from './LiveSample.tsx';
import { NodeCounters } from './NodeCounters.tsx';
import { NodeForm, ShownConfiguration } from './NodeForm.tsx';
import * as css from './pipeline.css.ts';
import { SidePanel } from './SidePanel.tsx';
import { templateIcon } from './template-icon.ts';
import type { Catalogue } from './use-catalogue.ts';
import type { PipelineFlow } from './use-flow.ts';
import type { Lead } from './use-problems.ts';

type NodePanelProps = {
  draft: Draft;
  node: DraftNode;
  isEditing: boolean;
  catalogue: Catalogue;
  flow: PipelineFlow;
  siteId: string;
  /** Undefined while there is nothing that runs. */
  runningId: string | undefined;
  lead: Lead | undefined;
  onClose: () => void;
};

/** Everything about one node: its counts, its form, what flows out of it, what goes wrong in it. */
export function NodePanel(props: NodePanelProps) {
  const { draft, node, isEditing, catalogue, flow, siteId, runningId, lead, onClose } = props;
  const problems = EditorContext.useSelector(selectAllProblems);
  const componentId = componentIdOf(draft, node.id);
  const template = catalogue.templates.find(
    (one) => one.id === node.templateId && one.nodeType === node.nodeType,
  );
  // A node that is not deployed yet has counted nothing.
  const counts = (id: string) => flow.flows.has(id) || flow.components?.[id] !== undefined;
  const hasCounts = counts(componentId);
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
      {isEditing && node.nodeType === 'TRANSFORM' ? (
        <NodeForm
          key={`form of ${node.id}`}
          draft={draft}
          node={node}
          template={template}
          siteVersion={catalogue.siteVersion}
          running={{ siteId, pipelineId: runningId, hasCounts: counts }}
          lead={lead?.nodeId === node.id ? lead : undefined}
        />
      ) : (
        <ShownConfiguration
          node={node}
          template={template}
          siteVersion={catalogue.siteVersion}
          config={shared?.config ?? node.config}
        />
      )}
      {shared && (
        <div>
          <CommandButton id="graph.openPage" args={{ node: node.id }} size="small" />
        </div>
      )}
      {runningId !== undefined && hasCounts && (
        <LiveSample
          key={`sample of ${componentId}`}
          siteId={siteId}
          pipelineId={runningId}
          componentId={componentId}
        />
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
