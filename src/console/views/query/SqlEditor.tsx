import {
  autocompletion,
  type Completion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Dataset } from '../../../contract/entities/query.ts';
import { SQL_FUNCTIONS } from '../../../contract/sql-functions.ts';
import * as css from './query.css.ts';

export type EditorHandle = { focus: () => void };

export type SqlEditorProps = {
  ref?: Ref<EditorHandle>;
  value: string;
  onChange: (value: string) => void;
  onRun: () => void;
  /** Escape without completions. */
  onLeave: () => void;
  datasets: readonly Dataset[];
  describedBy: string;
  isInvalid: boolean;
  /** It replaces a field that had the focus. */
  hadFocus: () => boolean;
};

/**
 * Without `head`, style-mod uses adoptedStyleSheets, which the CSP allows, instead of a style element
 * (https://github.com/marijnh/style-mod).
 */
const styleRoot = new Proxy(document, {
  get(page, key) {
    if (key === 'head') return undefined;
    const value: unknown = Reflect.get(page, key);
    return typeof value === 'function' ? value.bind(page) : value;
  },
  set: (page, key, value) => Reflect.set(page, key, value),
});

/** Readable as text in both themes. */
const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--info)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: tags.comment, color: 'var(--tx-2)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: 'inherit', color: 'var(--tx-1)' },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '8px 0', caretColor: 'var(--tx-1)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': { lineHeight: '1.5', fontFamily: 'var(--mono)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--tx-1)', borderLeftWidth: '2px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bg-active)',
  },
  '.cm-placeholder': { color: 'var(--tx-2)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-overlay)',
    border: '1px solid var(--line-2)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', color: 'var(--tx-1)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--bg-active)',
    color: 'var(--tx-1)',
  },
  '.cm-completionDetail': { color: 'var(--tx-2)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
});

const functions: Completion[] = SQL_FUNCTIONS.filter((name) => /^[a-z]/.test(name)).map((name) => ({
  label: name,
  type: 'function',
  detail: 'function',
  apply: `${name}(`,
}));

/** After two letters, or on request. */
const completeFunctions: CompletionSource = (context) => {
  const word = context.matchBefore(/\w+/);
  if (!word || (word.to - word.from < 2 && !context.explicit)) return null;
  return { from: word.from, options: functions, validFor: /^\w*$/ };
};

/** Tables with their columns; unqualified columns complete too, as queries are mostly about one table. */
function createLanguage(datasets: readonly Dataset[]) {
  const schema = Object.fromEntries(
    datasets.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ label: column.name, type: 'property', detail: column.type.toLowerCase() })),
    ]),
  );
  const columns = new Map<string, Completion>();
  for (const dataset of datasets)
    for (const { name, type } of dataset.columns)
      if (!columns.has(name))
        columns.set(name, {
          label: name,
          type: 'property',
          detail: `${type.toLowerCase()} of ${dataset.name}`,
          apply: /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`,
        });
  const completeColumns: CompletionSource = (context) => {
    const word = context.matchBefore(/\w+/);
    if (!word && !context.explicit) return null;
    if (word && context.state.sliceDoc(word.from - 1, word.from) === '.') return null;
    return { from: word?.from ?? context.pos, options: [...columns.values()], validFor: /^\w*$/ };
  };
  const language = sql({ dialect: PostgreSQL, schema });
  const { data } = language.language;
  return [language, data.of({ autocomplete: completeFunctions }), data.of({ autocomplete: completeColumns })];
}

/** SQL with completion. Tab leaves it like any field. */
export default function SqlEditor(props: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  const [language] = useRef([new Compartment()]).current;
  const [marks] = useRef([new Compartment()]).current;
  useEffect(() => {
    latest.current = props;
  });

  const describe = ({ describedBy, isInvalid }: Pick<SqlEditorProps, 'describedBy' | 'isInvalid'>) =>
    EditorView.contentAttributes.of({
      'aria-label': 'SQL',
      'aria-describedby': describedBy,
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made once; later changes are sent to it
  useLayoutEffect(() => {
    if (!place.current || !language || !marks) return;
    const editor = new EditorView({
      root: styleRoot,
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: (editor) => {
                  closeCompletion(editor);
                  latest.current.onRun();
                  return true;
                },
              },
            ]),
          ),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          closeBrackets(),
          EditorView.lineWrapping,
          placeholder('select status, count(*) from "my source" group by status'),
          autocompletion({ icons: false, maxRenderedOptions: 60, interactionDelay: 0 }),
          keymap.of([...completionKeymap, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
          keymap.of([
            {
              key: 'Escape',
              run: () => {
                latest.current.onLeave();
                return true;
              },
            },
          ]),
          language.of(createLanguage(latest.current.datasets)),
          marks.of(describe(latest.current)),
          syntaxHighlighting(colors),
          look,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (latest.current.hadFocus()) {
      editor.dispatch({ selection: { anchor: editor.state.doc.length } });
      editor.focus();
    }
    return () => editor.destroy();
  }, []);

  const { value, datasets, describedBy, isInvalid } = props;
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    if (language) view.current?.dispatch({ effects: language.reconfigure(createLanguage(datasets)) });
  }, [datasets, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of these alone
  useEffect(() => {
    if (marks) view.current?.dispatch({ effects: marks.reconfigure(describe({ describedBy, isInvalid })) });
  }, [describedBy, isInvalid, marks]);
  useImperativeHandle(props.ref, () => ({ focus: () => view.current?.focus() }), []);

  return <div ref={place} className={css.editor} data-invalid={isInvalid ? '' : undefined} />;
}
