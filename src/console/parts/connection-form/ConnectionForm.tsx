import { useMachine } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  type ConnectionFormInput,
  connectionFormMachine,
  reasonFor,
  type SaveInput,
} from '../../../../machines/connection-form/index.ts';
import { applicableProperties, defaultValues, propertiesIn } from '../../../contract/config-format.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { useSite } from '../../actors/sites.ts';
import { testPattern } from '../../api/test-pattern.ts';
import { Button, IconButton } from '../../widgets/actions/button.tsx';
import type { CodeTools } from '../../widgets/code/code-tools.ts';
import { ConfirmDialog } from '../../widgets/dialogs/confirm-dialog.tsx';
import { TextArea, TextField } from '../../widgets/forms/text-field.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { ErrorSummary } from '../../widgets/schema-form/error-summary.tsx';
import {
  errorsWithin,
  fieldId,
  focusFirstError,
  SchemaForm,
} from '../../widgets/schema-form/schema-form.tsx';
import * as css from './connection-form.css.ts';
import { type ConnectionKind, KINDS, type Notify } from './kinds.ts';
import { saveConnection } from './save-connection.ts';
import { TypePicker } from './TypePicker.tsx';

type ConnectionFormProps = {
  kind: ConnectionKind;
  siteId: string;
  templates: readonly Template[];
  existing?: ConnectionFormInput['existing'];
  /** Type to begin with; without one the form asks. */
  templateId?: string | undefined;
  /** Leaves the headings out, where a dialog has its own. */
  hideHeading?: boolean;
  notify: Notify;
  /** `id` when it was saved. */
  onClose: (id: string | undefined) => void;
};

const initialType = (templates: readonly Template[], templateId: string | undefined): Template | undefined =>
  templates.find((template) => template.id === templateId);

const TOOLS: CodeTools = { testPattern };

/** Choose a type, fill in, save; used for sources and destinations wherever one is made or changed. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { kind, siteId, templates, existing, notify, onClose } = props;
  const facts = KINDS[kind];
  const formId = useId();
  const siteVersion = useSite().version;
  // The form is made anew (by key) for another connection; its machine must not change under it.
  const [logic] = useState(() =>
    connectionFormMachine.provide({
      actors: {
        save: fromPromise(({ input }: { input: SaveInput }) => saveConnection(kind, siteId, input)),
      },
      actions: {
        close: (_, { id }) => {
          if (id !== undefined) {
            const message = existing ? facts.toasts.updated : facts.toasts.added;
            notify({ message, status: 'success', shouldTimeout: true });
          }
          onClose(id);
        },
      },
    }),
  );
  const [state, send] = useMachine(logic, { input: { existing } });
  const { values, errors, failure } = state.context;
  const template = initialType(templates, state.context.templateId);

  // A save that is refused leads to the first field that is wrong, once its answer is there.
  const awaitsAnswer = useRef(false);
  const isEditing = state.matches('editing');
  useEffect(() => {
    if (!awaitsAnswer.current || !isEditing) return;
    awaitsAnswer.current = false;
    focusFirstError(formId, errors);
  }, [formId, isEditing, errors]);
  const submit = () => {
    awaitsAnswer.current = true;
    send({ type: 'form.submitted' });
  };

  const choose = (chosen: Template) =>
    send({
      type: 'type.chosen',
      templateId: chosen.id,
      defaults: defaultValues(applicableProperties(propertiesIn(chosen.configFormat), siteVersion)),
      name: '',
    });

  if (state.matches('choosingType')) {
    const asked = initialType(templates, props.templateId);
    return (
      <TypePicker
        noun={facts.noun}
        templates={templates}
        asked={asked}
        hideHeading={props.hideHeading ?? false}
        onChoose={choose}
        onClose={() => send({ type: 'form.left' })}
      />
    );
  }

  return (
    <form
      className={css.form}
      aria-label={existing ? `Edit ${existing.values.name}` : `New ${facts.noun.toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        send({ type: 'form.left' });
      }}
    >
      {!props.hideHeading && (
        <header className={css.head}>
          <div>
            <h2 className={css.heading}>
              {existing ? existing.values.name : `New ${facts.noun.toLowerCase()}`}
            </h2>
            <p className={css.sub}>{template?.name}</p>
          </div>
          <span style={{ marginLeft: 'auto' }}>
            <IconButton icon="close" label="Close" size="small" onClick={() => send({ type: 'form.left' })} />
          </span>
        </header>
      )}
      <div className={css.body}>
        <ErrorSummary formId={formId} errors={errors} />
        {template?.warnings.map((warning) => (
          <p key={warning} className={css.warning}>
            <StatusShape shape="triangle" tone="warn" />
            {warning}
          </p>
        ))}
        <TextField
          id={fieldId(formId, 'name')}
          label="Name"
          required
          autoFocus
          value={values.name}
          error={errors.name}
          onChange={(value) => send({ type: 'field.changed', field: 'name', value })}
        />
        <TextArea
          id={fieldId(formId, 'description')}
          label="Description"
          rows={2}
          value={values.description}
          error={errors.description}
          onChange={(value) => send({ type: 'field.changed', field: 'description', value })}
        />
        {template?.configFormat && (
          <SchemaForm
            formId={fieldId(formId, 'config')}
            format={template.configFormat}
            value={values.config}
            errors={errorsWithin(errors, 'config')}
            siteVersion={siteVersion}
            tools={TOOLS}
            onChange={(config) => send({ type: 'config.changed', config })}
          />
        )}
      </div>
      <footer className={css.foot}>
        {failure && (
          <p role="alert" className={css.failure}>
            {failure}
          </p>
        )}
        <span style={{ marginLeft: 'auto' }} />
        <Button variant="ghost" keys="Escape" onClick={() => send({ type: 'form.left' })}>
          Cancel
        </Button>
        <Button
          variant="primary"
          type="submit"
          keys="mod+Enter"
          disabledReason={reasonFor(state, { type: 'form.submitted' })}
        >
          {existing ? `Save ${facts.noun.toLowerCase()}` : `Add ${facts.noun.toLowerCase()}`}
        </Button>
      </footer>
      <ConfirmDialog
        open={state.matches('confirmingLeave')}
        type="alert"
        title="Discard Changes"
        message="There are unsaved changes. Do you want to discard these changes?"
        actionLabel="Discard"
        onAction={() => send({ type: 'leave.confirmed' })}
        onCancel={() => send({ type: 'leave.declined' })}
      />
      <ConfirmDialog
        open={state.matches('stale')}
        type="alert"
        title={`${facts.noun} was changed by someone else`}
        message="Overwrite it with what you typed, or keep editing: nothing of yours is lost."
        actionLabel="Overwrite"
        onAction={() => send({ type: 'stale.overwrite' })}
        onCancel={() => send({ type: 'stale.keepEditing' })}
      />
    </form>
  );
}
