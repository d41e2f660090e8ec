import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { fromPromise } from 'xstate';
import { pipelineEditorMachine } from '../../../../../machines/pipeline-editor/index.ts';
import type { SaveInput, SaveOutcome } from '../../../../../machines/save-sequence/index.ts';
import { pipelineCommands, pipelineScopes } from '../../../../../tests/harness/pipeline-commands.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { createRegistry } from '../../../commands/registry.ts';
import { installCommands, setContextBase } from '../../../commands/runtime.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { EditHeader } from './EditHeader.tsx';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorContext } from './editor-context.ts';

const DRAFT: Draft = {
  name: 'web logs',
  description: '',
  versionName: '',
  nodes: {
    s: { id: 's', nodeType: 'SOURCE', name: 'in', templateId: 'tcp', config: {} },
    d: { id: 'd', nodeType: 'SINK', name: 'out', templateId: 'file', config: {} },
  },
  edges: { s: { nodeIds: ['d'] } },
  meta: {},
};
const PIPELINE = {
  id: '300000000000000001',
  status: 'DEPLOYED' as const,
  pendingAction: 'NOP' as const,
  deployedGraphVersion: 2,
  latestGraphVersion: 2,
};

type Actor = ActorRefFrom<typeof pipelineEditorMachine>;
const save = vi.fn<(input: SaveInput) => Promise<SaveOutcome>>();

function Editor({ onActor }: { onActor: (actor: Actor) => void }) {
  const actor = EditorContext.useActorRef();
  const snapshot = EditorContext.useSelector((now) => now);
  onActor(actor);
  usePublishScope('pipeline.edit', {
    snapshot,
    send: actor.send,
    goToProblem: goToProblem,
    raisePullRequest: () => undefined,
  });
  return (
    <>
      <EditHeader versions={[{ version: 2, name: 'two' }]} shownVersion={2} onVersion={vi.fn()} />
      <EditorDialogs />
    </>
  );
}
const goToProblem = vi.fn();

function open(pipeline: typeof PIPELINE | undefined, draft = DRAFT, takenNames: string[] = []): Actor {
  const logic = pipelineEditorMachine.provide({
    actors: { save: fromPromise<SaveOutcome, SaveInput>(({ input }) => save(input)) },
  });
  const input = {
    siteId: '400000000000000001',
    ...(pipeline ? { pipeline } : {}),
    draft,
    shownVersion: pipeline ? 2 : 0,
    takenNames,
  };
  let actor: Actor | undefined;
  render(
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Editor
        onActor={(made) => {
          actor = made;
        }}
      />
    </EditorContext.Provider>,
  );
  if (!actor) throw new Error('no actor');
  return actor;
}

const refuse = vi.fn();

beforeEach(() => {
  const noop = () => undefined;
  installCommands({
    registry: createRegistry(pipelineCommands, pipelineScopes),
    ask: noop,
    refuse,
    record: noop,
  });
  setContextBase({
    path: '/pipelines/1',
    search: '',
    navigate: noop,
    site: undefined,
    sites: [],
    actors: {
      notify: noop,
      selectTimeRange: noop,
      resetTimeRange: noop,
      openTimePanel: noop,
      selectSite: noop,
      explain: noop,
      setTheme: noop,
      theme: 'dark',
      openPalette: noop,
      openHelp: noop,
      openErrorDetails: noop,
      openHistory: noop,
      logOut: noop,
      hasErrorDetails: false,
      reload: noop,
      copyText: noop,
    },
  });
});
afterEach(() => vi.clearAllMocks());

describe('saving from the editor', () => {
  it('says that nothing changed, and Done leaves edit mode [R4-73 … R4-77, R4-80]', async () => {
    const user = userEvent.setup();
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    await user.click(screen.getByRole('button', { name: 'Save pipeline' }));
    expect(await screen.findByRole('dialog', { name: 'Pipeline has not changed' })).toBeVisible();
    expect(screen.getByText('The pipeline is already saved to the latest version.')).toBeVisible();
    const answers = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(answers.map((button) => button.textContent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Keep Editing/), expect.stringMatching(/^Done/)]),
    );
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(actor.getSnapshot().matches('viewing')).toBe(true);
    expect(save).not.toHaveBeenCalled();
  });

  it('the menu has Save as draft and Deploy; Deploy asks first [R2.4-67, R4-61 … R4-63]', async () => {
    const user = userEvent.setup();
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    act(() => actor.send({ type: 'draft.versionName.set', versionName: 'three' }));
    await user.click(screen.getByRole('button', { name: 'Ways to save' }));
    expect(await screen.findByRole('menuitem', { name: /Save as draft/ })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: /Deploy/ }));
    expect(await screen.findByRole('dialog', { name: 'Deploy Pipeline' })).toBeVisible();
    expect(screen.getByText('Are you sure you want to deploy changes made to web logs?')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deploy' })).toBeVisible();
  });

  it('an invalid graph cannot be saved; the menu leads to the cause [R5-18]', async () => {
    const user = userEvent.setup();
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    act(() => actor.send({ type: 'graph.disconnect', fromId: 's', toId: 'd' }));
    const button = screen.getByRole('button', { name: 'Save pipeline' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^Pipeline graph is invalid! /);
    await user.click(screen.getByRole('button', { name: 'Ways to save' }));
    await user.click(await screen.findByRole('menuitem', { name: /Go to next problem/ }));
    expect(goToProblem).toHaveBeenCalledOnce();
  });

  it('Cancel with changes asks, and Discard drops them [R2.4-70, R4-90 … R4-93]', async () => {
    const user = userEvent.setup();
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Discard Changes' })).toBeVisible();
    expect(
      screen.getByText(
        'There are unsaved changes made to pipeline web logs. Do you want to discard these changes?',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(actor.getSnapshot().matches('viewing')).toBe(true);
    expect(actor.getSnapshot().context.draft.description).toBe('');
  });

  it('while deploying, fields are read-only and say why', async () => {
    const user = userEvent.setup();
    const saved = Promise.withResolvers<SaveOutcome>();
    save.mockReturnValueOnce(saved.promise);
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    act(() => actor.send({ type: 'draft.versionName.set', versionName: 'three' }));
    act(() => actor.send({ type: 'save.deploy' }));
    act(() => actor.send({ type: 'deploy.confirm' }));
    const why = 'Editing is locked until the deployment you confirmed has started';
    expect(screen.getAllByRole('status').map((told) => told.textContent)).toContain(why);
    expect(screen.getByText('Deploying, read-only')).toBeVisible();
    for (const name of ['Name', 'Description', 'Version Name']) {
      const field = screen.getByRole('textbox', { name });
      expect(field).toHaveAttribute('readonly');
      expect(field).toHaveAccessibleDescription(why);
      await user.type(field, 'x');
    }
    expect(actor.getSnapshot().context.draft).toMatchObject({ name: 'web logs', versionName: 'three' });
    saved.resolve({ ok: false, failure: { message: 'Disk full' }, progress: { transforms: {} }, ids: {} });
    await vi.waitFor(() => expect(screen.queryByText(why)).toBeNull(), 10_000);
    expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveAttribute('readonly');
  });

  it('a save by someone else: mine, theirs, or keep editing', async () => {
    const user = userEvent.setup();
    const failure = { message: 'stale', code: 'STALE_VERSION', theirs: { graphVersion: 3 } };
    save.mockResolvedValueOnce({ ok: false, failure, progress: { transforms: {} }, ids: {} });
    const actor = open(PIPELINE);
    act(() => actor.send({ type: 'edit.start' }));
    await user.type(screen.getByRole('textbox', { name: /Version Name/ }), 'mine');
    await user.click(screen.getByRole('button', { name: 'Save pipeline' }));
    expect(await screen.findByRole('dialog', { name: 'Someone else saved this pipeline' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Keep Editing/ }));
    expect(actor.getSnapshot().context.draft.versionName).toBe('mine');
  });
});

describe('the name of a pipeline', () => {
  it('leaving it empty fills in the first free default [R2.4-35, R2.4-37]', async () => {
    const user = userEvent.setup();
    open(undefined, { ...DRAFT, name: '' }, ['My Pipeline']);
    await user.click(screen.getByRole('textbox', { name: 'Name' }));
    await user.tab();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('My Pipeline 1');
  });

  it('a name that another pipeline has is refused at its field [R5-13]', async () => {
    const user = userEvent.setup();
    open(undefined, { ...DRAFT, name: '' }, ['taken']);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'taken');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      /Pipeline name already exists/,
    );
  });

  it('a version name takes 20 characters [R2.4-27, R5-16]', () => {
    open(undefined);
    expect(screen.getByRole('textbox', { name: /Version Name/ })).toHaveAttribute('maxlength', '20');
  });

  it('a new pipeline has no Cancel [R2.4-65]', () => {
    open(undefined);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});
