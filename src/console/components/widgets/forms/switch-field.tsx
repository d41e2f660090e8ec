import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';
import * as switchCss from './switch.css.ts';

type SwitchFieldProps = FieldProps & { value: boolean; onChange: (value: boolean) => void };

export function SwitchField(props: SwitchFieldProps) {
  const { value, onChange, readOnly, label } = props;
  return (
    <FieldFrame {...props} required={undefined} hideLabel>
      {(control, labelId) => (
        <span className={switchCss.switchLine}>
          <span className={css.label} aria-hidden="true">
            {label}
          </span>
          <input
            id={control.id}
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: ARIA in HTML forbids aria-checked on a native checkbox
            role="switch"
            aria-labelledby={labelId}
            className={switchCss.switchTrack}
            data-readonly={readOnly ? '' : undefined}
            checked={value}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            aria-readonly={readOnly || undefined}
            onChange={(event) => !readOnly && onChange(event.target.checked)}
          />
        </span>
      )}
    </FieldFrame>
  );
}

type SegmentedFieldProps<Value extends string> = FieldProps & {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
};

export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { value, onChange, options, readOnly } = props;
  return (
    <FieldFrame {...props} as="group">
      {(control, labelId) => (
        <span
          role="radiogroup"
          className={switchCss.segments}
          data-readonly={readOnly ? '' : undefined}
          aria-readonly={readOnly || undefined}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
        >
          {options.map((option, index) => (
            <label key={option.value} className={switchCss.segment}>
              <input
                type="radio"
                id={index === 0 ? control.id : undefined}
                name={control.id}
                className={switchCss.segmentInput}
                checked={option.value === value}
                onChange={() => !readOnly && onChange(option.value)}
              />
              {option.label}
            </label>
          ))}
        </span>
      )}
    </FieldFrame>
  );
}
