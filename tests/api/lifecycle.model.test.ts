import { expect, test } from 'vitest';
import {
  findReason,
  type LifecycleEvent,
  type LifecycleUserEvent,
} from '../../machines/pipeline-lifecycle/index.ts';
import {
  lifecycleModel,
  lifecycleUserEvents,
} from '../../machines/pipeline-lifecycle/pipeline-lifecycle.model.ts';
import type { PipelineStatus } from '../../src/contract/enums.ts';
import { transition } from '../../src/service/lifecycle/transitions.ts';
import { driveAll } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { act, fetchPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const ACTIONS = {
  'pipeline.deploy': 'DEPLOY',
  'pipeline.pause': 'PAUSE',
  'pipeline.bypass': 'BYPASS',
  'pipeline.delete': 'DELETE',
  'pipeline.cancel': 'CANCEL',
} as const satisfies Record<LifecycleUserEvent['type'], string>;

const isUserEvent = (event: LifecycleEvent): event is LifecycleUserEvent => event.type in ACTIONS;

const requestEvent = (api: TestService, pipelineId: string, event: LifecycleUserEvent) =>
  act(api, pipelineId, ACTIONS[event.type], 'graphVersion' in event ? event.graphVersion : 0);

/** The state as callers see it; where an action returns to is internal. */
const toSeenState = (key: string): string => key.replace(/ from .*$/, '');

test('every transition through HTTP; forbidden actions are refused with reasons [E1]', async () => {
  const paths = makePaths(lifecycleModel);
  const api = await startService();
  // Paths decide the outcomes: the service stores orders but carries none out.
  api.service.services.lifecycle.enqueue = () => {};
  let made = 0;
  const walked = await driveAll(paths, {
    drives: new Set(lifecycleModel.vocabulary.map((event) => event.type)),
    create: async () => {
      made += 1;
      const { pipelineId } = await makeSavedPipeline(api, `pipeline ${made}`);
      const read = async () => {
        const { status, pendingAction, ...versions } = await fetchPipeline(api, pipelineId);
        return `${status}+${pendingAction} v${versions.deployedGraphVersion}/${versions.pendingGraphVersion}`;
      };
      return {
        pipelineId,
        read,
        send: async (sent: unknown) => {
          const event = sent as LifecycleEvent;
          if (!isUserEvent(event)) {
            await transition(api.service.services, pipelineId, event);
            return;
          }
          expect((await requestEvent(api, pipelineId, event)).status).toBe(200);
        },
      };
    },
    project: (snapshot) => toSeenState(lifecycleModel.key(snapshot)),
    check: async (snapshot, system) => {
      const before = await system.read();
      const stored = { ...snapshot.context, status: snapshot.value as PipelineStatus };
      for (const event of lifecycleUserEvents) {
        if (snapshot.can(event)) continue;
        const answer = await requestEvent(api, system.pipelineId, event);
        expect(answer.status, event.type).toBe(409);
        expect(answer.body).toMatchObject({ code: 'ACTION_REFUSED' });
        expect(answer.body.message).toBe(findReason(stored, event));
      }
      expect(await system.read()).toBe(before);
    },
  });
  expect(walked).toBe(paths.edges.size);
  await api.stop();
}, 120_000);
