import { useEffect, useEffectEvent } from 'react';
import {
  type Draft,
  type DraftNode,
  type DraftProblem,
  selectAllProblems,
  selectRefused,
  selectTypingRefusal,
} from '../../../../machines/pipeline-editor/index.ts';
import { propertiesIn } from '../../../contract/config-format.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { UploadPlace } from '../../parts/upload/UploadWindow.tsx';
import { useFileTools } from '../../parts/upload/use-file-tools.ts';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { ErrorSummary } from '../../widgets/schema-form/error-summary.tsx';
import {
  errorsWithin,
  type FormErrors,
  fieldId,
  focusFirstError,
  SchemaForm,
} from '../../widgets/schema-form/schema-form.tsx';
import { TYPING_REFUSAL_ID } from './detail-fields.ts';
import { EditorContext } from './editor-context.ts';
import { formProblems } from './form-problems.ts';
import * as css from './pipeline.css.ts';
import { type RunningParts, usePatternTools } from './use-pattern-tools.ts';

type ConfigurationProps = {
  draft: Draft;
  node: DraftNode;
  template: Template | undefined;
  siteVersion: string | undefined;
};

/** Messages of the fields of one node's form. */
const fieldErrors = (problems: readonly DraftProblem[], nodeId: string): FormErrors =>
  Object.fromEntries(
    problems
      .filter((problem) => problem.nodeId === nodeId && problem.field !== undefined)
      .map((problem) => [problem.field ?? '', problem.message.replace(/^'.*?': /, '')]),
  );

/** The configuration of a node that is not edited here: nothing is, or the node belongs to its own page. */
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
  running: RunningParts;
  /** Another object each time somebody is led to what is wrong here. */
  lead: object | undefined;
};

/** The form of a transform while its pipeline is edited. */
export function NodeForm({ draft, node, template, siteVersion, running, lead }: NodeFormProps) {
  const actor = EditorContext.useActorRef();
  const problems = EditorContext.useSelector(selectAllProblems);
  const hasRefusal = EditorContext.useSelector((now) =>
    selectRefused(now).some(({ nodeId }) => nodeId === node.id),
  );
  const isLocked = EditorContext.useSelector((now) => selectTypingRefusal(now) !== undefined);
  const format = template?.configFormat;
  const tools = usePatternTools(draft, node, propertiesIn(format), running);
  const namesFiles = propertiesIn(format).some(({ kind }) => kind === 'asset');
  const files = useFileTools(running.siteId, namesFiles);
  const formId = `node-${node.id}`;
  const errors = fieldErrors(problems, node.id);
  const goToFirst = useEffectEvent(() => focusFirstError(formId, errors));
  useEffect(() => {
    if (lead) goToFirst();
  }, [lead]);
  return (
    <section className={css.configuration} aria-label="Configuration">
      <h3 className={css.sectionHead}>Configuration</h3>
      {(lead || hasRefusal) && <ErrorSummary formId={formId} errors={errors} />}
      <TextField
        id={fieldId(formId, 'name')}
        label="Name"
        required
        readOnly={isLocked}
        describedBy={isLocked ? TYPING_REFUSAL_ID : undefined}
        value={node.name}
        error={errors.name}
        onChange={(name) => actor.send({ type: 'graph.node.rename', nodeId: node.id, name })}
      />
      {format && (
        <SchemaForm
          formId={fieldId(formId, 'config')}
          format={format}
          value={node.config}
          readOnly={isLocked}
          errors={errorsWithin(errors, 'config')}
          siteVersion={siteVersion}
          tools={tools}
          files={files}
          onChange={(config) =>
            actor.send({
              type: 'graph.node.configure',
              nodeId: node.id,
              config,
              formProblems: formProblems(format, config, siteVersion),
            })
          }
        />
      )}
      {namesFiles && <UploadPlace />}
    </section>
  );
}
