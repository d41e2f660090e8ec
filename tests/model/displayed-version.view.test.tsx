import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { displayedVersionModel } from '../../machines/displayed-version/displayed-version.model.ts';
import type { DisplayedVersionEvent } from '../../machines/displayed-version/index.ts';
import { chooseDisplayedVersion, formatVersionLabel } from '../../machines/displayed-version/index.ts';
import type { SystemEvent } from '../../machines/model.ts';
import { pipelineEditorMachine } from '../../machines/pipeline-editor/index.ts';
import { loadCall } from '../../src/console/api/call-table.ts';
import { handleApiErrors } from '../../src/console/api/report-error.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { EditHeader } from '../../src/console/views/pipeline/editor/EditHeader.tsx';
import { EditorContext } from '../../src/console/views/pipeline/editor/editor-context.ts';
import { useShownVersion } from '../../src/console/views/pipeline/versions/use-shown-version.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { emptyDraft } from '../../src/graph/draft.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { pipelineCommands, pipelineScopes } from '../harness/pipeline-commands.ts';
import { pageBase, shellActorsStub } from './command-context.ts';

type Driven = DisplayedVersionEvent | SystemEvent;
const paths = makePaths(displayedVersionModel);

const rowOf = (latestGraphVersion: number): Pipeline =>
  ({
    id: '300000000000000001',
    name: 'web logs',
    description: '',
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 1,
    latestGraphVersion,
    pendingGraphVersion: latestGraphVersion,
  }) as Pipeline;

type Answers = { isOpen: () => boolean; end: (response: Response) => void };

/** The test decides when the list is answered. */
function startService(): Answers {
  let open: ((response: Response) => void) | undefined;
  vi.stubGlobal(
    'fetch',
    (request: Request) =>
      new Promise<Response>((resolve, reject) => {
        open = resolve;
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      }),
  );
  return {
    isOpen: () => open !== undefined,
    end: (response) => {
      const answer = open;
      open = undefined;
      answer?.(response);
    },
  };
}

type World = {
  answers: Answers;
  show: (latest: number) => void;
  hook: () => ReturnType<typeof useShownVersion>;
};

function Screen({
  latest,
  onHook,
}: {
  latest: number;
  onHook: (hook: ReturnType<typeof useShownVersion>) => void;
}) {
  const pipeline = rowOf(latest);
  const stored = { pipeline, isError: false, readAt: 0, refetch: () => undefined };
  const version = useShownVersion(stored, true, undefined);
  onHook(version);
  return (
    <>
      <EditHeader
        versions={version.versions}
        shownVersion={version.shown}
        isNameAwaited={version.isNameAwaited}
        onVersion={version.choose}
      />
      <p data-testid="failure">{version.list.failure ?? ''}</p>
    </>
  );
}

const passTime = async (milliseconds: number): Promise<void> => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
};

const drivers: Drivers<Driven, World> = {
  // Dropdown, history row, command and event all end here.
  'version.chosen': ({ hook }, { version }) => act(() => hook().choose(Number(version))),
  'version.choice.cleared': ({ hook }) => act(() => hook().clear()),
  'latest.changed': ({ show }, { latestGraphVersion }) => show(latestGraphVersion),
  'versions.refetch': ({ hook }) => act(() => hook().list.refetch()),
  'xstate.done.actor.fetchVersions': ({ answers }, { output }) =>
    act(async () => answers.end(Response.json({ versions: output }))),
  'xstate.error.actor.fetchVersions': ({ answers }, { error }) => {
    const { message } = error as Error;
    const body = { code: 'INTERNAL', reason: 'INTERNAL', message, requestId: 'r' };
    return act(async () => answers.end(Response.json(body, { status: 500 })));
  },
  'xstate.after.refetchDelay.displayedVersion.waiting': () => passTime(1000),
};

beforeEach(async () => {
  await loadCall('listVersions');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  installCommands({
    registry: createRegistry(pipelineCommands, pipelineScopes),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  pageBase();
  setContextBase(shellActorsStub());
  handleApiErrors(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const answers = startService();
  let hook: ReturnType<typeof useShownVersion> | undefined;
  const draft = emptyDraft('web logs');
  const editor = { siteId: '400000000000000001', pipeline: rowOf(2), draft, shownVersion: 1, takenNames: [] };
  const tree = (latest: number) => (
    <EditorContext.Provider logic={pipelineEditorMachine} options={{ input: editor }}>
      <Screen
        latest={latest}
        onHook={(now) => {
          hook = now;
        }}
      />
    </EditorContext.Provider>
  );
  const { rerender } = render(tree(2));
  const world: World = {
    answers,
    show: (latest) => rerender(tree(latest)),
    hook: () => {
      if (!hook) throw new Error('nothing is on screen');
      return hook;
    },
  };
  return {
    send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
    read: async () => {
      await passTime(0);
      const base = screen.getByRole('combobox', { name: /^Base/ });
      return {
        shown: base.textContent,
        isAwaited: base.closest('[data-awaited]') !== null,
        failure: screen.getByTestId('failure').textContent,
        isAsking: answers.isOpen(),
      };
    },
    dispose: cleanup,
  };
}

test('the header shows the chosen version, else the derived one [R4-42 … R4-56]', async () => {
  await driveAll(paths, {
    drives: Object.keys(drivers),
    create: open,
    project: ({ value, context }) => {
      const version = chooseDisplayedVersion(rowOf(context.latestGraphVersion), true, context.chosen);
      return {
        shown: `Base ${formatVersionLabel(version)}`,
        // The number must not change to a name a moment later.
        isAwaited:
          (value === 'loading' || value === 'waiting') &&
          !context.versions.some((one) => one.version === version),
        failure: context.failure ?? '',
        isAsking: value === 'loading',
      };
    },
  });
}, 300_000);
