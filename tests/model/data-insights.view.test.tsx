// Slow: walks every transition on screen, by keys.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getInitialSnapshot, getNextSnapshot } from 'xstate';
import {
  dataInsightsModel,
  someFigures,
  someInsights,
} from '../../machines/data-insights/data-insights.model.ts';
import {
  dataInsightsMachine,
  type InsightsEvent,
  type InsightsPhase,
  type InsightsSnapshot,
  selectPhase,
} from '../../machines/data-insights/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { commandContext, installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import InsightsTab from '../../src/console/views/pipeline/insights/InsightsTab.tsx';
import {
  insightsCommands,
  insightsScopes,
} from '../../src/console/views/pipeline/insights/insights.commands.ts';
import { describeFindingSaving, rankFindings } from '../../src/console/views/pipeline/insights/savings.ts';
import { PreviewContext } from '../../src/console/views/pipeline/preview/preview-context.ts';
import type { Preview } from '../../src/console/views/pipeline/preview/use-preview.ts';
import type { PipelineGraphScope } from '../../src/console/views/pipeline/scope.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { templates } from '../../src/engine/components/catalogue.ts';
import { type Draft, emptyDraft } from '../../src/graph/draft.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { pageBase, shellActorsStub } from './command-context.ts';
import { framesDrawn } from './fake-clock.ts';
import { type CallName, outcomeOf, startService } from './insights-calls.ts';

type Driven = InsightsEvent | SystemEvent;

/** One finding is enough; the pure machine's test covers selection. */
const INSIGHTS = { ...someInsights, findings: someInsights.findings.slice(0, 1) };
const AT_REST = ['shown', 'empty', 'failed'] as const;

/** The tab starts with the source by itself; another node is requested once, from rest. */
const model = defineModel({
  ...dataInsightsModel,
  from: getNextSnapshot(dataInsightsMachine, getInitialSnapshot(dataInsightsMachine), {
    type: 'insights.requested',
    componentId: 'a',
  }),
  vocabulary: dataInsightsModel.vocabulary.map((event) =>
    event.type === 'xstate.done.actor.analyse' ? { ...event, output: INSIGHTS } : event,
  ),
  explore: (snapshot, event) =>
    event.type !== 'insights.requested' ||
    (snapshot.context.componentId === 'a'
      ? AT_REST.some((state) => snapshot.matches(state))
      : snapshot.matches('failed')),
});
const walks = makeWalks(model);

const NAMES: Record<string, string> = { a: 'access lines', b: 'Drop noise' };
const PIPELINE = { id: '300000000000000001', siteId: '400000000000000001', status: 'DEPLOYED' };
const CATALOGUE = {
  templates: templates('TRANSFORM'),
  sources: [],
  sinks: [],
  siteVersion: '1.0.0',
  isWhole: true,
};

const draftThatDrops = (value: string): Draft => ({
  ...emptyDraft('web'),
  nodes: {
    a: {
      id: 'a',
      nodeType: 'SOURCE',
      name: 'access lines',
      templateId: 'tcp',
      templateName: 'TCP',
      config: {},
    },
    b: {
      id: 'b',
      nodeType: 'TRANSFORM',
      name: 'Drop noise',
      templateId: 'filter',
      templateName: 'Filter',
      config: { match: value },
    },
  },
  edges: { a: { nodeIds: ['b'] } },
});

type World = {
  user: UserEvent;
  service: ReturnType<typeof startService>;
  edit: () => void;
};

const snapshotNow = () => commandContext.get().scopes['pipeline.insights']?.snapshot;

const endCall = ({ service }: World, name: CallName, response: Response) =>
  act(async () => {
    const before = snapshotNow();
    const goneOn = new Promise<void>((resolve) => {
      const stop = commandContext.subscribe(() => {
        if (snapshotNow() === before) return;
        stop();
        resolve();
      });
    });
    await service.answer(name, response);
    await goneOn;
  });

const REFUSED = { code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused', requestId: 'r' };
const refuses = (name: CallName) => (world: World) =>
  endCall(world, name, Response.json(REFUSED, { status: 500 }));

const drivers: Drivers<Driven, World> = {
  'insights.requested': async ({ user }, { componentId }) => {
    if (snapshotNow()?.context.componentId === componentId) {
      await user.keyboard('i');
      return;
    }
    await user.keyboard('n');
    await framesDrawn();
    await user.click(await screen.findByRole('option', { name: new RegExp(NAMES[componentId] ?? '') }));
    await framesDrawn();
  },
  'insights.stopped': ({ user }) => user.keyboard('{Shift>}I{/Shift}'),
  'graph.changed': ({ edit }) => act(async () => edit()),
  'xstate.done.actor.start': (world, { output }) =>
    endCall(world, 'start', Response.json({ capture: output })),
  'xstate.after.poll.dataInsights.capturing.waiting': ({ service }) =>
    act(async () => void (await service.asked('read'))),
  'xstate.done.actor.read': (world, { output }) =>
    endCall(world, 'read', Response.json({ captures: [output] })),
  'xstate.done.actor.stop': (world, { output }) => endCall(world, 'stop', Response.json({ capture: output })),
  'xstate.done.actor.analyse': (world) => endCall(world, 'analyse', Response.json({ insights: INSIGHTS })),
  'xstate.done.actor.measure': (world) =>
    endCall(world, 'measure', Response.json(outcomeOf(someFigures.deliveredAfter))),
  'xstate.error.actor.start': refuses('start'),
  'xstate.error.actor.read': refuses('read'),
  'xstate.error.actor.stop': refuses('stop'),
  'xstate.error.actor.analyse': refuses('analyse'),
  'xstate.error.actor.measure': refuses('measure'),
};

type Shown = {
  node: string | undefined;
  phase: InsightsPhase;
  count: string | undefined;
  cause: string | undefined;
  savings: string[];
  problems: string[];
};

const shown = (snapshot: InsightsSnapshot): Shown => {
  const { componentId, capture, insights, measured, error } = snapshot.context;
  const phase = selectPhase(snapshot);
  const isTold = phase === 'capturing' || phase === 'analysing' || phase === 'shown';
  const findings = rankFindings(insights?.findings ?? [], measured);
  return {
    node: NAMES[componentId],
    phase,
    count: isTold ? String((phase === 'shown' ? insights?.events : capture?.eventCount) ?? 0) : undefined,
    cause: error,
    savings: findings.map((finding) => describeFindingSaving(finding, INSIGHTS, measured[finding.id]).text),
    problems: findings.flatMap(({ id }) => measured[id]?.error ?? []),
  };
};

const PHASES: readonly [InsightsPhase, RegExp][] = [
  ['capturing', /^([\d,]+) events so far/],
  ['analysing', /^Analyzing ([\d,]+) events/],
  ['shown', /^([\d,]+) events, .*captured at/],
];

async function read(): Promise<Shown> {
  await framesDrawn();
  const look = screen.getByRole('button', { name: /^After: / });
  const texts = screen.getAllByRole('status').map((status) => status.textContent ?? '');
  const [told] = PHASES.flatMap(([phase, is]) =>
    texts.flatMap((text) => ({ phase, count: is.exec(text)?.[1] })),
  ).filter(({ count }) => count !== undefined);
  const failure = screen.queryByText('The events could not be analyzed')?.parentElement;
  const findings = screen.queryByRole('region', { name: 'Possible savings' });
  const items = findings ? within(findings).getAllByRole('listitem') : [];
  return {
    node: Object.values(NAMES).find((name) => look.textContent?.includes(name)),
    phase: told?.phase ?? (failure ? 'failed' : screen.queryByText('No data found') ? 'empty' : 'idle'),
    count: told?.count,
    cause: failure ? (/Refused|The engine stopped/.exec(failure.textContent ?? '')?.[0] ?? '') : undefined,
    savings: items.map((item) => within(item).getByText(/^(?:saves|destinations get) /).textContent ?? ''),
    problems: items.flatMap((item) => {
      const problem = within(item).queryByText(/^It could not be measured: /)?.textContent;
      return problem ? [problem.replace('It could not be measured: ', '')] : [];
    }),
  };
}

const nothing = () => undefined;
const preview = { send: nothing, reveal: nothing } as Partial<Preview> as Preview;

function Screen({ draft }: { draft: Draft }) {
  const isPaletteOpen = useStore(isPaletteWanted);
  const graph = { draft } as Partial<PipelineGraphScope> as PipelineGraphScope;
  usePublishScope('pipeline.graph', graph);
  return (
    <PreviewContext value={preview}>
      <InsightsTab pipeline={PIPELINE as Partial<Pipeline> as Pipeline} draft={draft} catalogue={CATALOGUE} />
      {isPaletteOpen && <PaletteDialog />}
    </PreviewContext>
  );
}

const registry = createRegistry(
  [...listCommands, ...insightsCommands],
  [{ id: 'list', mode: 'LIST' }, { id: 'pipeline', mode: 'VIEW' }, ...insightsScopes],
);

let stopKeys = () => {};
beforeEach(() => {
  pageBase();
  isPaletteWanted.set(false);
  installCommands({ registry, ask: (id, args) => openPalette(id, args), refuse: nothing, record: nothing });
  setContextBase(shellActorsStub());
  stopKeys = listenToKeys(registry);
});
afterEach(() => {
  stopKeys();
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  vi.unstubAllGlobals();
});

test('data insights on screen through every transition: keys, answers, refusals, another graph [R2.4-61]', async () => {
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      const service = startService();
      let edits = 0;
      const { rerender } = render(<Screen draft={draftThatDrops('0')} />);
      const world: World = {
        user: userEvent.setup({ delay: null }),
        service,
        edit: () => {
          edits += 1;
          rerender(<Screen draft={draftThatDrops(String(edits))} />);
        },
      };
      return {
        send: (event: { type: string }) => sendBy(drivers, world, event as Driven),
        read,
        dispose: () => {
          cleanup();
          isPaletteWanted.set(false);
        },
      };
    },
    project: shown,
  });
  expect(walked).toBe(walks.edges.size);
}, 240_000);
