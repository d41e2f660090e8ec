import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise, getNextSnapshot } from 'xstate';
import { acknowledgeModel } from '../../machines/acknowledge/acknowledge.model.ts';
import {
  type AcknowledgeChoice,
  type AcknowledgeEvent,
  type AcknowledgeSnapshot,
  acknowledgeMachine,
  type ErrorMark,
  getEntryState,
} from '../../machines/acknowledge/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import {
  acknowledgeErrors,
  unacknowledgeErrors,
} from '../../src/console/components/errors/acknowledge-actor.ts';
import type { ErrorEntry } from '../../src/contract/entities/analytics.ts';
import { makeDeployedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { driveAll } from '../harness/drive.ts';
import { settle } from '../harness/machine-suts.ts';
import { initialOf } from '../harness/paths.ts';
import { makeWalks } from '../harness/walks.ts';
import { type CallEnd, connectConsole } from './console-calls.ts';

/** How the console's next request ends. */
let end: CallEnd = 'answer';
let api: TestService | undefined;

beforeEach(() => {
  end = 'answer';
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api?.stop();
});

const [read] = acknowledgeModel.vocabulary;
const model = defineModel({
  ...acknowledgeModel,
  name: 'acknowledge against the service',
  from: getNextSnapshot(acknowledgeMachine, initialOf(acknowledgeModel), read as AcknowledgeEvent),
  vocabulary: acknowledgeModel.vocabulary.filter(({ type }) => /^(un)?acknowledge|^xstate/.test(type)),
});

async function openList() {
  api = await startService();
  connectConsole(api, () => end);
  const { pipelineId, transformId, sinkId } = await makeDeployedPipeline(api);
  const report = (componentId: string, errorName: string) => ({
    pipelineId,
    componentId,
    nodeId: componentId,
    errorName,
    level: 'ERROR' as const,
    message: 'Failed',
    causes: [],
    resolutions: [],
    count: 1,
    lastAt: Date.now(),
    exampleEvent: 'x',
  });
  api.engine.report({
    type: 'errors',
    errors: [report(transformId, 'a1'), report(transformId, 'a2'), report(sinkId, 'b1')],
  });
  await api.service.services.analytics.flush();
  const { siteId } = api;
  const list = async (): Promise<ErrorEntry[]> => {
    const now = Math.floor(Date.now() / 1000);
    const range = { 'timeRange.startUnixTimeSeconds': now - 600, 'timeRange.endUnixTimeSeconds': now + 60 };
    const answer = await api?.call('listPipelineErrors', { query: { siteId, ...range } });
    const entries: ErrorEntry[] = answer?.body.pipelinesErrorDetails[pipelineId].errorDetails;
    return entries.toSorted((a, b) => a.errorName.localeCompare(b.errorName));
  };
  return { place: { siteId, pipelineId }, components: { a: transformId, b: sinkId }, list };
}

const statesOf = (snapshot: AcknowledgeSnapshot) =>
  snapshot.context.entries.map(({ id }) => getEntryState(snapshot, id));

/** One window's list; the test decides how its call ends. */
async function openWindow() {
  const { place, components, list } = await openList();
  const entries = await list();
  const findId = (name: string) => entries.find((entry) => entry.errorName === name)?.id ?? '';
  let go: (() => void) | undefined;
  const actor = createActor(
    acknowledgeMachine.provide({
      actors: {
        acknowledge: fromPromise<void, AcknowledgeChoice>(async ({ input }) => {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          await acknowledgeErrors(place, input);
        }),
        unacknowledge: fromPromise<void, AcknowledgeChoice>(async ({ input }) => {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          await unacknowledgeErrors(place, input);
        }),
      },
    }),
  ).start();
  actor.send({ type: 'entries.read', entries });

  const real = (choice: AcknowledgeChoice): AcknowledgeChoice => {
    if (choice.kind === 'errors') return { kind: 'errors', ids: choice.ids.map(findId) };
    if (choice.kind === 'component') return { kind: 'component', componentId: components.a };
    return choice;
  };
  return {
    list,
    read: () => statesOf(actor.getSnapshot()),
    send: async (event: AcknowledgeEvent | SystemEvent) => {
      if (event.type === 'acknowledge.requested')
        return actor.send({
          type: event.type,
          choice: real((event as { choice: AcknowledgeChoice }).choice),
        });
      if (event.type === 'unacknowledge.requested')
        return actor.send({ type: event.type, ids: (event as { ids: readonly string[] }).ids.map(findId) });
      end = event.type.includes('.error.') ? 'request lost' : 'answer';
      const before = actor.getSnapshot();
      go?.();
      await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(before), { interval: 2, timeout: 30_000 });
      await settle();
    },
    dispose: async () => {
      actor.stop();
      await api?.stop();
    },
  };
}

test('a list over HTTP, every transition: list and service agree [E12]', async () => {
  const walks = makeWalks(model);
  const walked = await driveAll(walks, {
    drives: new Set(model.vocabulary.map(({ type }) => type)),
    create: openWindow,
    project: statesOf,
    check: async (snapshot, { list }) => {
      if (!snapshot.matches('idle')) return;
      const told = (await list()).map((entry: ErrorMark) => entry.isAcknowledged);
      expect(told).toEqual(statesOf(snapshot).map((state) => state === 'acknowledged'));
    },
  });
  expect(walked).toBe(walks.edges.size);
}, 120_000);
