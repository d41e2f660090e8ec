import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type EditorEvent,
  type EditorSnapshot,
  findReason,
  pipelineEditorMachine,
  selectDialog,
  selectIsEditing,
} from '../../machines/pipeline-editor/index.ts';
import { pipelineEditorModel } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import { canDo, type LifecycleRow, type PipelineIntent } from '../../machines/pipeline-lifecycle/index.ts';
import { lifecycleModel } from '../../machines/pipeline-lifecycle/pipeline-lifecycle.model.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { makePaths } from '../harness/paths.ts';
import { pipelineCommands, pipelineScopes } from '../harness/pipeline-commands.ts';
import { shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';
import { screenPipeline, screenScope } from './screen-pipeline.ts';

type Facts = { pipeline: Pipeline; snapshot: EditorSnapshot };
type Closed = { commandId: string; title: string; reason: string; facts: Facts };

const viewing = createActor(pipelineEditorMachine, { input: pipelineEditorModel.input! }).getSnapshot();

const INTENTS: Record<PipelineIntent, { commandId: string; title: string }> = {
  DEPLOY: { commandId: 'pipeline.deploy', title: 'Deploy' },
  PAUSE: { commandId: 'pipeline.pause', title: 'Pause' },
  BYPASS: { commandId: 'pipeline.bypass', title: 'Bypass' },
  RESUME: { commandId: 'pipeline.resume', title: 'Resume' },
  CANCEL: { commandId: 'pipeline.cancelAction', title: 'Cancel action' },
  DELETE: { commandId: 'pipeline.delete', title: 'Delete pipeline' },
  EDIT: { commandId: 'pipeline.edit', title: 'Edit Pipeline' },
};

const rows: LifecycleRow[] = [
  ...[...makePaths(lifecycleModel).states.values()].map(({ value, context }) => ({
    ...context,
    status: value as LifecycleRow['status'],
  })),
  { status: 'DEFAULT', pendingAction: 'NOP', deployedGraphVersion: 0, latestGraphVersion: 0 },
];
const ofLifecycle = rows.flatMap((row) =>
  (Object.keys(INTENTS) as PipelineIntent[]).flatMap((intent): Closed[] => {
    const reason = canDo(row, intent);
    const { status, pendingAction, deployedGraphVersion, latestGraphVersion } = row;
    const pendingGraphVersion = row.pendingGraphVersion ?? 0;
    const stored = { status, pendingAction, deployedGraphVersion, latestGraphVersion, pendingGraphVersion };
    const facts = { pipeline: screenPipeline(stored), snapshot: viewing };
    return reason === true ? [] : [{ ...INTENTS[intent], reason, facts }];
  }),
);

const EDITS = [
  { commandId: 'edit.saveDraft', title: 'Save as draft', event: { type: 'save.draft' } },
  { commandId: 'edit.deploy', title: 'Deploy', event: { type: 'save.deploy' } },
  { commandId: 'edit.cancel', title: 'Cancel', event: { type: 'edit.cancel' } },
  { commandId: 'edit.undo', title: 'Undo', event: { type: 'edit.undo' } },
  { commandId: 'edit.redo', title: 'Redo', event: { type: 'edit.redo' } },
] as const satisfies { commandId: string; title: string; event: EditorEvent }[];

/** Editor states where the palette can open: open questions come first. */
const ofEditor = [...makePaths(pipelineEditorModel).states.values()]
  .filter((snapshot) => selectIsEditing(snapshot) && selectDialog(snapshot) === undefined)
  .flatMap((snapshot) =>
    EDITS.flatMap(({ commandId, title, event }): Closed[] => {
      const reason = findReason(snapshot, event);
      const facts = { pipeline: screenPipeline({}), snapshot };
      return reason === undefined ? [] : [{ commandId, title, reason, facts }];
    }),
  );

const onceEach = (closed: Closed[]): Closed[] => [
  ...new Map(closed.map((one) => [`${one.commandId} ${one.reason}`, one])).values(),
];

const nothing = () => undefined;
let show: (facts: Facts) => void = nothing;

function Screen() {
  const [{ pipeline, snapshot }, setFacts] = useState<Facts>({
    pipeline: screenPipeline({}),
    snapshot: viewing,
  });
  show = setFacts;
  usePublishScope('pipeline', screenScope(pipeline, snapshot));
  const isEditing = selectIsEditing(snapshot);
  usePublishScope(
    'pipeline.edit',
    isEditing ? { snapshot, send: nothing, goToProblem: nothing, raisePullRequest: nothing } : undefined,
  );
  return useStore(isPaletteWanted) ? <PaletteDialog /> : null;
}

const user = userEvent.setup({ delay: null });

async function rowOf({ commandId, title, facts }: Closed): Promise<HTMLElement | null> {
  act(() => show(facts));
  act(() => openPalette());
  await framesDrawn();
  await user.paste(title);
  await framesDrawn();
  return document.getElementById(`palette-row-${commandId}`);
}

beforeAll(() => {
  installCommands({
    registry: createRegistry(pipelineCommands, pipelineScopes),
    ask: nothing,
    refuse: nothing,
    record: nothing,
  });
  setContextBase(shellActorsStub());
});
beforeEach(() => void render(<Screen />));
afterEach(() => act(() => isPaletteWanted.set(false)));

describe.each([
  ['the lifecycle (E1)', onceEach(ofLifecycle)],
  ['the editor (E2)', onceEach(ofEditor)],
])('every reason of a guard of %s is read in the palette', (_machine, closed) => {
  test.each(closed)('$title: $reason', async (one) => {
    const row = await rowOf(one);
    expect(row?.getAttribute('aria-disabled')).toBe('true');
    expect(row?.textContent).toContain(one.reason);
  });
});

test('every command of both is refused in some state', () => {
  const seen = new Set([...ofLifecycle, ...ofEditor].map(({ commandId }) => commandId));
  const all = [...Object.values(INTENTS), ...EDITS].map(({ commandId }) => commandId);
  expect([...seen].sort()).toEqual(all.toSorted());
});
