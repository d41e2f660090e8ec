import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Missing } from '../text/missing.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';

type ListFieldProps = FieldProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  entryName?: string;
  /** `line` is for entries with commas, such as patterns. */
  splitAt?: 'comma' | 'line';
};

function ShownList(props: ListFieldProps) {
  return (
    <FieldFrame {...props} as="group">
      {(control, labelId) => (
        <div
          id={control.id}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          tabIndex={-1}
          className={css.tokens}
          data-readonly=""
        >
          {props.value.length === 0 && (
            <span className={css.noEntries}>
              <Missing />
            </span>
          )}
          {props.value.map((entry) => (
            <span key={entry} className={css.token}>
              {entry}
            </span>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** Enter (or a comma) adds; Backspace in the empty input edits the last one. */
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
    // The keys that save a form save what is typed too.
    if ((event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's')) {
      add(draft);
      return;
    }
    if (event.key === 'Enter' || (event.key === ',' && splitAt === 'comma')) {
      if (draft.trim() === '' && event.key === 'Enter') return;
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && value.length > 0) {
      event.preventDefault();
      setDraft(value.at(-1) ?? '');
      onChange(value.slice(0, -1));
    }
  };
  if (readOnly) return <ShownList {...props} />;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className={css.tokens} data-invalid={props.error ? '' : undefined}>
          {value.map((entry) => (
            <span key={entry} className={css.token}>
              {entry}
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
            </span>
          ))}
          <input
            {...control}
            ref={inputRef}
            className={css.tokenInput}
            value={draft}
            placeholder={placeholder ?? `Add a ${entryName}`}
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
