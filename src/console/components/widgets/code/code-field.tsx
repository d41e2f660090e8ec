import type { PatternTrial } from '../../../../contract/calls/patterns.ts';
import { FieldFrame, type FieldProps } from '../forms/field.tsx';
import * as formCss from '../forms/form.css.ts';
import type { CodeTools } from './code-tools.ts';
import { PatternTester } from './pattern-tester.tsx';

type CodeFieldProps = FieldProps & {
  /** `grok`: `%{NAME:field}`. */
  kind: 'pattern' | 'grok';
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  definitions?: Readonly<Record<string, string>> | undefined;
  patternSet?: PatternTrial['patternSet'];
  tools: CodeTools;
};

const LINE_LETTERS = 44;
const MAX_ROWS = 8;

const countFieldRows = (text: string): number =>
  Math.min(MAX_ROWS, Math.max(2, Math.ceil(text.length / LINE_LETTERS), text.split('\n').length));

/** With a live preview of what the engine extracts. */
export function CodeField(props: CodeFieldProps) {
  const { kind, value, onChange, placeholder, definitions, readOnly, tools } = props;
  return (
    <div className={formCss.field}>
      <FieldFrame {...props}>
        {(control) => (
          <span
            className={formCss.areaBox}
            data-invalid={props.error ? '' : undefined}
            data-readonly={readOnly ? '' : undefined}
          >
            <textarea
              {...control}
              className={`${formCss.area} ${formCss.monoInput}`}
              style={{ minHeight: 0 }}
              rows={countFieldRows(value)}
              value={value}
              placeholder={placeholder}
              readOnly={readOnly}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              // A pattern is one line; pasted line breaks would never match.
              onChange={(event) => onChange(event.target.value.replace(/\r?\n/g, ''))}
            />
          </span>
        )}
      </FieldFrame>
      {tools.testPattern && !readOnly && (
        <PatternTester
          kind={kind}
          pattern={value}
          definitions={definitions}
          patternSet={props.patternSet}
          label={props.label}
          testPattern={tools.testPattern}
          samples={tools.samples ?? []}
          samplesNote={tools.samplesNote}
        />
      )}
    </div>
  );
}
