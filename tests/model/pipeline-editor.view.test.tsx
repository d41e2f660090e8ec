// Slow: draws the screen of the editor for every path of its model.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import {
  EDITOR_TEXTS,
  type EditorDialog,
  type EditorEvent,
  type EditorSnapshot,
  findReason,
  pipelineEditorMachine,
  selectDialog,
  selectIsDirty,
  selectIsEditing,
  type TheirVersion,
} from '../../machines/pipeline-editor/index.ts';
import { pipelineEditorModel } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { SaveInput, SaveOutcome } from '../../machines/save-sequence/index.ts';
import { listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted } from '../../src/console/commands/palette/open-palette.ts';
import { EditorContext } from '../../src/console/views/pipeline/editor/editor-context.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { type Editor, EditorScreen, editorRegistry, prepareEditor } from './editor-screen.tsx';
import { framesDrawn } from './fake-clock.ts';

/** Header and dialogs of the editor; the graph has its own tests. */
const DRIVEN = [
  'edit.start',
  'edit.cancel',
  'edit.undo',
  'edit.redo',
  'edit.jump',
  'draft.description.set',
  'save.draft',
  'save.deploy',
  'deploy.confirm',
  'dialog.cancel',
  'noChange.done',
  'noChange.forceDeploy',
  'conflict.keepMine',
  'conflict.takeTheirs',
  'discard.confirm',
  'xstate.done.actor.save',
  'xstate.done.actor.readTheirs',
] as const;
type Driven = Extract<EditorEvent, { type: (typeof DRIVEN)[number] }> | SystemEvent;

const model = defineModel({
  ...pipelineEditorModel,
  vocabulary: pipelineEditorModel.vocabulary.filter(({ type }) =>
    (DRIVEN as readonly string[]).includes(type),
  ),
  // After a save the same paths would repeat.
  explore: (snapshot, event) =>
    snapshot.context.shownVersion === 1 && (pipelineEditorModel.explore?.(snapshot, event) ?? true),
});
const walks = makeWalks(model);

type World = {
  user: UserEvent;
  editor: () => Editor;
  endSave: (outcome: SaveOutcome) => void;
  endRead: (theirs: TheirVersion | undefined) => void;
  command: (world: World, title: string) => Promise<void>;
};
beforeEach(prepareEditor);

const nothing = () => undefined;
const hidden = { hidden: true };
const keyBar = () => screen.getByRole('region', { name: 'Available keys', ...hidden });
const inBar = (name: RegExp) => within(keyBar()).queryAllByRole('button', { name, ...hidden })[0];

const byButtons = async ({ user }: World, title: string) => {
  if (title === 'Deploy') {
    await user.click(screen.getByRole('button', { name: 'Ways to save', ...hidden }));
    await user.click(await screen.findByRole('menuitem', { name: /^Deploy/ }));
  } else if (title === 'Undo' || title === 'Redo') await user.click(inBar(new RegExp(title))!);
  else if (title === 'Save as draft')
    await user.click(screen.getByRole('button', { name: 'Save pipeline', ...hidden }));
  else {
    const page = screen.getAllByRole('button', { name: new RegExp(`^${title}`), ...hidden });
    await user.click(page.find((button) => !keyBar().contains(button))!);
  }
};
const openInPalette = async ({ user }: World, title: string) => {
  await user.keyboard('{Control>}k{/Control}');
  await framesDrawn();
  const field = await screen.findByRole('combobox', {
    name: 'Type a command or search',
    ...hidden,
  });
  expect(field).toHaveFocus();
  await user.paste(title);
  await user.keyboard('{Enter}');
  await framesDrawn();
};
const paletteGone = async () => {
  await waitFor(() => expect(isPaletteWanted.get()).toBe(false));
  await framesDrawn();
};
const byPalette = async (world: World, title: string) => {
  await openInPalette(world, title);
  await paletteGone();
};

const answer =
  (name: string) =>
  async ({ user }: World) => {
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name, ...hidden }));
  };
const drivers: Drivers<Driven, World> = {
  'edit.start': (world) => world.command(world, 'Edit Pipeline'),
  'edit.cancel': (world) => world.command(world, 'Cancel'),
  'edit.undo': (world) => world.command(world, 'Undo'),
  'edit.redo': (world) => world.command(world, 'Redo'),
  'edit.jump': async (world) => {
    await openInPalette(world, 'Jump to step');
    await world.user.keyboard('{Enter}');
    await paletteGone();
  },
  'save.draft': (world) => world.command(world, 'Save as draft'),
  'save.deploy': (world) => world.command(world, 'Deploy'),
  'draft.description.set': async ({ user }, { description }) => {
    await user.click(screen.getByRole('textbox', { name: 'Description', ...hidden }));
    await user.paste(description);
  },
  // Once the pinned tests have passed.
  'deploy.confirm': async (world) => {
    await answer('Deploy')(world);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
  'dialog.cancel': async ({ user }) => {
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
  },
  'noChange.done': answer('Done'),
  'noChange.forceDeploy': answer('Force Deploy'),
  'conflict.keepMine': answer('Save mine'),
  'conflict.takeTheirs': answer('Use theirs'),
  'discard.confirm': answer('Discard'),
  'xstate.done.actor.save': ({ endSave }, { output }) =>
    act(async () => {
      endSave(output as SaveOutcome);
    }),
  'xstate.done.actor.readTheirs': ({ endRead }, { output }) =>
    act(async () => {
      endRead(output as TheirVersion | undefined);
    }),
};

const TITLES: Record<EditorDialog, string> = {
  confirmDeploy: EDITOR_TEXTS.deployTitle,
  'noChange.saved': EDITOR_TEXTS.noChangeTitle,
  'noChange.deployed': EDITOR_TEXTS.noChangeTitle,
  confirmDiscard: EDITOR_TEXTS.discardTitle,
  conflict: 'Someone else saved this pipeline',
};

const shown = (snapshot: EditorSnapshot) => {
  const dialog = selectDialog(snapshot);
  const isEditing = selectIsEditing(snapshot);
  const reason = (type: 'save.draft' | 'edit.undo' | 'edit.redo') =>
    isEditing ? findReason(snapshot, { type }) : undefined;
  return {
    isEditing,
    dialog: dialog && TITLES[dialog],
    description: isEditing ? snapshot.context.draft.description : undefined,
    isMarkedDraft: isEditing && selectIsDirty(snapshot),
    saveReason: reason('save.draft'),
    // The key bar belongs to a dialog in front.
    undoReason: dialog ? undefined : reason('edit.undo'),
    redoReason: dialog ? undefined : reason('edit.redo'),
  };
};

/** A button's reason, from its description or, in the key bar, its title. */
function reasonOf(button: HTMLElement | undefined): string | undefined {
  if (button?.getAttribute('aria-disabled') !== 'true') return undefined;
  const id = button.getAttribute('aria-describedby');
  const described = id && document.getElementById(id.split(' ').at(-1) ?? '')?.textContent;
  return described || button.title;
}

async function read() {
  await framesDrawn();
  const description = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Description', ...hidden });
  return {
    isEditing: description !== null,
    dialog: screen.queryByRole('dialog')?.querySelector('h1,h2,h3')?.textContent ?? undefined,
    description: description?.value,
    isMarkedDraft: screen.queryByText(/^Draft(, .*)?$/) !== null,
    saveReason: reasonOf(screen.queryByRole('button', { name: 'Save pipeline', ...hidden }) ?? undefined),
    undoReason: reasonOf(inBar(/Undo/)),
    redoReason: reasonOf(inBar(/Redo/)),
  };
}

/** Deployed versions, which the deployment dialog compares. */
function knownVersions(): QueryClient {
  const client = new QueryClient();
  const { siteId, pipeline, draft } = model.input!;
  for (const version of [1, 2, 3])
    client.setQueryData(['getGraph', siteId, 'running', pipeline?.id, version], draft);
  return client;
}

function open(command: World['command']) {
  let endSave: World['endSave'] = nothing;
  const save = fromPromise<SaveOutcome, SaveInput>(
    () =>
      new Promise((resolve) => {
        endSave = resolve;
      }),
  );
  let endRead: World['endRead'] = nothing;
  const readTheirs = fromPromise<TheirVersion | undefined, { pipelineId: string | undefined }>(
    () =>
      new Promise((resolve) => {
        endRead = resolve;
      }),
  );
  const logic = pipelineEditorMachine.provide({ actors: { save, readTheirs } });
  let editor: Editor | undefined;
  render(
    <QueryClientProvider client={knownVersions()}>
      <EditorContext.Provider logic={logic} options={{ input: model.input! }}>
        <EditorScreen
          onEditor={(made) => {
            editor = made;
          }}
        />
      </EditorContext.Provider>
    </QueryClientProvider>,
  );
  const stop = listenToKeys(editorRegistry());
  const world: World = {
    user: userEvent.setup({ delay: null }),
    editor: () => editor!,
    endSave: (outcome) => endSave(outcome),
    endRead: (theirs) => endRead(theirs),
    command,
  };
  return {
    send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
    read,
    dispose: () => {
      stop();
      cleanup();
      isPaletteWanted.set(false);
    },
  };
}

describe.each([
  ['buttons', byButtons],
  ['the palette', byPalette],
])('the pipeline editor through %s', (_way, command) => {
  test('shows every state; Edit Pipeline starts, and refusals say why [E2, E18, R2.4-62]', async () => {
    const walked = await driveAll(walks, {
      drives: Object.keys(drivers),
      create: () => open(command),
      project: shown,
    });
    expect(walked).toBe(walks.edges.size);
  }, 120_000);
});
