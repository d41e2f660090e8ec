import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  exportKeyMap,
  keyMapMachine,
  type RecordMode,
  selectChangedCount,
  selectRefusal,
} from '../../../../machines/key-map/index.ts';
import { normaliseKey } from '../../../../machines/key-sequence/keys.ts';
import { diffKeys, selectPreferences } from '../../../../machines/preferences/index.ts';
import { buildKeyMapSettings } from '../../commands/keys/key-map.ts';
import { changePreferences } from '../../commands/preferences/preferences.ts';
import { preferencesActor } from '../../commands/preferences/preferences-actor.ts';
import { getCommandHost, useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { saveFile } from '../../components/widgets/charts/save-file.ts';
import { ImportTextDialog } from '../../components/widgets/dialogs/import-text-dialog.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { SwitchField } from '../../components/widgets/forms/switch-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { KeyRecorder, type RecordedPress } from '../../components/widgets/keys/key-recorder.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import type { TableHandle } from '../../components/widgets/table/types.ts';
import { useShownLocation } from '../../state/location.tsx';
import { filterKeyRows, KEY_COLUMNS, type KeyRow, listKeyRows } from './key-rows.tsx';
import * as css from './profile.css.ts';
import { RecordDialog } from './RecordDialog.tsx';
import './scope.ts';

function useKeyMap() {
  const preferences = useSelector(preferencesActor, selectPreferences, isSame);
  const ctx = useCommandContext();
  // Macros and lazy-loaded screens change the list of commands, which creates a new context.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context changes with the list of commands
  const settings = useMemo(
    () => buildKeyMapSettings(getCommandHost().registry, preferences),
    [preferences, ctx],
  );
  const [input] = useState(settings);
  const actor = useActorRef(keyMapMachine, { input });
  useEffect(() => actor.send({ type: 'settings.changed', settings }), [actor, settings]);
  useLayoutEffect(() => {
    const told = actor.on('keyMap.changed', ({ overlay, characterKeys }) => {
      const now = selectPreferences(preferencesActor.getSnapshot());
      changePreferences({
        kind: 'keys',
        keys: diffKeys(now.keyBindings, overlay),
        // Omitted unless changed, to keep a value set in another window.
        ...(characterKeys === now.characterKeys ? {} : { characterKeys }),
      });
    });
    return () => told.unsubscribe();
  }, [actor]);
  return { actor, snapshot: useSelector(actor, (now) => now), commands: settings.commands };
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

const getRowId = (row: KeyRow) => row.id;
const getRowTitle = (row: KeyRow) => row.title;

function computeNextSearch(pressed: string, press: RecordedPress, isMac: boolean): string {
  const key = normaliseKey(press, isMac);
  if (press.isComposing || /^(shift|control|alt|meta|altgraph)$/.test(press.key.toLowerCase()))
    return pressed;
  if (key === 'escape' || (key === 'backspace' && pressed !== '')) return '';
  return pressed === 'g' ? `${pressed} ${key}` : key;
}

/** Key map: search by name or key, change, clear, reset, export, import. */
export function KeysPanel() {
  const { actor, snapshot } = useKeyMap();
  const { context } = snapshot;
  const parameters = new URLSearchParams(useShownLocation().search);
  const asked = parameters.get('command') ?? undefined;
  const [words, setWords] = useState('');
  const [pressed, setPressed] = useState('');
  const [cursorId, setCursorId] = useState(asked);
  const [shownId, setShownId] = useState<string>();
  const [isImporting, setImporting] = useState(parameters.get('import') !== null);
  const table = useRef<TableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const byKey = useRef<HTMLInputElement>(null);

  const rows = useMemo(() => listKeyRows(context), [context]);
  const shown = filterKeyRows(rows, words, pressed);
  const current = shown.find((row) => row.id === shownId);
  const changedCount = selectChangedCount(snapshot);
  const refusal = context.recording ? undefined : selectRefusal(snapshot);

  // A linked command gets the cursor, and focus moves to the list.
  useEffect(() => {
    if (asked === undefined) return;
    setCursorId(asked);
    setWords('');
    setPressed('');
    table.current?.focus();
  }, [asked]);

  const actions = useMemo(
    () => ({
      record: (commandId: string, mode: RecordMode) =>
        actor.send({ type: 'record.started', commandId, mode }),
      clear: (commandId: string) => actor.send({ type: 'keys.cleared', commandId }),
      reset: (commandId: string) => actor.send({ type: 'keys.reset', commandId }),
      resetAll: () => actor.send({ type: 'all.reset' }),
      findByKey: () => byKey.current?.focus(),
      exportMap: () =>
        saveFile(
          'penstock-keys.json',
          new Blob([exportKeyMap(actor.getSnapshot().context)], { type: 'application/json' }),
        ),
      openImport: () => setImporting(true),
    }),
    [actor],
  );
  const currentId = current?.id;
  const row = useMemo(
    () =>
      currentId === undefined
        ? undefined
        : {
            id: currentId,
            label: current?.title ?? '',
            isChanged: current?.isChanged ?? false,
            hasKeys: (current?.keys.length ?? 0) > 0,
          },
    [currentId, current?.title, current?.isChanged, current?.keys.length],
  );
  usePublishScope('list', { table, search, isEmpty: shown.length === 0, hasCursor: row !== undefined });
  usePublishScope('profile.keys', { ...actions, current: row, changedCount });

  const importMap = (text: string): readonly string[] => {
    actor.send({ type: 'map.imported', text });
    return actor.getSnapshot().context.problems;
  };
  const show = (commandId: string) => {
    setWords('');
    setPressed('');
    setCursorId(commandId);
    table.current?.focus();
  };

  return (
    <>
      <div className={css.toolbar}>
        <div className={css.search}>
          <TextField
            ref={search}
            label="Search by command"
            hideLabel
            type="search"
            icon="search"
            placeholder="Search by command"
            value={words}
            onChange={setWords}
          />
        </div>
        <div className={css.byKey}>
          <KeyRecorder
            ref={byKey}
            label="Find by key"
            hideLabel
            binding={pressed}
            placeholder="Find by key: press it"
            onPress={(press) => {
              if (press.key === 'Enter' && pressed !== '') table.current?.focus();
              else setPressed(computeNextSearch(pressed, press, context.isMac));
            }}
          />
        </div>
        <span role="status" className={css.quiet}>
          {shown.length} of {rows.length}, {changedCount} changed
        </span>
        <span className={css.push}>
          <CommandButton id="keys.resetAll" size="small" label="Default keys" />
          <CommandButton id="keys.import" size="small" label="Import" />
          <CommandButton id="keys.export" size="small" label="Export" />
        </span>
      </div>
      <div className={css.switchRow}>
        <SwitchField
          label="Single-character keys"
          value={context.characterKeys}
          onChange={(isOn) => actor.send({ type: 'characterKeys.set', isOn })}
          help="When off, only keys with Ctrl, Cmd or Alt and keys such as Delete and F2 run commands: useful for speech input, or if you press keys by mistake."
        />
      </div>
      <section className={css.rowCommands} aria-label={`Keys of ${current?.title ?? 'a command'}`}>
        <CommandButton id="keys.change" size="small" label="Change" />
        <CommandButton id="keys.add" size="small" label="Add" />
        <CommandButton id="keys.clear" size="small" label="No key" />
        <CommandButton id="keys.reset" size="small" label="Default" />
      </section>
      {refusal && (
        <div role="alert" className={css.notice}>
          <StatusShape shape="triangle" tone="warn" />
          <span className={css.noticeText}>Not changed: {refusal.message}</span>
        </div>
      )}
      <div className={css.table}>
        <DataTable
          ref={table}
          label="Keys"
          columns={KEY_COLUMNS}
          rows={shown}
          rowId={getRowId}
          rowLabel={getRowTitle}
          cursorId={cursorId}
          onCursorChange={setCursorId}
          onShownCursorChange={setShownId}
          onOpen={({ id }) => actions.record(id, 'replace')}
          empty={
            <EmptyState icon="keyboard" title="No command matches">
              {pressed === '' ? 'Search for other words.' : 'No command uses this key.'}
            </EmptyState>
          }
        />
      </div>
      <RecordDialog
        actor={actor}
        snapshot={snapshot}
        titleOf={(id) => rows.find((one) => one.id === id)?.title ?? id}
        onShow={show}
      />
      {isImporting && (
        <ImportTextDialog
          title="Import a key map"
          message="It takes the place of your own keys. With one fault in it, nothing is changed."
          label="Key map as JSON"
          accept=".json,application/json"
          onImport={importMap}
          onClose={() => {
            actor.send({ type: 'record.cancelled' });
            setImporting(false);
          }}
        />
      )}
    </>
  );
}
