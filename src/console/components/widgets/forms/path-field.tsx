import { Combobox, ComboboxProvider } from '@ariakit/react';
import { FieldFrame, type FieldProps } from './field.tsx';
import * as css from './form.css.ts';
import { findMatchingPaths, KnownPaths } from './known-paths.tsx';
import { TextField } from './text-field.tsx';

type PathFieldProps = FieldProps & {
  value: string;
  onChange: (path: string) => void;
  placeholder?: string | undefined;
  /** Known paths; others can be typed. Undefined if never known. */
  paths: readonly string[] | undefined;
};

/** An event field, typed or chosen. */
export function PathField(props: PathFieldProps) {
  const { value, onChange, placeholder, paths, readOnly } = props;
  if (readOnly || !paths) return <TextField {...props} mono />;
  const matches = findMatchingPaths(paths, value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <span className={css.box} data-invalid={props.error ? '' : undefined}>
          <ComboboxProvider value={value} setValue={onChange}>
            <Combobox
              {...control}
              data-proposals=""
              className={`${css.input} ${css.monoInput}`}
              placeholder={placeholder}
              spellCheck={false}
              showOnClick={false}
            />
            {matches.length > 0 && <KnownPaths label={props.label} paths={matches} />}
          </ComboboxProvider>
        </span>
      )}
    </FieldFrame>
  );
}
