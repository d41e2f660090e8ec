import { Button } from '../actions/button.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';

type SecretFieldProps = FieldProps & {
  /** `stored`: one is set and stays; a text: what will replace it. */
  value: 'stored' | { text: string };
  onChange: (value: 'stored' | { text: string }) => void;
  /** One is stored, so that a change can be taken back. */
  hasStored: boolean;
  placeholder?: string | undefined;
};

/** A secret: what is stored is never shown, only that it is set. */
export function SecretField(props: SecretFieldProps) {
  const { value, onChange, hasStored, placeholder, readOnly } = props;
  return (
    <FieldFrame {...props}>
      {(control) =>
        value === 'stored' ? (
          <span className={css.box} data-readonly="">
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
                onClick={() => onChange({ text: '' })}
              >
                Replace
              </Button>
            )}
          </span>
        ) : (
          <span className={css.box} data-invalid={props.error ? '' : undefined}>
            <input
              {...control}
              type="password"
              className={`${css.input} ${css.monoInput}`}
              value={value.text}
              placeholder={placeholder}
              readOnly={readOnly}
              autoComplete="new-password"
              onChange={(event) => onChange({ text: event.target.value })}
            />
            {hasStored && (
              <Button size="small" variant="ghost" onClick={() => onChange('stored')}>
                Keep the stored one
              </Button>
            )}
          </span>
        )
      }
    </FieldFrame>
  );
}
