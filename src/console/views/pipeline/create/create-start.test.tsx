import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { pipelineEditorMachine } from '../../../../../machines/pipeline-editor/index.ts';
import { pipelineCommands, pipelineScopes } from '../../../../../tests/harness/pipeline-commands.ts';
import { pageBase, shellActorsStub } from '../../../../../tests/model/command-context.ts';
import { templates } from '../../../../engine/components/catalogue.ts';
import { emptyDraft } from '../../../../graph/draft.ts';
import { STARTING_POINTS } from '../../../../service/starting-points/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { listenToKeys } from '../../../commands/keys/key-sequences.ts';
import { createRegistry } from '../../../commands/registry.ts';
import { commandContext, installCommands, setContextBase } from '../../../commands/runtime.ts';
import { LocationProvider } from '../../../state/location.tsx';
import { useSites } from '../../../state/sites.ts';
import { createTestSite } from '../../../state/testing-site.ts';
import { toastsActor } from '../../../state/toasts.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { Structure } from '../graph/Structure.tsx';
import CreateStart from './CreateStart.tsx';
import { createCommands, createScopes } from './create.commands.ts';
import { sourceArchival } from './source-archival.ts';

const CHANGED = { revision: 1, updatedAt: '2026-11-21T10:00:00Z' };
const SITE = { ...createTestSite(), version: '1.0.0', ...CHANGED };
const connection = (digit: string, name: string, templateId: string, more = {}) => ({
  id: `20000000000000000${digit}`,
  name,
  description: '',
  siteId: SITE.id,
  status: 'ACTIVE',
  usageType: 'USER',
  lastAlive: CHANGED.updatedAt,
  templateId,
  templateName: templateId,
  archivalEnabled: false,
  ...CHANGED,
  ...more,
});
const WEB = connection('1', 'Web server', 'tcp');
const KEPT_ALREADY = connection('2', 'Syslog', 'syslog', {
  archivalEnabled: true,
  archivalSinkId: '200000000000000006',
});
const OUT = connection('3', 'Out', 'blackhole');
const FILE = connection('4', 'Raw archive', 'file');
const USED_FILE = connection('5', 'Used file', 'file');
const OLD_ARCHIVE = connection('6', 'Old archive', 'file', { archivalEnabled: true, usageType: 'ARCHIVAL' });

const page = (rows: object) =>
  Response.json({ ...rows, pagination: { offset: 0, limit: 100, totalCount: 1 } });
const ANSWERS: Record<string, (url: URL) => Response> = {
  '/v1/sites': () => page({ sites: [SITE] }),
  '/v1/source-templates': () => Response.json({ sourceTemplates: templates('SOURCE') }),
  '/v1/sink-templates': () => Response.json({ sinkTemplates: templates('SINK') }),
  '/v1/transform-templates': () => Response.json({ transformTemplates: templates('TRANSFORM') }),
  '/v1/starting-points': () => Response.json({ startingPoints: STARTING_POINTS }),
  '/v1/sources': () => page({ sources: [WEB, KEPT_ALREADY] }),
  '/v1/sinks': ({ searchParams }) =>
    page({
      sinks: [OUT, FILE, USED_FILE, ...(searchParams.getAll('usageTypes').length > 1 ? [OLD_ARCHIVE] : [])],
    }),
};

type Editor = ActorRefFrom<typeof pipelineEditorMachine>;
let editor: Editor | undefined;
let drawn = 0;

function Start() {
  editor = EditorContext.useActorRef();
  const { site } = useSites();
  return site ? <CreateStart onSkip={() => undefined} /> : null;
}

const input = { siteId: SITE.id, draft: emptyDraft(), shownVersion: 0, takenNames: [] };
const framed = (shown: ReactNode) => (
  <QueryClientProvider client={queryClient}>
    <LocationProvider>
      <EditorContext.Provider logic={pipelineEditorMachine} options={{ input }}>
        {shown}
      </EditorContext.Provider>
    </LocationProvider>
  </QueryClientProvider>
);

function open(query = '', shown: ReactNode = <Start />) {
  window.history.replaceState(null, '', `/pipelines/create${query}`);
  return render(framed(shown));
}

// Preload: on a busy machine the first call would exceed the test's timeout.
beforeAll(async () => void (await import('../../../api/call-table.ts')), 180_000);

let stopKeys = () => {};
let stopCounting = () => {};
beforeEach(() => {
  sessionStorage.clear();
  queryClient.clear();
  drawn = 0;
  pageBase();
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const url = new URL(new Request(...asked).url);
    const used = [{ nodeId: USED_FILE.id, pipelineIds: ['300000000000000001'] }];
    return ANSWERS[url.pathname]?.(url) ?? Response.json({ nodePipelineIds: used });
  });
  const registry = createRegistry(createCommands, createScopes);
  installCommands({
    registry,
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
  stopKeys = listenToKeys(registry);
  stopCounting = commandContext.subscribe(() => {
    drawn += 1;
    if (drawn > 500) throw new Error('the screen publishes itself without end');
  });
});
afterEach(() => {
  cleanup();
  stopKeys();
  stopCounting();
  vi.unstubAllGlobals();
});

const archiveField = () => screen.findByRole('combobox', { name: 'Archive raw events' });
const toasts = () => JSON.stringify(toastsActor.getSnapshot().context);

test('source and archive of the address are chosen until the save [R3-11]', async () => {
  open(`?sourceConfig=${WEB.id}&sourceArchivalConfig=${FILE.id}`);
  const field = await archiveField();
  await waitFor(() => expect(field).toHaveTextContent('Raw archive'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const { draft } = editor?.getSnapshot().context ?? {};
  expect(Object.values(draft?.nodes ?? {}).map(({ name }) => name)).toEqual(['Web server']);
  expect(sourceArchival.read()).toEqual({ siteId: SITE.id, sourceId: WEB.id, sinkId: FILE.id });
  expect(toasts()).toContain("Saving the pipeline also archives 'Web server' to 'Raw archive'.");
});

test('only destinations for archives are offered, each for one purpose [R3-11]', async () => {
  const user = userEvent.setup();
  open(`?sourceConfig=${WEB.id}`);
  const field = await archiveField();
  await waitFor(() => expect(field).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(field);
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Nowhere', 'Old archive · file', 'Raw archive · file']);
  expect(screen.getByRole('checkbox', { name: /Raw archive/ })).toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: /Raw archive/ }));
  expect(screen.queryByRole('checkbox', { name: /Raw archive/ })).not.toBeInTheDocument();
});

test('an archived source shows where, and cannot be changed [R3-11]', async () => {
  open(`?sourceConfig=${KEPT_ALREADY.id}`);
  const field = await archiveField();
  await waitFor(() => expect(field).toHaveTextContent('Old archive'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sourceArchival.read()).toBeUndefined();
});

test('choices of an abandoned start are not kept [R3-11]', async () => {
  sourceArchival.choose({ siteId: SITE.id, sourceId: WEB.id, sinkId: FILE.id });
  open();
  await screen.findByRole('region', { name: 'Start of the pipeline' });
  expect(sourceArchival.read()).toBeUndefined();
});

const typeLabel = 'Source, TCP';
const ONLY = { id: 's', title: 'in', kind: 'source' as const, typeLabel, icon: 'globe' as const };
const nothing = () => undefined;

function Graph({ nodes }: { nodes: (typeof ONLY)[] }) {
  const { site } = useSites();
  if (!site) return null;
  const marks = { openId: undefined, unit: 'bytes' as const, handle: { current: null } };
  const told = { onCursor: nothing, onOpen: nothing, onEnter: nothing, onBack: undefined };
  return (
    <Structure {...marks} {...told} view={{ nodes, edges: [] }} pipeline={undefined} isEditing isOutline />
  );
}

test('removing the last node moves the focus to the start', async () => {
  const registry = createRegistry(pipelineCommands, pipelineScopes);
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  const screenOf = open('', <Graph nodes={[ONLY]} />);
  const node = await screen.findByRole('treeitem', { name: /in/ });
  node.focus();
  screenOf.rerender(framed(<Graph nodes={[]} />));
  expect(await screen.findByRole('combobox', { name: 'Source' })).toHaveFocus();
});
