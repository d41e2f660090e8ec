import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineModel } from '../../machines/model.ts';
import {
  type EditorEvent,
  type EditorSnapshot,
  pipelineEditorMachine,
  selectHistory,
} from '../../machines/pipeline-editor/index.ts';
import { pipelineEditorModel } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { GraphOutline } from '../../src/console/components/widgets/graph/outline.tsx';
import type { GraphHandle } from '../../src/console/components/widgets/graph/types.ts';
import { useStore } from '../../src/console/lib/store.ts';
import { editCommands } from '../../src/console/views/pipeline/editor/edit.commands.ts';
import { EditorContext } from '../../src/console/views/pipeline/editor/editor-context.ts';
import { useGraphEdits } from '../../src/console/views/pipeline/editor/use-graph-edits.ts';
import { graphCommands } from '../../src/console/views/pipeline/graph/graph.commands.ts';
import { buildGraphView } from '../../src/console/views/pipeline/graph/graph-view.ts';
import { useGraphCursor } from '../../src/console/views/pipeline/graph/use-graph-cursor.ts';
import { templates } from '../../src/engine/components/catalogue.ts';
import { clipText } from '../../src/graph/clip-text.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { pipelineScopes } from '../harness/pipeline-commands.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';

/** Edits by keys on a node; typing in forms has its own tests. */
const DRIVEN = [
  'edit.start',
  'edit.undo',
  'edit.redo',
  'graph.node.remove',
  'graph.node.add',
  'graph.node.insert',
  'graph.node.toggle',
  'graph.node.duplicate',
  'graph.paste',
  'graph.connect',
  'graph.merge',
  'graph.reconnect',
  'graph.disconnect',
] as const;
type Driven = Extract<EditorEvent, { type: (typeof DRIVEN)[number] }>;

const isDriven = ({ type }: { type: string }): boolean => (DRIVEN as readonly string[]).includes(type);
const model = defineModel({
  ...pipelineEditorModel,
  // Default name of the added node.
  vocabulary: pipelineEditorModel.vocabulary
    .filter(isDriven)
    .map((event) => ('node' in event ? { ...event, node: { ...event.node, name: 'Parse JSON' } } : event)),
  explore: (snapshot, event) =>
    event.type.startsWith('graph.')
      ? snapshot.matches('editing') && snapshot.context.past.length + snapshot.context.future.length === 0
      : true,
});
const walks = makeWalks(model);

const TEMPLATES = templates('TRANSFORM');
const CATALOGUE = { templates: TEMPLATES, sources: [], sinks: [], siteVersion: '1.0.0', isWhole: true };

const registry = createRegistry([...editCommands, ...graphCommands], pipelineScopes);
const nothing = () => undefined;
const never = () => undefined;

function Screen() {
  const actor = EditorContext.useActorRef();
  const snapshot = EditorContext.useSelector((now) => now);
  const isPaletteOpen = useStore(isPaletteWanted);
  const handle = useRef<GraphHandle>(null);
  const { draft, base, problems } = snapshot.context;
  const cursor = useGraphCursor(draft, undefined);
  const { edit, additions, clipboard, configure } = useGraphEdits(CATALOGUE, cursor, {
    handle,
    isOutline: true,
  });
  usePublishScope('pipeline.edit', {
    snapshot,
    send: actor.send,
    raisePullRequest: () => undefined,
    goToProblem: nothing,
  });
  usePublishScope('pipeline.graph', {
    draft,
    snapshot,
    cursorId: cursor.cursorId,
    pickedIds: cursor.pickedIds,
    send: edit,
    add: additions.add,
    ...cursor.picking,
    ...clipboard,
    configure,
    find: nothing,
    open: never,
  });
  const view = buildGraphView({
    draft,
    base,
    problems,
    flows: new Map(),
    unit: 'bytes',
    errors: [],
    templates: TEMPLATES,
  });
  return (
    <>
      <div data-command-scope="pipeline.graph">
        <GraphOutline
          {...view}
          label="Pipeline structure"
          openId={undefined}
          selectedIds={cursor.pickedIds}
          handle={handle}
          onCursor={cursor.moveTo}
          onOpen={nothing}
        />
      </div>
      {isPaletteOpen && <PaletteDialog />}
    </>
  );
}

type World = { user: UserEvent; actor: () => { send: (event: EditorEvent) => void } };

const rowOf = (name: string): HTMLElement => {
  const row = screen
    .getAllByRole('treeitem', { hidden: true })
    .find((one) => one.textContent?.includes(`, ${name}, `));
  if (!row) throw new Error(`no row '${name}'`);
  return row;
};

const onNode =
  (name: string, keys: string, ...answers: string[]) =>
  async ({ user }: World) => {
    act(() => rowOf(name).focus());
    await user.keyboard(keys);
    for (const answer of answers) {
      await framesDrawn();
      await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'combobox'));
      await waitFor(() =>
        expect(screen.queryAllByRole('option', { hidden: true }).length).toBeGreaterThan(0),
      );
      await user.paste(answer);
      await waitFor(() =>
        expect(
          screen
            .getAllByRole('option', { hidden: true })
            .find((row) => row.getAttribute('aria-selected') === 'true')?.textContent,
        ).toContain(answer),
      );
      await user.keyboard('{Enter}');
    }
    await waitFor(() => expect(isPaletteWanted.get()).toBe(false));
    await framesDrawn();
  };

const drivers: Drivers<Driven, World> = {
  'edit.start': ({ actor }) => act(() => actor().send({ type: 'edit.start' })),
  'edit.undo': onNode('http', '{Control>}z{/Control}'),
  'edit.redo': onNode('http', '{Control>}{Shift>}z{/Shift}{/Control}'),
  'graph.node.remove': onNode('archive', '{Delete}'),
  'graph.node.add': onNode('drop debug', 'a', 'Parse JSON'),
  'graph.node.insert': onNode('drop debug', 'i', 'Parse JSON'),
  'graph.node.toggle': onNode('drop debug', '{Shift>}X{/Shift}'),
  'graph.node.duplicate': onNode('drop debug', 'd'),
  'graph.connect': onNode('http', 'c', 'archive'),
  'graph.merge': async (world) => {
    // Already connected: no change.
    await onNode('drop debug', 'x')(world);
    await onNode('http', 'x')(world);
    await onNode('http', '{Shift>}J{/Shift}', 'archive')(world);
    await onNode('http', '{Escape}')(world);
  },
  'graph.reconnect': onNode('http', '{Shift>}L{/Shift}', 'archive'),
  'graph.disconnect': onNode('drop debug', '{Shift>}C{/Shift}'),
  'graph.paste': async (world, { clip }) => {
    act(() => rowOf('drop debug').focus());
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => clipText(clip) } });
    act(() => void document.activeElement?.dispatchEvent(event));
    await framesDrawn();
    expect(event.defaultPrevented).toBe(true);
    await world.user.keyboard('{Shift}');
  },
};

/** Parses `Filter, drop debug, 2 of 3, disabled, 1 input, 1 output, connected to archive`. */
function spokenRow(row: HTMLElement): string {
  const said = row.firstElementChild?.textContent ?? '';
  const [, name] = /^(?:Source, |Destination, )?[^,]+, (.+?), \d+ of \d+/.exec(said) ?? [];
  const [, targets = ''] = /connected to (?!nothing)(.+)$/.exec(said) ?? [];
  const to = targets
    .split(/, | and /)
    .sort()
    .join(', ');
  return `${name}${said.includes(', disabled,') ? ' off' : ''} > ${to}`;
}

const project = (snapshot: EditorSnapshot) => {
  const { draft } = snapshot.context;
  const nameOf = (id: string) => draft.nodes[id]?.name ?? id;
  return {
    rows: Object.values(draft.nodes)
      .map(({ id, name }) => {
        const targets = (draft.edges[id]?.nodeIds ?? []).map(nameOf).sort().join(', ');
        return `${name}${draft.meta[id]?.disabled ? ' off' : ''} > ${targets}`;
      })
      .sort(),
    steps: selectHistory(snapshot).map(({ isUndone }) => isUndone),
  };
};

beforeEach(() => {
  localStorage.clear();
  isPaletteWanted.set(false);
  keySequenceActor.send({ type: 'sequence.cancelled' } as never);
  vi.stubGlobal('fetch', async () => Response.json({ transformTemplates: TEMPLATES }));
  installCommands({
    registry,
    ask: (id, args) => openPalette(id, args),
    refuse: nothing,
    record: nothing,
  });
  pageBase();
  setContextBase(shellActorsStub());
});
afterEach(() => vi.unstubAllGlobals());

test('every graph edit by keys in the outline, undone and redone [E2]', async () => {
  let latest: EditorSnapshot | undefined;
  const open = () => {
    let actor: World['actor'] | undefined;
    const Held = () => {
      const held = EditorContext.useActorRef();
      latest = EditorContext.useSelector((now) => now);
      actor = () => held;
      return <Screen />;
    };
    const input = model.input;
    if (!input) throw new Error('the model has no input');
    render(
      <EditorContext.Provider logic={pipelineEditorMachine} options={{ input }}>
        <Held />
      </EditorContext.Provider>,
    );
    const stop = listenToKeys(registry);
    const world: World = {
      user: userEvent.setup({ delay: null }),
      actor: () => {
        if (!actor) throw new Error('not drawn');
        return actor();
      },
    };
    return {
      send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
      read: () => {
        if (!latest) throw new Error('not drawn');
        const rows = screen.getAllByRole('treeitem', { hidden: true }).map(spokenRow).sort();
        return { rows, steps: project(latest).steps };
      },
      dispose: () => {
        stop();
        cleanup();
        isPaletteWanted.set(false);
      },
    };
  };
  const walked = await driveAll(walks, { drives: Object.keys(drivers), create: open, project });
  expect(walked).toBe(walks.edges.size);
}, 120_000);
