import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSiteTools, keep } from '../api/support/collector-sites.ts';
import { createChain, createGraphBody, makePipeline, makeTransform } from '../api/support/fixtures.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Broker } from './kafka-broker.ts';
import { type OpampService, startOpampService } from './opamp-service.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;
const EVERY_MS = 50;

let service: OpampService;
let receiver: Receiver;
let agents: { folder: string; supervisor: Supervisor }[] = [];
let broker: Broker | undefined;
let writer: NodeJS.Timeout | undefined;
let written = 0;

beforeAll(() => {
  buildRenderedCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  written = 0;
  receiver = await Receiver.start();
  service = await startOpampService();
});
afterEach(async () => {
  clearInterval(writer);
  await Promise.all(agents.map(({ supervisor }) => supervisor.kill()));
  agents = [];
  await service.stop();
  await receiver.stop();
  await broker?.end();
  broker = undefined;
});

const { makeSite, act, pipeline } = createSiteTools(() => service.world);
const withLogs = (error: unknown): never => {
  throw new Error(agents.map(({ supervisor }) => supervisor.log()).join('\n'), { cause: error });
};
const waitFor = (check: () => void | Promise<void>): Promise<void> =>
  eventually(check, PATIENCE_MS).catch(withLogs);

/** A site with agents that run one pipeline: a source, a step that keeps errors, and the receiver. */
async function runPipeline(count: number, templateId: string, config: object) {
  const { call } = service.world.api;
  const { siteId, token } = await makeSite(0);
  // One after the other: each Collector holds port 8888 while its supervisor asks what it is.
  for (let number = 1; number <= count; number += 1) {
    const folder = makeTempFolder();
    const supervisor = new Supervisor(folder);
    agents.push({ folder, supervisor });
    supervisor.start(service.settingsOf(token));
    await waitFor(async () => expect(await service.world.agents()).toHaveLength(number));
  }
  const source = { name: 'Log of app', siteId, templateId, config };
  const url = `${receiver.url}/1/all/v1/logs`;
  const sink = { name: 'Central', siteId, templateId: 'otlp_http', config: { url, compression: 'none' } };
  const sourceId = (await call('createSource', { body: { source } })).body.id;
  const sinkId = (await call('createSink', { body: { sink } })).body.id;
  const place = { ...service.world.api, siteId };
  const pipelineId = await makePipeline(place, 'app');
  const componentId = await makeTransform(place, pipelineId, keep('error'));
  await call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, componentId, sinkId)) });
  await waitFor(async () => expect((await act(pipelineId, 'DEPLOY', 1)).status).toBe(200));
  await waitFor(async () => expect((await pipeline(pipelineId)).status).toBe('DEPLOYED'));
  const capture = async (limit: number): Promise<string> => {
    const body = { pipelineId, componentId, limit, seconds: 300, mayRestart: true };
    const begun = await call('startCapture', { body });
    expect(begun.body).toMatchObject({ capture: { state: 'RUNNING' } });
    return begun.body.capture.id;
  };
  const state = async (captureId: string) => {
    const { captures } = (await call('listCaptures', { path: { pipelineId } })).body;
    return captures.find(({ id }: { id: string }) => id === captureId);
  };
  return { token, capture, state };
}

const read = async (captureId: string) =>
  (await service.world.api.call('getCapture', { path: { captureId } })).body;
/** What the Collectors run, with all that their supervisors add; those with a tap. */
const findTapped = (): string[] =>
  agents
    .map(({ folder }) => folder)
    .filter((folder) =>
      readFileSync(join(folder, 'supervisor/effective.yaml'), 'utf8').includes('penstock-tap'),
    );
const areHealthy = () =>
  waitFor(async () => {
    const statuses = (await service.world.agents()).map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(['HEALTHY']));
  });

/** Reads a capture to its end, as the preview does. @returns what was captured, and who had a tap meanwhile */
async function watch(captureId: string) {
  const tapped = new Set<string>();
  await waitFor(async () => {
    const { capture } = await read(captureId);
    for (const folder of findTapped()) tapped.add(folder);
    expect(capture.state).not.toBe('RUNNING');
  });
  return { ...(await read(captureId)), tapped };
}
/** Reads it, until its tap runs. */
const untilTapped = (captureId: string) =>
  waitFor(async () => {
    expect((await read(captureId)).capture.state).toBe('RUNNING');
    expect(findTapped()).toHaveLength(1);
  });
const untilBare = () => waitFor(() => expect(findTapped()).toEqual([]));

const bodies = (): string[] =>
  receiver.of(1, 'all').map(({ body }) => (body as { stringValue: string }).stringValue);
/** As often as it has to arrive. */
const allErrors = (times = 1): string[] =>
  Array.from({ length: written * times }, (_, at) => `error ${(at % written) + 1}`).toSorted();
const expectAll = async (times?: number): Promise<void> => {
  clearInterval(writer);
  const all = allErrors(times);
  await waitFor(() => expect(bodies().length).toBeGreaterThanOrEqual(all.length));
  expect(bodies().toSorted()).toEqual(all);
};
const writeTo = (path: string): void => {
  writer = setInterval(() => {
    written += 1;
    appendFileSync(path, `error ${written}\nfine ${written}\n`);
  }, EVERY_MS);
};

describe(`a capture on ${RENDERED_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('takes what leaves a node, loses and repeats no line, and leaves nothing behind', async () => {
    const lines = join(makeTempFolder(), 'app.log');
    const { token, capture } = await runPipeline(1, 'file_tail', { path: lines });
    writeTo(lines);
    const { capture: ended, events, origins } = await watch(await capture(40));
    expect(ended).toMatchObject({ state: 'DONE', eventCount: 40 });
    for (const event of events) expect(event).toMatch(/^\{"message":"error \d+"\}$/);
    expect(new Set(origins).size).toBe(1);
    await untilBare();
    const [agent] = await service.world.agents();
    expect((await service.world.fleet(agent.fleetId)).rollouts).toHaveLength(1);
    await areHealthy();
    await expectAll();

    // Supervisor and Collector are killed while it runs, and the capture ends before they are back.
    const { supervisor } = agents[0]!;
    const second = await capture(1000);
    await untilTapped(second);
    await supervisor.kill();
    await service.world.api.call('stopCapture', { path: { captureId: second } });
    supervisor.start(service.settingsOf(token));
    await untilBare();
    appendFileSync(lines, 'error 0\n');
    await waitFor(() => expect(bodies()).toContain('error 0'));
  });

  it('shows events of one of three agents, and ends when its viewer leaves', async () => {
    const lines = join(makeTempFolder(), 'app.log');
    const { capture, state } = await runPipeline(3, 'file_tail', { path: lines });
    writeTo(lines);
    const { capture: ended, events, tapped } = await watch(await capture(40));
    expect(ended).toMatchObject({ state: 'DONE', eventCount: 40 });
    expect(tapped.size).toBe(1);
    // All three read the same lines, so that those of several would come several times.
    expect(new Set(events).size).toBe(40);
    await untilBare();
    await areHealthy();

    const left = await capture(1000);
    await untilTapped(left);
    await waitFor(async () =>
      expect(await state(left)).toMatchObject({
        state: 'STOPPED',
        reason: 'Nobody read its events for 10 s',
      }),
    );
    await untilBare();
    await areHealthy();
    await expectAll(3);
  });

  it('takes what comes from Kafka, and loses no message', async () => {
    broker = new Broker();
    await broker.begin();
    await broker.makeTopic('app', 3);
    const config = { brokers: broker.brokers, topics: ['app'], group: 'app', format: 'text' };
    const { capture } = await runPipeline(1, 'kafka', config);
    const running = broker;
    writer = setInterval(() => {
      const more = Array.from({ length: 20 }, (_, at) => written + at + 1);
      written += more.length;
      running.produce(
        'app',
        more.flatMap((number) => [`error ${number}`, `fine ${number}`]),
      );
    }, 1000);
    const { capture: ended, events } = await watch(await capture(40));
    expect(ended).toMatchObject({ state: 'DONE', eventCount: 40 });
    for (const event of events) expect(event).toMatch(/^\{"message":"error \d+"\}$/);
    await untilBare();
    await areHealthy();
    clearInterval(writer);
    const all = new Set(allErrors());
    await waitFor(() => expect(new Set(bodies())).toEqual(all));
    // It ended in good order and committed what it had sent.
    expect(bodies()).toHaveLength(all.size);
  });
});
