import { useMemo, useRef, useState } from 'react';
import { parseMacro, suggestMacroName } from '../../../../machines/macros/index.ts';
import { MACROS_MAX, type Macro } from '../../../contract/entities/preferences.ts';
import { savedMacros } from '../../commands/macros/macro-status.ts';
import { changePreferences } from '../../commands/preferences/preferences.ts';
import { getCommandHost } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ImportTextDialog } from '../../components/widgets/dialogs/import-text-dialog.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import type { TableHandle } from '../../components/widgets/table/types.ts';
import { useStore } from '../../lib/store.ts';
import { useShownLocation } from '../../state/location.tsx';
import { filterMacros, MACRO_COLUMNS, MacroSteps } from './macro-rows.tsx';
import * as css from './profile.css.ts';
import './scope.ts';

const getRowId = (macro: Macro) => macro.id;
const getRowName = (macro: Macro) => macro.name;
const renderSteps = (macro: Macro) => <MacroSteps macro={macro} />;

/** Argument names of commands that can be steps. */
const listArgumentNames = (commandId: string): readonly string[] | undefined => {
  const command = getCommandHost().registry.command(commandId);
  if (!command || command.isRecorded === false) return undefined;
  return (command.args ?? []).map(({ name }) => name);
};

/** A duplicate name gets a number. */
function importMacro(text: string): readonly string[] {
  const read = parseMacro(text, listArgumentNames);
  if (!read.ok) return [read.message];
  const macros = savedMacros.get();
  if (macros.length >= MACROS_MAX) return [`At most ${MACROS_MAX} macros can be kept; delete one first`];
  const name = suggestMacroName(read.name, macros);
  changePreferences({ kind: 'macroPut', macro: { id: crypto.randomUUID(), name, steps: read.steps } });
  return [];
}

export function MacrosPanel() {
  const macros = useStore(savedMacros);
  const parameters = new URLSearchParams(useShownLocation().search);
  const [cursorId, setCursorId] = useState<string>();
  const [shownId, setShownId] = useState<string>();
  const [isImporting, setImporting] = useState(parameters.get('import') !== null);
  const [words, setWords] = useState('');
  const table = useRef<TableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const openImport = useMemo(() => () => setImporting(true), []);
  const shown = useMemo(() => filterMacros(macros, words), [macros, words]);
  const hasMacros = macros.length > 0;
  const marked = shown.find(({ id }) => id === cursorId);
  const current = marked?.id === shownId ? marked : undefined;
  usePublishScope('list', {
    table,
    search: hasMacros ? search : undefined,
    isEmpty: shown.length === 0,
    hasCursor: current !== undefined,
  });
  usePublishScope('profile.macros', { current, openImport });
  const keyArgs = useMemo(() => ({ command: `macro.${marked?.id ?? ''}` }), [marked?.id]);
  return (
    <>
      <p className={css.intro}>
        A macro runs the commands you recorded, one after the other. Each asks for confirmation as usual; the
        first one that is refused stops the macro.
      </p>
      <div className={css.toolbar}>
        {hasMacros && (
          <>
            <span className={css.search}>
              <TextField
                ref={search}
                label="Search macros"
                hideLabel
                type="search"
                icon="search"
                placeholder="Search macros"
                value={words}
                onChange={setWords}
              />
            </span>
            <span role="status" className={css.quiet}>
              {shown.length} of {macros.length}
            </span>
          </>
        )}
        <span className={css.push}>
          {hasMacros && <CommandButton id="macros.record" size="small" />}
          <CommandButton id="macros.import" size="small" label="Import" />
        </span>
      </div>
      {marked && (
        <section className={css.rowCommands} aria-label={`Macro ${marked.name}`}>
          <CommandButton id="macros.run" size="small" label="Run" />
          <CommandButton id="macros.rename" size="small" label="Rename" />
          <CommandButton id="macros.copy" size="small" label="Copy as text" />
          <CommandButton id="keys.change" args={keyArgs} size="small" label="Give it a key" />
          <CommandButton id="macros.delete" size="small" label="Delete" variant="danger" />
        </section>
      )}
      <div className={css.table}>
        <DataTable
          ref={table}
          label="Macros"
          columns={MACRO_COLUMNS}
          rows={shown}
          rowId={getRowId}
          rowLabel={getRowName}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onShownCursorChange={setShownId}
          renderExpanded={renderSteps}
          empty={
            hasMacros ? (
              <EmptyState icon="search" title="No macro matches">
                Search for other words.
              </EmptyState>
            ) : (
              <EmptyState
                icon="record"
                title="No macro yet"
                action={<CommandButton id="macros.record" variant="primary" />}
              >
                Record what you do often: run commands by key, button or palette, then stop and name it.
              </EmptyState>
            )
          }
        />
      </div>
      {isImporting && (
        <ImportTextDialog
          title="Import a macro"
          message="The first line is 'macro' and its name, each other line a command, as 'Copy macro as text' gives it."
          label="Macro as text"
          accept=".txt,text/plain"
          onImport={importMacro}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
