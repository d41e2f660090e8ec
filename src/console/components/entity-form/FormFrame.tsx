import type { ReactNode } from 'react';
import { findReason } from '../../../../machines/entity-form/index.ts';
import type { CallId } from '../../../contract/calls/index.ts';
import { callGuard } from '../../commands/call-guard.ts';
import type { ScopeId } from '../../commands/scopes.ts';
import { useStore } from '../../lib/store.ts';
import { useSites } from '../../state/sites.ts';
import { Button } from '../widgets/actions/button.tsx';
import { ConfirmDialog } from '../widgets/dialogs/confirm-dialog.tsx';
import { ErrorSummary } from '../widgets/schema-form/error-summary.tsx';
import * as css from './entity-form.css.ts';
import { StaleDialog } from './StaleDialog.tsx';
import type { EntityForm } from './use-entity-form.ts';

/** Ctrl+S like the pipeline editor, and Ctrl+Enter like every form. */
const isSaveKey = (key: string): boolean => key === 'Enter' || key.toLowerCase() === 's';

type FormFrameProps = {
  form: EntityForm;
  /** Capitalized. */
  noun: string;
  /** Commands whose keys work inside. */
  scope?: ScopeId;
  label: string;
  saveLabel: string;
  /** The saving call. Without permission for it the form is read-only and shows why. */
  savedBy: CallId;
  heading?: ReactNode;
  /** Above the error summary. */
  lead?: ReactNode;
  /** A second way to save. `onSubmit` runs before submitting. */
  other?: { label: string; onSubmit: () => void };
  /** Runs before the primary submit. */
  onSubmit?: () => void;
  unsaved?: boolean;
  /** In the footer, before Cancel. */
  footLead?: ReactNode;
  children: ReactNode;
};

export function FormFrame({
  form,
  noun,
  scope,
  label,
  saveLabel,
  savedBy,
  heading,
  lead,
  footLead,
  other,
  onSubmit,
  unsaved = false,
  children,
}: FormFrameProps) {
  const { formId, state, send } = form;
  const { site } = useSites();
  const refusal = useStore(callGuard)?.([savedBy], site);
  const submit = () => {
    if (refusal !== undefined) return;
    onSubmit?.();
    form.submit();
  };
  const leave = () => send({ type: 'form.left', hasMore: unsaved });
  const saveRefusal = refusal ?? findReason(state, { type: 'form.submitted' });
  const { errors, failure } = state.context;
  return (
    <form
      className={css.form}
      aria-label={label}
      data-command-scope={scope}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if ((event.metaKey || event.ctrlKey) && !event.shiftKey && isSaveKey(event.key)) {
          event.preventDefault();
          submit();
        }
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        leave();
      }}
    >
      {heading}
      <div className={css.body}>
        {lead}
        <ErrorSummary formId={formId} errors={errors} />
        {children}
      </div>
      <footer className={css.foot}>
        {failure && (
          <p role="alert" className={css.failure}>
            {failure}
          </p>
        )}
        {footLead && <span className={css.footLead}>{footLead}</span>}
        <span className={css.footActions}>
          {/* A panel is too narrow for three buttons with keys, which the key bar shows too. */}
          <Button variant="ghost" keys="Escape" hideChip={other !== undefined} onClick={leave}>
            Cancel
          </Button>
          {other && (
            <Button
              disabledReason={saveRefusal}
              onClick={() => {
                other.onSubmit();
                form.submit();
              }}
            >
              {other.label}
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            keys="mod+s"
            hideChip={other !== undefined}
            disabledReason={saveRefusal}
          >
            {saveLabel}
          </Button>
        </span>
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
      <StaleDialog
        open={state.matches('stale')}
        noun={noun}
        onOverwrite={() => send({ type: 'stale.overwrite' })}
        onKeepEditing={() => send({ type: 'stale.keepEditing' })}
      />
    </form>
  );
}
