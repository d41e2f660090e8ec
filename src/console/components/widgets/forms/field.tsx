import { type ReactNode, useId } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './form.css.ts';

/** `id` is the control's id, so that an error can move the focus there. */
export type FieldProps = {
  label: string;
  id?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** The value while empty; replaces 'optional'. */
  defaultText?: string | undefined;
  readOnly?: boolean | undefined;
  /** Id of an external description. */
  describedBy?: string | undefined;
  /** Hides the label visually where a heading already shows it. */
  hideLabel?: boolean | undefined;
};

/** Tie a control to label, help and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FrameProps = FieldProps & {
  /** `group` is for several controls. */
  as?: 'single' | 'group';
  aside?: ReactNode;
  children: (control: ControlProps, labelId: string) => ReactNode;
};

export function FieldFrame(props: FrameProps) {
  const { label, id, help, error, required, defaultText, readOnly, hideLabel } = props;
  const { as = 'single', aside, children } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  const [labelId, helpId, errorId] = [`${controlId}-label`, `${controlId}-help`, `${controlId}-error`];
  const defaultId = `${controlId}-default`;
  const describedBy =
    [error && errorId, defaultText !== undefined && defaultId, help && helpId, props.describedBy]
      .filter(Boolean)
      .join(' ') || undefined;
  const control: ControlProps = {
    id: controlId,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
  return (
    <div className={css.field}>
      <span className={hideLabel ? visuallyHidden : css.label}>
        {as === 'single' ? (
          <label id={labelId} htmlFor={controlId}>
            {label}
          </label>
        ) : (
          <span id={labelId}>{label}</span>
        )}
        {required && !readOnly && (
          <span className={css.requiredMark} aria-hidden="true" title="Required">
            *
          </span>
        )}
        {defaultText !== undefined && (
          <span id={defaultId} className={css.optional}>
            default: {defaultText}
          </span>
        )}
        {required === false && defaultText === undefined && !readOnly && (
          <span className={css.optional}>optional</span>
        )}
        {aside}
      </span>
      {children(control, labelId)}
      {help && (
        <span id={helpId} className={css.help}>
          {help}
        </span>
      )}
      {error && <FieldError id={errorId} text={error} />}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <span id={id} className={css.error}>
      <StatusShape shape="octagon" tone="err" size={12} />
      {text}
    </span>
  );
}
