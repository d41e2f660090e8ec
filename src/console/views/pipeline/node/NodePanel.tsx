import type { RefObject } from 'react';
import { selectAllProblems, selectTypingRefusal } from '../../../../../machines/pipeline-editor/index.ts';
import { selectIsOld } from '../../../../../machines/preview/index.ts';
import { NOTES_MAX_LENGTH } from '../../../../contract/limits.ts';
import { lossReasons } from '../../../../contract/loss.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { ErrorGroups } from '../../../components/error-groups/ErrorGroups.tsx';
import { getTemplateIcon } from '../../../components/template-icon.ts';
import { EventEffect } from '../../../components/widgets/event-diff/event-effect.tsx';
import { TextArea } from '../../../components/widgets/forms/text-field.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { LossMark } from '../../../components/widgets/status/loss-mark.tsx';
import { countUtf8Bytes } from '../../../lib/event-text.ts';
import { formatExact } from '../../../lib/format.ts';
import { TYPING_REFUSAL_ID } from '../editor/detail-fields.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { EditorContext } from '../editor/editor-context.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';
import type { Lead } from '../editor/use-problems.ts';
import { ALONE } from '../graph/graph-guards.ts';
import type { PipelineFlow } from '../graph/use-flow.ts';
import * as css from '../pipeline.css.ts';
import { NodePreview, useNodeTabs } from '../preview/NodeTabs.tsx';
import { usePreviewOnScreen } from '../preview/preview-context.ts';
import { SidePanel } from '../SidePanel.tsx';
import { LiveSample } from './LiveSample.tsx';
import { NodeCounters } from './NodeCounters.tsx';
import { NodeForm, ShownConfiguration } from './NodeForm.tsx';
import { NodeOutputs } from './NodeOutputs.tsx';

type NodeNotesProps = { draft: Draft; node: DraftNode; isEditing: boolean };

export function NodeNotes({ draft, node, isEditing }: NodeNotesProps) {
  const actor = EditorContext.useActorRef();
  const isLocked = EditorContext.useSelector((now) => selectTypingRefusal(now) !== undefined);
  const { notes = '' } = draft.meta[node.id] ?? {};
  if (isEditing)
    return (
      <TextArea
        id={`node-${node.id}.notes`}
        label="Notes"
        help="What others should know. Saved with the version."
        maxLength={NOTES_MAX_LENGTH}
        readOnly={isLocked}
        describedBy={isLocked ? TYPING_REFUSAL_ID : undefined}
        value={notes}
        onChange={(text) => actor.send({ type: 'graph.node.note', nodeId: node.id, notes: text })}
      />
    );
  if (notes === '') return null;
  return (
    <section className={css.section} aria-label="Notes">
      <h3 className={css.sectionHead}>Notes</h3>
      <p className={css.notes}>{notes}</p>
    </section>
  );
}

/** The node's effect on the sample's last event, while editing its form; nothing without a sample. */
function LastEffect({ node }: { node: DraftNode }) {
  const { snapshot, node: previewed, last, isStart, isWide } = usePreviewOnScreen();
  if (!last || isStart || isWide || previewed?.id !== node.id) return null;
  const isOld = selectIsOld(snapshot);
  const size = last.after.reduce((sum, text) => sum + countUtf8Bytes(text), 0);
  return (
    <section
      className={css.effect}
      aria-label="Effect on the last event"
      aria-busy={isOld}
      data-old={isOld ? '' : undefined}
    >
      <h3 className={css.sectionHead}>
        Effect on the last event
        <span className={css.effectSize}>
          {formatExact(countUtf8Bytes(last.before))} → {formatExact(size)} B
        </span>
      </h3>
      <EventEffect label={`What ${node.name} does to the last event`} change={last} />
    </section>
  );
}

type NodePanelProps = {
  ref: RefObject<HTMLElement | null>;
  draft: Draft;
  node: DraftNode;
  /** Stable across saves, so that the form keeps its state and focus. */
  openedKey: string | undefined;
  isEditing: boolean;
  catalogue: Catalogue;
  flow: PipelineFlow;
  siteId: string;
  /** Undefined while nothing runs. */
  runningId: string | undefined;
  lead: Lead | undefined;
  onClose: () => void;
};

const findSourceTemplate = (draft: Draft, { templates }: Catalogue) => {
  const source = Object.values(draft.nodes).find(({ nodeType }) => nodeType === 'SOURCE');
  return templates.find(({ id, nodeType }) => nodeType === 'SOURCE' && id === source?.templateId);
};

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function NodePanel(props: NodePanelProps) {
  const { draft, node, openedKey, isEditing, catalogue, flow, siteId, runningId, lead, onClose } = props;
  const problems = EditorContext.useSelector(selectAllProblems);
  const componentId = getComponentId(draft, node.id);
  const template = catalogue.templates.find(
    (one) => one.id === node.templateId && one.nodeType === node.nodeType,
  );
  // A node that is not deployed has no counters.
  const counts = (id: string) => flow.flows.has(id) || flow.components?.[id] !== undefined;
  const hasCounts = counts(componentId);
  const shared = [...catalogue.sources, ...catalogue.sinks].find((one) => one.id === node.id);
  const { tabs, isPreview } = useNodeTabs();
  const own = problems.filter((problem) => problem.nodeId === node.id && problem.field === undefined);
  // Form first in edit mode, counters first in view mode.
  const counters = runningId !== undefined && hasCounts && (
    <NodeCounters
      nodeType={node.nodeType}
      pipelineId={runningId}
      componentId={componentId}
      range={flow.components?.[componentId]}
      flow={flow.flows.get(componentId)}
    />
  );
  return (
    <SidePanel
      ref={props.ref}
      title={node.name}
      sub={template?.name ?? node.templateName ?? node.templateId}
      icon={getTemplateIcon(node.templateId, node.nodeType)}
      onClose={onClose}
      tabs={tabs}
      isFlush={isPreview}
      dock={isEditing && node.nodeType === 'TRANSFORM' && !isPreview ? <LastEffect node={node} /> : undefined}
      footer={
        isEditing ? (
          <>
            <CommandButton
              id="graph.toggle"
              args={{ node: node.id, alone: ALONE }}
              size="small"
              hideIcon
              hideKeys
            />
            <CommandButton
              id="graph.duplicate"
              args={{ node: node.id, alone: ALONE }}
              size="small"
              hideIcon
              hideKeys
              label="Duplicate"
            />
            <span className={css.right}>
              <CommandButton
                id="graph.remove"
                args={{ node: node.id, alone: ALONE }}
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
      {isPreview ? (
        <NodePreview />
      ) : (
        <>
          {shared && <LossMark reasons={lossReasons(template, shared.config)} look="text" />}
          {own.map((problem) => (
            <p key={problem.message} className={css.warning}>
              <StatusShape shape="triangle" tone="warn" />
              {capitalize(problem.message)}. {problem.fix}.
            </p>
          ))}
          {draft.meta[node.id]?.disabled && (
            <p className={css.warning}>
              <StatusShape shape="paused" tone="warn" />
              Disabled: events pass by this node.
            </p>
          )}
          {!isEditing && <NodeNotes draft={draft} node={node} isEditing={false} />}
          {!isEditing && counters}
          <NodeOutputs
            draft={draft}
            node={node}
            isEditing={isEditing}
            flow={runningId === undefined ? undefined : flow}
          />
          {isEditing && node.nodeType === 'TRANSFORM' ? (
            <NodeForm
              key={`form of ${openedKey}`}
              draft={draft}
              node={node}
              template={template}
              sourceFields={findSourceTemplate(draft, catalogue)?.eventFields}
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
          {isEditing && <NodeNotes key={`notes of ${node.id}`} draft={draft} node={node} isEditing />}
          {isEditing && counters}
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
        </>
      )}
    </SidePanel>
  );
}
