import { type Ref, Suspense, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Dataset } from '../../../contract/entities/query.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import * as css from './query.css.ts';
import type { EditorHandle } from './SqlEditor.tsx';

const editor = createLazyCode(() => import('./SqlEditor.tsx'));

export type SqlProblem = { message: string; line?: number | undefined; column?: number | undefined };

type SqlFieldProps = {
  ref: Ref<EditorHandle>;
  value: string;
  onChange: (text: string) => void;
  onRun: () => void;
  onLeave: () => void;
  datasets: readonly Dataset[];
  problem: SqlProblem | undefined;
  runKeys: string;
};

const HINT_ID = 'query-hint';

/** The faulty line, with its fault marked. */
function WrongLine({ sql, line, column }: { sql: string; line: number; column: number }) {
  const text = sql.split('\n')[line - 1] ?? '';
  const length = /^\w+/.exec(text.slice(column - 1))?.[0].length ?? 1;
  return (
    <p aria-hidden="true" className={css.errorLine}>
      {text.slice(0, column - 1)}
      <span className={css.errorMark}>{text.slice(column - 1, column - 1 + length) || ' '}</span>
      {text.slice(column - 1 + length)}
    </p>
  );
}

type PlainFieldProps = Pick<SqlFieldProps, 'ref' | 'value' | 'onChange'> & {
  onGone: (hadFocus: boolean) => void;
};

/** Until the editor is loaded; typed text is kept. */
function PlainField({ ref, value, onChange, onGone }: PlainFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useLayoutEffect(() => {
    const { current } = area;
    return () => onGone(current !== null && document.activeElement === current);
  }, [onGone]);
  return (
    <textarea
      ref={area}
      aria-label="SQL"
      aria-describedby={HINT_ID}
      className={css.editorWait}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The editor with its usage, or the fault, below. */
export function SqlField({ problem, runKeys, ...field }: SqlFieldProps) {
  const { value, onChange, ref } = field;
  const hadFocus = useRef(false);
  const noteFocus = useRef((had: boolean) => {
    hadFocus.current = had;
  }).current;
  const readFocus = useRef(() => hadFocus.current).current;
  return (
    <div className={css.editorBox}>
      <Suspense fallback={<PlainField ref={ref} value={value} onChange={onChange} onGone={noteFocus} />}>
        <editor.Component
          {...field}
          describedBy={HINT_ID}
          isInvalid={problem !== undefined}
          hadFocus={readFocus}
        />
      </Suspense>
      <div id={HINT_ID} className={css.hint}>
        {problem ? (
          <div>
            <p role="alert" className={css.error}>
              {problem.line !== undefined && `Line ${problem.line}, column ${problem.column ?? 1}: `}
              {problem.message}
            </p>
            {problem.line !== undefined && (
              <WrongLine sql={value} line={problem.line} column={problem.column ?? 1} />
            )}
          </div>
        ) : (
          <>
            <span>{runKeys} runs</span>
            <span>Ctrl+Space completes</span>
            <span>Escape or Tab leaves</span>
          </>
        )}
      </div>
    </div>
  );
}
