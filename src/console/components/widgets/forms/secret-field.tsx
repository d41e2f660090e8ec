import { useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import { useFocusNext } from './focus-next.ts';
import * as css from './form.css.ts';

type SecretFieldProps = FieldProps & {
  /** `stored`: keep the stored secret; a text replaces it. */
  value: 'stored' | { text: string };
  onChange: (value: 'stored' | { text: string }) => void;
  /** A secret is stored, so a change can be undone. */
  hasStored: boolean;
  placeholder?: string | undefined;
};

/** Never shows a stored secret, only that it is set; it can be replaced or cleared. */
export function SecretField(props: SecretFieldProps) {
  const { value, onChange, hasStored, placeholder, readOnly } = props;
  const boxRef = useRef<HTMLSpanElement>(null);
  const focusNext = useFocusNext(boxRef);
  const isStored = value === 'stored';
  const willClear = hasStored && !isStored && value.text === '';
  const change = (next: 'stored' | { text: string }) => {
    onChange(next);
    focusNext(next === 'stored' ? 'button' : 'input');
  };
  return (
    <FieldFrame {...props} as={isStored ? 'group' : 'single'}>
      {(control, labelId) =>
        isStored ? (
          <span
            ref={boxRef}
            role="group"
            aria-labelledby={labelId}
            aria-describedby={control['aria-describedby']}
            className={css.box}
            data-readonly=""
            data-invalid={props.error ? '' : undefined}
          >
            <span>
              <StatusShape shape="check" tone="ok" />
            </span>
            <span className={css.input} style={{ lineHeight: '30px' }}>
              Set
            </span>
            {!readOnly && (
              <Button
                id={control.id}
                aria-label={`Replace ${props.label}`}
                size="small"
                variant="ghost"
                onClick={() => change({ text: '' })}
              >
                Replace
              </Button>
            )}
            {!readOnly && !props.required && (
              <Button
                aria-label={`Clear ${props.label}`}
                size="small"
                variant="ghost"
                onClick={() => change({ text: '' })}
              >
                Clear
              </Button>
            )}
          </span>
        ) : (
          <span ref={boxRef} className={css.box} data-invalid={props.error ? '' : undefined}>
            <input
              {...control}
              type="password"
              className={`${css.input} ${css.monoInput}`}
              value={value.text}
              placeholder={willClear ? 'Empty: the stored value is removed when you save' : placeholder}
              readOnly={readOnly}
              autoComplete="new-password"
              onChange={(event) => onChange({ text: event.target.value })}
            />
            {hasStored && (
              <Button size="small" variant="ghost" onClick={() => change('stored')}>
                Keep the stored value
              </Button>
            )}
          </span>
        )
      }
    </FieldFrame>
  );
}
