import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Counters } from '../types/metrics.ts';
import type { PipelinePlan } from '../types/plan.ts';
import type { EngineReport } from '../types/report.ts';
import { FrameReader, toFrames } from './frames.ts';
import type { RemoteNotice, RemoteOrder } from './messages.ts';
import type { RemoteEngine } from './options.ts';
import { createRemoteEngine } from './remote-engine.ts';

const OWN = '300000000000000001';
const FOREIGN = '300000000000000002';
const PLAN: PipelinePlan = {
  pipelineId: OWN,
  siteId: '4',
  name: 'web',
  graphVersion: 1,
  mode: 'run',
  nodes: [],
  edges: {},
  metaInfo: {},
};
const COUNTERS: Counters = {
  eventsIn: 1,
  eventsOut: 1,
  eventsDropped: 0,
  eventsCreated: 0,
  eventsMerged: 0,
  eventsDeadLetter: 0,
  eventsBuffered: 0,
  bytesIn: 1,
  bytesOut: 1,
  bytesDropped: 0,
  bytesDeadLetter: 0,
  bytesBuffered: 0,
  rawBytes: 1,
  errors: 0,
  objectsWritten: 0,
  lastEventAt: 1,
};

let engine: RemoteEngine;
let onConnected: () => Promise<void>;
let reports: EngineReport[];
beforeEach(async () => {
  reports = [];
  onConnected = async () => undefined;
  engine = createRemoteEngine({
    siteId: '4',
    siteName: async () => 'Far',
    signIn: async () => 'none',
    isJoined: () => true,
    now: () => 1000,
    steady: () => 1000,
    previews: { run: () => Promise.reject(new Error('no')), stop: () => undefined, pid: undefined },
    log: () => undefined,
    ownPipelines: async () => new Set([OWN]),
    runnable: async () => [OWN],
    stored: async () => 0,
    onConnected: () => onConnected(),
  });
  engine.onReport((report) => reports.push(report));
  await engine.start();
});

async function connect() {
  const orders: RemoteOrder[] = [];
  const closed: [number, string][] = [];
  const reader = new FrameReader();
  const line = engine.attach({
    send: (frame) => {
      const order = reader.take(frame);
      if (order !== undefined) orders.push(order as RemoteOrder);
    },
    close: (code, reason) => closed.push([code, reason]),
  });
  const says = async (notice: RemoteNotice | object) => {
    for (const frame of toFrames(notice)) await line.receive(frame);
  };
  await says({ kind: 'hello', version: '0.1.0', host: 'far', platform: 'linux x64' });
  return { orders, closed, says, lost: line.closed };
}

describe('the port to a remote engine', () => {
  it('receives its plan before any other order, then runs', async () => {
    const { orders } = await connect();
    expect(orders.map(({ kind }) => kind)).toEqual(['welcome', 'keep']);
    expect(engine.state).toBe('running');
  });

  it('refuses orders with the reason while no engine is connected', async () => {
    await expect(engine.deploy(PLAN)).rejects.toThrow("The engine of site 'Far' is not connected");
  });

  it('an order under way fails with the connection; late answers are dropped', async () => {
    const first = await connect();
    const lost = engine.deploy(PLAN);
    await expect.poll(() => first.orders.at(-1)?.kind).toBe('deploy');
    first.lost();
    await expect(lost).rejects.toThrow('was lost');
    expect(engine.state).toBe('disconnected');
    const second = await connect();
    const deployed = engine.deploy(PLAN);
    await expect.poll(() => second.orders.at(-1)?.kind).toBe('deploy');
    await first.says({
      kind: 'done',
      call: 1,
      problem: { errorName: 'X', message: 'old', causes: [], resolutions: [] },
    });
    await second.says({ kind: 'done', call: 1 });
    await expect(deployed).resolves.toBeUndefined();
  });

  it('answers to what is ordered as soon as it connects are heard', async () => {
    const connected = Promise.withResolvers<void>();
    onConnected = () => engine.deploy(PLAN).then(connected.resolve);
    const { orders, says } = await connect();
    await expect.poll(() => orders.at(-1)?.kind).toBe('deploy');
    await says({ kind: 'done', call: 1 });
    await expect(connected.promise).resolves.toBeUndefined();
  });

  it('reports nothing of pipelines of other sites, and nothing ahead [R7]', async () => {
    const { says } = await connect();
    const bootId = randomUUID();
    const pipelines = { [OWN]: { c: COUNTERS }, [FOREIGN]: { c: COUNTERS } };
    const senders = { c: { count: 0, listed: [] }, other: { count: 1, listed: [] } };
    const counted = { type: 'counters', bootId, sequence: 1, at: 5000, pipelines, senders, host: 'far' };
    await says({ kind: 'report', report: { ...counted, isolated: [OWN, FOREIGN] } });
    await says({
      kind: 'report',
      report: {
        type: 'pipeline.failed',
        pipelineId: FOREIGN,
        problem: { errorName: 'X', message: '', causes: [], resolutions: [] },
      },
    });
    expect(reports.filter(({ type }) => type !== 'state')).toEqual([
      {
        type: 'counters',
        bootId: `remote/4/${bootId}`,
        sequence: 1,
        at: 1000,
        host: 'far',
        isolated: [OWN],
        pipelines: { [OWN]: { c: COUNTERS } },
        senders: { c: { count: 0, listed: [] } },
      },
    ]);
  });

  it('closes a connection with foreign messages, and a replaced one', async () => {
    const first = await connect();
    await first.says({ kind: 'report', report: { type: 'counters', bootId: 'x', sequence: -1 } });
    expect(first.closed).toEqual([[1008, 'This message is not understood']]);
    const second = await connect();
    await connect();
    expect(second.closed).toEqual([[4409, 'Another engine connected with the credential of this one']]);
  });

  it.each([
    ['half an event', { c: { ...COUNTERS, eventsIn: 0.5 } }, {}],
    ['more than can be stored', { c: { ...COUNTERS, bytesIn: 1e300 } }, {}],
    ['a time no calendar has', { c: COUNTERS }, { oldestAt: 8.7e15 }],
  ])('closes a connection that reports %s', async (_what, own, letters) => {
    const { says, closed } = await connect();
    const figures = { count: 0, bytes: 0, oldestAt: 0, dropped: 0, replayed: 0, discarded: 0, ...letters };
    const counted = {
      type: 'counters',
      bootId: randomUUID(),
      sequence: 1,
      at: 5000,
      pipelines: { [OWN]: own },
    };
    await says({ kind: 'report', report: { ...counted, deadLetters: { [OWN]: figures } } });
    expect(closed).toEqual([[1008, 'This message is not understood']]);
  });
});
