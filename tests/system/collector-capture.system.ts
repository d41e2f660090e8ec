import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSiteTools, keep } from '../api/support/collector-sites.ts';
import { createChain, createGraphBody, makePipeline, makeTransform } from '../api/support/fixtures.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { type OpampService, startOpampService } from './opamp-service.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;
const EVERY_MS = 50;

let service: OpampService;
let receiver: Receiver;
let supervisor: Supervisor;
let folder = '';
let writer: NodeJS.Timeout | undefined;
let written = 0;

beforeAll(() => {
  buildRenderedCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  folder = makeTempFolder();
  written = 0;
  receiver = await Receiver.start();
  service = await startOpampService();
  supervisor = new Supervisor(folder);
});
afterEach(async () => {
  clearInterval(writer);
  await supervisor.kill();
  await service.stop();
  await receiver.stop();
});

const { makeSite, act, pipeline } = createSiteTools(() => service.world);

const bodies = (): string[] =>
  receiver.of(1, 'all').map(({ body }) => (body as { stringValue: string }).stringValue);
/** What the Collector runs, with all that its supervisor adds. */
const runs = () => readFileSync(join(folder, 'supervisor/effective.yaml'), 'utf8');

describe(`a capture on ${RENDERED_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('takes what leaves a node, loses and repeats no line, and leaves nothing behind', async () => {
    const { call } = service.world.api;
    const { siteId, token } = await makeSite(0);
    supervisor.start(service.settingsOf(token));
    const lines = join(folder, 'app.log');
    const source = { name: 'App log', siteId, templateId: 'file_tail', config: { path: lines } };
    const config = { url: `${receiver.url}/1/all/v1/logs`, compression: 'none' };
    const sink = { name: 'Central', siteId, templateId: 'otlp_http', config };
    const sourceId = (await call('createSource', { body: { source } })).body.id;
    const sinkId = (await call('createSink', { body: { sink } })).body.id;
    const place = { ...service.world.api, siteId };
    const pipelineId = await makePipeline(place, 'app');
    const step = await makeTransform(place, pipelineId, keep('error'));
    await call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, step, sinkId)) });
    await eventually(async () => expect((await act(pipelineId, 'DEPLOY', 1)).status).toBe(200), PATIENCE_MS);
    await eventually(
      async () => expect((await pipeline(pipelineId)).status).toBe('DEPLOYED'),
      PATIENCE_MS,
    ).catch((error: unknown) => {
      throw new Error(supervisor.log(), { cause: error });
    });

    writer = setInterval(() => {
      written += 1;
      appendFileSync(lines, `error ${written}\nfine ${written}\n`);
    }, EVERY_MS);
    const capture = async (limit: number): Promise<string> => {
      const body = { pipelineId, componentId: step, limit, seconds: 300, mayRestart: true };
      const begun = await call('startCapture', { body });
      expect(begun.body).toMatchObject({ capture: { state: 'RUNNING' } });
      return begun.body.capture.id;
    };
    const read = async (captureId: string) => (await call('getCapture', { path: { captureId } })).body;
    const first = await capture(40);
    await eventually(async () => expect((await read(first)).capture.state).not.toBe('RUNNING'), PATIENCE_MS);
    const { capture: ended, events, origins } = await read(first);
    expect(ended).toMatchObject({ state: 'DONE', eventCount: 40 });
    for (const event of events) expect(event).toMatch(/^\{"message":"error \d+"\}$/);
    expect(new Set(origins).size).toBe(1);
    await eventually(() => expect(runs()).not.toContain('penstock-tap'), PATIENCE_MS);
    const [agent] = await service.world.agents();
    expect((await service.world.fleet(agent.fleetId)).rollouts).toHaveLength(1);
    await eventually(
      async () => expect((await service.world.agents())[0].status).toBe('HEALTHY'),
      PATIENCE_MS,
    );

    clearInterval(writer);
    const all = Array.from({ length: written }, (_, at) => `error ${at + 1}`);
    await eventually(() => expect(bodies()).toHaveLength(all.length), PATIENCE_MS);
    expect(bodies().toSorted()).toEqual(all.toSorted());

    // Supervisor and Collector are killed while it runs, and the capture ends before they are back.
    const second = await capture(1000);
    await eventually(() => expect(runs()).toContain('penstock-tap'), PATIENCE_MS);
    await supervisor.kill();
    await call('stopCapture', { path: { captureId: second } });
    supervisor.start(service.settingsOf(token));
    await eventually(() => expect(runs()).not.toContain('penstock-tap'), PATIENCE_MS);
    appendFileSync(lines, 'error 0\n');
    await eventually(() => expect(bodies()).toContain('error 0'), PATIENCE_MS);
  });
});
