import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';

type ListFieldProps = FieldProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  /** What one entry is called: 'path', 'value'. */
  entryName?: string;
  /** `line` for entries that may hold commas, such as patterns. */
  splitAt?: 'comma' | 'line';
};

/** A list of texts as chips: Enter (or a comma, where entries hold none) adds, Backspace on the empty field takes the last back to edit. */
export function ListField(props: ListFieldProps) {
  const { value, onChange, placeholder, entryName = 'value', splitAt = 'comma', readOnly } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  const separator = splitAt === 'comma' ? /[\n,]/ : /\n/;
  const [draft, setDraft] = useState('');

  const add = (text: string) => {
    const entries = text
      .split(separator)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !value.includes(entry));
    if (entries.length > 0) onChange([...value, ...new Set(entries)]);
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (
      (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) ||
      (event.key === ',' && splitAt === 'comma')
    ) {
      if (draft.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && value.length > 0) {
      event.preventDefault();
      setDraft(value.at(-1) ?? '');
      onChange(value.slice(0, -1));
    }
  };
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div
          className={css.tokens}
          data-invalid={props.error ? '' : undefined}
          data-readonly={readOnly ? '' : undefined}
        >
          {value.map((entry) => (
            <span key={entry} className={css.token}>
              {entry}
              {!readOnly && (
                <button
                  type="button"
                  className={css.removeButton}
                  aria-label={`Remove ${entry}`}
                  onClick={() => {
                    onChange(value.filter((other) => other !== entry));
                    inputRef.current?.focus();
                  }}
                >
                  <Icon name="close" size="xs" />
                </button>
              )}
            </span>
          ))}
          <input
            {...control}
            ref={inputRef}
            className={css.tokenInput}
            value={draft}
            readOnly={readOnly}
            placeholder={readOnly ? undefined : (placeholder ?? `Add a ${entryName}`)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => draft.trim() !== '' && add(draft)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!separator.test(text)) return;
              event.preventDefault();
              add(draft + text);
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
