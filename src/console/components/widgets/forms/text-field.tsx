import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import { Icon } from '../icons/icon.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';

type TextProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** Shows a counter. */
  maxLength?: number | undefined;
  mono?: boolean;
};

type TextFieldProps = TextProps & {
  icon?: IconName;
  keys?: string;
  type?: 'text' | 'search' | 'email' | 'url' | 'password';
  trailing?: ReactNode;
} & Pick<ComponentPropsWithRef<'input'>, 'ref' | 'onBlur' | 'onKeyDown' | 'autoComplete' | 'autoFocus'>;

export const Counter = ({ value, maxLength }: { value: string; maxLength: number | undefined }) =>
  maxLength === undefined ? null : (
    <span className={css.counter} aria-hidden="true">
      {[...value].length}/{maxLength}
    </span>
  );

export function TextField(props: TextFieldProps) {
  const { value, onChange, placeholder, maxLength, mono, icon, keys, type = 'text', trailing } = props;
  const { ref, onBlur, onKeyDown, autoComplete = 'off', autoFocus } = props;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <span
          className={css.box}
          data-invalid={props.error ? '' : undefined}
          data-readonly={props.readOnly ? '' : undefined}
        >
          {icon && <Icon name={icon} />}
          <input
            {...control}
            ref={ref}
            type={type}
            className={mono ? `${css.input} ${css.monoInput}` : css.input}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            readOnly={props.readOnly}
            autoComplete={autoComplete}
            // biome-ignore lint/a11y/noAutofocus: only forms that were just asked for set it
            autoFocus={autoFocus}
            spellCheck={mono ? false : undefined}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          />
          <Counter value={value} maxLength={maxLength} />
          {keys && value === '' && <KeySequence binding={keys} decorative />}
          {trailing}
        </span>
      )}
    </FieldFrame>
  );
}

export type TextAreaProps = TextProps & { rows?: number };

type TextAreaParts = {
  /** Props of the text area. */
  area?: ComponentPropsWithRef<'textarea'>;
  /** Below it. */
  after?: ReactNode;
};

export function TextArea(props: TextAreaProps & TextAreaParts) {
  const { value, onChange, placeholder, maxLength, mono, rows = 3, area, after } = props;
  const areaClass = [css.area, mono && css.monoInput, maxLength !== undefined && css.countedArea]
    .filter(Boolean)
    .join(' ');
  return (
    <FieldFrame {...props}>
      {(control) => (
        <>
          <span
            className={css.areaBox}
            data-invalid={props.error ? '' : undefined}
            data-readonly={props.readOnly ? '' : undefined}
          >
            <textarea
              {...control}
              {...area}
              className={areaClass}
              rows={rows}
              value={value}
              placeholder={placeholder}
              maxLength={maxLength}
              readOnly={props.readOnly}
              spellCheck={mono ? false : undefined}
              onChange={(event) => onChange(event.target.value)}
            />
            {maxLength !== undefined && (
              <span className={css.areaCounter}>
                <Counter value={value} maxLength={maxLength} />
              </span>
            )}
          </span>
          {after}
        </>
      )}
    </FieldFrame>
  );
}

type NumberFieldProps = FieldProps & {
  /** `undefined` while empty. */
  value: number | undefined;
  /** Called with `undefined` while the text is empty or not yet a number. */
  onChange: (value: number | undefined) => void;
  unit?: string | undefined;
  placeholder?: string | undefined;
  integer?: boolean;
};

const formatNumberInput = (value: number | undefined) => (value === undefined ? '' : String(value));
const parseNumber = (text: string): number | undefined => {
  const trimmed = text.trim().replace(',', '.');
  const parsed = Number(trimmed);
  return trimmed === '' || !Number.isFinite(parsed) ? undefined : parsed;
};

/** Keeps incomplete text (`-`, `1.`) until blur. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, unit, placeholder, integer } = props;
  const [draft, setDraft] = useState<string>();
  const isOwnDraft = draft !== undefined && parseNumber(draft) === value;
  const text = isOwnDraft ? draft : formatNumberInput(value);
  const unreadable = isOwnDraft && text.trim() !== '' && value === undefined;
  const error = props.error ?? (unreadable ? `${props.label} must be a number` : undefined);
  return (
    <FieldFrame {...props} error={error}>
      {(control) => (
        <span
          className={css.box}
          data-invalid={error ? '' : undefined}
          data-readonly={props.readOnly ? '' : undefined}
        >
          <input
            {...control}
            className={`${css.input} ${css.monoInput}`}
            inputMode={integer ? 'numeric' : 'decimal'}
            value={text}
            placeholder={placeholder}
            readOnly={props.readOnly}
            autoComplete="off"
            onChange={(event) => {
              setDraft(event.target.value);
              onChange(parseNumber(event.target.value));
            }}
            onBlur={() => !unreadable && setDraft(undefined)}
          />
          {unit && <span className={css.unit}>{unit}</span>}
        </span>
      )}
    </FieldFrame>
  );
}
