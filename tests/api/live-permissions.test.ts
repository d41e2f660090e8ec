import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Principal, permits } from '../../src/service/auth/permissions.ts';
import type { SiteMessage } from '../../src/service/live/hub.ts';
import { createLiveSession } from '../../src/service/live/session.ts';
import type { CanaryWorld } from './support/canaries.ts';
import {
  authenticate,
  drawCallers,
  findLeaks,
  makePerson,
  type Role,
  startTwoSites,
} from './support/permission-matrix.ts';
import type { TestService } from './support/service.ts';

/** Each kind of message of a site, about each thing on it. */
async function listSiteMessages(api: TestService, world: CanaryWorld): Promise<SiteMessage[]> {
  const { siteId, pipelineId, transformId: componentId, assetId, canaries } = world;
  const spare = canaries.filter(({ text }) => /^2\d{17}$/.test(text)).map(({ text }) => text);
  const kindOf = async (id: string) =>
    (await api.store.nodes.find(id))?.node_type === 'SINK' ? 'sink' : 'source';
  const nodes = await Promise.all(spare.map(async (id) => ({ id, entity: await kindOf(id) }) as const));
  const things = [
    ...nodes,
    { entity: 'site', id: siteId },
    { entity: 'pipeline', id: pipelineId },
    { entity: 'asset', id: assetId },
  ] as const;
  const versions = { deployedGraphVersion: 0, latestGraphVersion: 1, pendingGraphVersion: 0 };
  const status = {
    ...versions,
    status: 'FAILED',
    pendingAction: 'NOP',
    lastError: `canary${world.name}Error`,
  } as const;
  const error = { errorName: `canary${world.name}ErrorName`, errorLevel: 'ERROR' } as const;
  return [
    ...things.map((thing) => ({ type: 'entity.changed', change: 'updated', siteId, ...thing }) as const),
    { type: 'pipeline.status', siteId, pipelineId, ...status },
    { type: 'error.changed', siteId, pipelineId, componentId, ...error },
    { type: 'error.acknowledged', siteId, pipelineIds: [pipelineId] },
    { type: 'notification.changed', siteId },
    { type: 'health.changed', siteId, pipelineId },
  ];
}

describe('the live channel, for people with several roles on two sites [R6-04]', () => {
  let api: TestService;
  let worlds: CanaryWorld[];
  beforeAll(async () => {
    ({ api, worlds } = await startTwoSites());
  });
  afterAll(() => api.stop());

  test('live messages of a site tell nothing of what one may not read', async () => {
    const [world] = worlds as [CanaryWorld];
    const { services } = api.service;
    const messages = (await Promise.all(worlds.map((one) => listSiteMessages(api, one)))).flat();
    for (const caller of await drawCallers(77, 12)) {
      const request = new Request('http://127.0.0.1/', { headers: caller.headers });
      const principal = (await authenticate(request)) as Principal;
      const heard: string[] = [];
      const session = createLiveSession(services, principal, {
        send: (text) => void heard.push(text),
        close: () => undefined,
        bufferedBytes: () => 0,
      });
      const subscribe = (more: object) =>
        session.receive(
          JSON.stringify({ type: 'subscribe', subscriptionId: JSON.stringify(more).slice(0, 60), ...more }),
        );
      for (const { siteId } of worlds) await subscribe({ topic: 'site', siteId });
      for (const message of messages) services.hub.publish(message);
      session.end();
      expect(findLeaks(caller, heard.join('\n'), ''), caller.name).toEqual([]);
      const hears = permits(
        principal,
        { kind: 'resource', resource: 'PIPELINES', type: 'READ' },
        world.siteId,
      );
      expect(heard.join('\n').includes(world.pipelineId), caller.name).toBe(hears === true);
    }
  });

  test('totals and events of a site tell nothing of pipelines of another', async () => {
    const [own, other] = worlds as [CanaryWorld, CanaryWorld];
    const grant = { accessTypes: ['READ'], extraGrants: ['LIVE_CAPTURE'] } satisfies Partial<
      Role['grants'][0]
    >;
    const caller = makePerson('reader of one site', [
      { grants: [{ resourceType: 'PIPELINES', ...grant }], siteIds: [own.siteId] },
    ]);
    const principal = (await authenticate(
      new Request('http://127.0.0.1/', { headers: caller.headers }),
    )) as Principal;
    const heard: string[] = [];
    const session = createLiveSession(api.service.services, principal, {
      send: (text) => void heard.push(text),
      close: () => undefined,
      bufferedBytes: () => 0,
    });
    const pipelineIds = [other.pipelineId];
    const componentId = other.transformId;
    let subscriptionId = '';
    for (const { siteId } of worlds)
      for (const more of [
        { topic: 'counters', pipelineIds },
        { topic: 'summaries', pipelineIds, seconds: 3600 },
        { topic: 'tap', pipelineId: other.pipelineId, componentId },
        { topic: 'editors', pipelineId: other.pipelineId, isEditing: true },
      ]) {
        subscriptionId += 'x';
        await session.receive(JSON.stringify({ type: 'subscribe', subscriptionId, siteId, ...more }));
      }
    await expect
      .poll(() => heard.filter((text) => /"type":"(summaries|counters)"/.test(text)).length)
      .toBeGreaterThan(1);
    session.end();
    const sent = JSON.stringify(pipelineIds);
    expect(findLeaks(caller, heard.join('\n'), sent)).toEqual([]);
    const told = heard.filter((text) => /"type":"(summaries|counters|tap|editors)/.test(text)).join('\n');
    expect(told).not.toContain(other.pipelineId);
    expect(heard.filter((text) => text.includes('"refused"'))).toHaveLength(6);
  });
});
