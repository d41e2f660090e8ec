import { useState } from 'react';
import { describeQuantity, formatQuantity, parseQuantity } from '../../../../contract/quantity.ts';
import { formatExact } from '../../../lib/format.ts';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';

type QuantityFieldProps = FieldProps & {
  /** In `unit`; unreadable text stays text, so that saving refuses it. */
  value: number | string | undefined;
  onChange: (value: number | string | undefined) => void;
  unit: string;
  placeholder?: string | undefined;
};

const formatText = (value: number | string | undefined, unit: string): string =>
  typeof value === 'number' ? formatQuantity(value, unit) : (value ?? '');

const readText = (text: string, unit: string): number | string | undefined =>
  text.trim() === '' ? undefined : (parseQuantity(text, unit) ?? text);

/** The exact number, which distinguishes `256 MB` from `256 MiB`. */
const formatBytesBeside = (value: number | string | undefined, unit: string): string | undefined =>
  unit === 'bytes' && typeof value === 'number' && value >= 1000 ? `${formatExact(value)} bytes` : undefined;

/** A size or duration: typed with its unit, stored as a number, shown in the shortest unit after leaving. */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onChange, unit, placeholder } = props;
  const [draft, setDraft] = useState<string>();
  const isOwnDraft = draft !== undefined && readText(draft, unit) === value;
  const unreadable = typeof value === 'string' && value.trim() !== '';
  const error = unreadable ? `${props.label} must be ${describeQuantity(unit)}` : props.error;
  const beside = formatBytesBeside(value, unit);
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
            value={isOwnDraft ? draft : formatText(value, unit)}
            placeholder={placeholder}
            readOnly={props.readOnly}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setDraft(event.target.value);
              onChange(readText(event.target.value, unit));
            }}
            onBlur={() => setDraft(undefined)}
          />
          {beside && <span className={css.unit}>{beside}</span>}
        </span>
      )}
    </FieldFrame>
  );
}
