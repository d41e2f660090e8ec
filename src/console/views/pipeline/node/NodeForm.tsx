import { useCallback, useEffect, useEffectEvent } from 'react';
import {
  selectAllProblems,
  selectRefused,
  selectTypingRefusal,
} from '../../../../../machines/pipeline-editor/index.ts';
import { listProperties } from '../../../../contract/config-format.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { type DraftProblem, formProblem } from '../../../../graph/validate.ts';
import { UploadPlace } from '../../../components/upload/UploadWindow.tsx';
import { useFileTools } from '../../../components/upload/use-file-tools.ts';
import { TextField } from '../../../components/widgets/forms/text-field.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { ErrorSummary } from '../../../components/widgets/schema-form/error-summary.tsx';
import {
  buildFieldId,
  type FormErrors,
  focusFirstError,
  pickErrorsWithin,
  SchemaForm,
} from '../../../components/widgets/schema-form/schema-form.tsx';
import { TYPING_REFUSAL_ID } from '../editor/detail-fields.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { findFormProblems } from '../editor/form-problems.ts';
import * as css from '../pipeline.css.ts';
import { SettingSuggestions } from './SettingSuggestions.tsx';
import { type RunningParts, usePatternTools } from './use-pattern-tools.ts';

type ConfigurationProps = {
  draft: Draft;
  node: DraftNode;
  template: Template | undefined;
  siteVersion: string | undefined;
};

const listFieldErrors = (problems: readonly DraftProblem[], nodeId: string): FormErrors =>
  Object.fromEntries(
    problems
      .filter((problem) => problem.nodeId === nodeId && problem.field !== undefined)
      .map((problem) => [problem.field ?? '', problem.message.replace(/^'.*?': /, '')]),
  );

/** Read-only: not in edit mode, or the node has its own page. */
export function ShownConfiguration({
  node,
  template,
  siteVersion,
  config,
}: Omit<ConfigurationProps, 'draft'> & { config: Record<string, unknown> }) {
  if (!template?.configFormat) return null;
  return (
    <section className={css.configuration} aria-label="Configuration">
      <h3 className={css.sectionHead}>Configuration</h3>
      <SchemaForm
        formId={`node-${node.id}.config`}
        format={template.configFormat}
        value={config}
        readOnly
        siteVersion={siteVersion}
        onChange={() => undefined}
      />
    </section>
  );
}

type NodeFormProps = ConfigurationProps & {
  /** Fields of the source's events, see `Template`. */
  sourceFields: readonly string[] | undefined;
  running: RunningParts;
  /** A new object each time a problem here is opened. */
  lead: object | undefined;
};

export function NodeForm({ draft, node, template, sourceFields, siteVersion, running, lead }: NodeFormProps) {
  const actor = EditorContext.useActorRef();
  const problems = EditorContext.useSelector(selectAllProblems);
  const hasRefusal = EditorContext.useSelector((now) =>
    selectRefused(now).some(({ nodeId }) => nodeId === node.id),
  );
  const isLocked = EditorContext.useSelector((now) => selectTypingRefusal(now) !== undefined);
  const format = template?.configFormat;
  const tools = usePatternTools(draft, node, listProperties(format), running, sourceFields);
  const namesFiles = listProperties(format).some(({ kind }) => kind === 'asset');
  const files = useFileTools(running.siteId, namesFiles);
  const formId = `node-${node.id}`;
  const change = useCallback(
    (config: Record<string, unknown>) =>
      actor.send({
        type: 'graph.node.configure',
        nodeId: node.id,
        config,
        formProblems: findFormProblems(format, config, siteVersion),
      }),
    [actor, node.id, format, siteVersion],
  );
  // A disabled node can be saved with these, but they are shown while completing it.
  const unfinished = draft.meta[node.id]?.disabled
    ? findFormProblems(format, node.config, siteVersion).map((problem) => formProblem(node, problem))
    : [];
  const errors = listFieldErrors([...unfinished, ...problems], node.id);
  const goToFirst = useEffectEvent(() => focusFirstError(formId, errors));
  useEffect(() => {
    if (lead) goToFirst();
  }, [lead]);
  return (
    <section className={css.configuration} aria-label="Configuration">
      <h3 className={css.sectionHead}>Configuration</h3>
      {(lead || hasRefusal) && <ErrorSummary formId={formId} errors={errors} />}
      <TextField
        id={buildFieldId(formId, 'name')}
        label="Name"
        required
        readOnly={isLocked}
        describedBy={isLocked ? TYPING_REFUSAL_ID : undefined}
        value={node.name}
        error={errors.name}
        onChange={(name) => actor.send({ type: 'graph.node.rename', nodeId: node.id, name })}
      />
      {unfinished.length > 0 && (
        <p className={css.warning}>
          <StatusShape shape="triangle" tone="warn" />
          Not finished. It is saved as it is, and must be finished before it can be enabled.
        </p>
      )}
      {format && (
        <SettingSuggestions
          draft={draft}
          node={node}
          running={running}
          isLocked={isLocked}
          onChange={change}
        />
      )}
      {format && (
        <SchemaForm
          formId={buildFieldId(formId, 'config')}
          format={format}
          value={node.config}
          readOnly={isLocked}
          errors={pickErrorsWithin(errors, 'config')}
          siteVersion={siteVersion}
          tools={tools}
          files={files}
          onChange={change}
        />
      )}
      {namesFiles && <UploadPlace />}
    </section>
  );
}
