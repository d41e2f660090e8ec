import { useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Missing } from '../text/missing.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import { useFocusNext } from './focus-next.ts';
import * as css from './form.css.ts';

type MapFieldProps = FieldProps & {
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
  keyLabel?: string;
  valueLabel?: string;
};

type Pair = { key: string; value: string };

const toPairs = (value: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(value).map(([key, text]) => ({ key, value: text }));
const toMap = (pairs: readonly Pair[]) =>
  Object.fromEntries(pairs.filter((pair) => pair.key !== '').map((pair) => [pair.key, pair.value]));
const areMapsEqual = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Incomplete rows (empty or duplicate key) are kept until complete. */
export function MapField(props: MapFieldProps) {
  const { value, onChange, keyLabel = 'Name', valueLabel = 'Value', readOnly } = props;
  const [draft, setDraft] = useState<Pair[]>(() => toPairs(value));
  const rowsRef = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(rowsRef);
  const pairs = areMapsEqual(toMap(draft), value) ? draft : toPairs(value);
  const repeated = pairs.find(
    (pair, at) => pair.key !== '' && pairs.findIndex((p) => p.key === pair.key) !== at,
  );
  const error =
    props.error ??
    (repeated ? `${keyLabel} '${repeated.key}' appears twice; the last one counts` : undefined);

  const change = (next: Pair[]) => {
    setDraft(next);
    onChange(toMap(next));
  };
  const set = (index: number, part: Partial<Pair>) =>
    change(pairs.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  const box = {
    className: css.box,
    'data-invalid': props.error ? '' : undefined,
    'data-readonly': readOnly ? '' : undefined,
  };
  return (
    <FieldFrame {...props} as="group" error={error}>
      {(control, labelId) => (
        <div
          ref={rowsRef}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          className={css.field}
        >
          {readOnly && pairs.length === 0 && <Missing />}
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its key is being typed
            <div key={index} className={css.pair}>
              <span {...box}>
                <input
                  id={index === 0 ? control.id : undefined}
                  data-key={index}
                  className={`${css.input} ${css.monoInput}`}
                  aria-label={`${keyLabel} ${index + 1}`}
                  placeholder={keyLabel}
                  value={pair.key}
                  readOnly={readOnly}
                  onChange={(event) => set(index, { key: event.target.value })}
                />
              </span>
              <span {...box}>
                <input
                  className={`${css.input} ${css.monoInput}`}
                  aria-label={`${valueLabel} ${index + 1}`}
                  placeholder={valueLabel}
                  value={pair.value}
                  readOnly={readOnly}
                  onChange={(event) => set(index, { value: event.target.value })}
                />
              </span>
              {!readOnly && (
                <button
                  type="button"
                  className={css.removeButton}
                  aria-label={`Remove ${pair.key || `row ${index + 1}`}`}
                  onClick={() => {
                    change(pairs.filter((_, at) => at !== index));
                    focusNext(
                      pairs.length > 1 ? `[data-key="${Math.min(index, pairs.length - 2)}"]` : '[data-add]',
                    );
                  }}
                >
                  <Icon name="close" size="xs" />
                </button>
              )}
            </div>
          ))}
          {!readOnly && (
            <span>
              <Button
                id={pairs.length === 0 ? control.id : undefined}
                size="small"
                icon="plus"
                data-add=""
                onClick={() => {
                  change([...pairs, { key: '', value: '' }]);
                  focusNext(`[data-key="${pairs.length}"]`);
                }}
              >
                Add {keyLabel.toLowerCase()}
              </Button>
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
