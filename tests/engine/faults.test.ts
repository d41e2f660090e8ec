import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificates, HttpPeer, type Reply } from '../../src/engine/components/testing/http-peer.ts';
import type { ErrorReport, PlanNode } from '../../src/engine/port.ts';
import { createHealthTracker } from '../../src/service/health/tracker.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench } from './harness/bench.ts';
import { planOf, sink, source, transform } from './harness/plans.ts';

const PATIENCE_MS = 60_000;
const NOBODY = 65_534;
const ONE_BY_ONE = { batch: { maxEvents: 10, maxBytes: 1 << 20, timeoutMs: 0 } };

let bench: EngineBench;
let peer: HttpPeer | null;
let health: ReturnType<typeof createHealthTracker>;
let errors: ErrorReport[];
let sequence: number;

beforeEach(() => {
  bench = new EngineBench();
  peer = null;
  health = createHealthTracker(Date.now);
  errors = [];
  sequence = 0;
});
afterEach(async () => {
  await bench.end();
  await peer?.close();
});

/** Passes on the engine's report of each second; returns the node's health. */
function healthOf(componentId: string) {
  const { engine } = bench;
  const taken = engine.takeErrors();
  errors.push(...taken);
  health.take({ type: 'errors', errors: taken });
  health.take({
    type: 'counters',
    bootId: 'a',
    sequence: sequence++,
    at: Date.now(),
    pipelines: engine.counters(),
    gauges: engine.gauges(),
  });
  return health.read().find((one) => one.componentId === componentId);
}

const run = (out: PlanNode, ...steps: PlanNode[]): Promise<void> => {
  const nodes = [source('in'), ...steps, out];
  const edges = nodes.slice(1).map((node, i) => `${nodes[i]?.id}>${node.id}`);
  return bench.engine.deploy(planOf(nodes, edges));
};
const push = (...lines: string[]) => bench.components.source('in').push(...lines);

async function expectFailing(componentId: string, errorName: string, message: RegExp): Promise<ErrorReport> {
  return eventually(() => {
    const fares = healthOf(componentId);
    const error = errors.find((one) => one.errorName === errorName);
    expect(errors.map((one) => one.errorName)).toContain(errorName);
    expect(error?.message).toMatch(message);
    expect(error?.causes.length).toBeGreaterThan(0);
    expect(error?.resolutions.length).toBeGreaterThan(0);
    expect(error).toMatchObject({ componentId, level: 'ERROR' });
    expect(fares).toMatchObject({ state: 'failing' });
    return error!;
  }, PATIENCE_MS);
}

const expectDelivered = (componentId: string): Promise<void> =>
  eventually(() => {
    expect(bench.counters(componentId).eventsBuffered).toBe(0);
    expect(healthOf(componentId)?.state).not.toBe('failing');
  }, PATIENCE_MS);

/** Permissions do not restrict root. */
async function withoutRights(work: () => Promise<void>): Promise<void> {
  const mayAll = process.geteuid?.() === 0;
  if (mayAll) {
    const inside = readdirSync(bench.folder, { recursive: true, encoding: 'utf8' });
    for (const path of ['', ...inside]) chownSync(join(bench.folder, path), NOBODY, NOBODY);
    process.seteuid?.(NOBODY);
  }
  try {
    await work();
  } finally {
    if (mayAll) process.seteuid?.(0);
  }
}

const startPeer = async (answer: () => Reply): Promise<HttpPeer> => {
  peer = await new HttpPeer().listen();
  peer.answer = answer;
  return peer;
};

describe('a fault of a destination: cause, cure and a failing destination [R2.5-11]', () => {
  it('the disk is full', async () => {
    const path = join(bench.folder, 'full.ndjson');
    symlinkSync('/dev/full', path);
    await run(sink('out', { path, format: 'ndjson' }, 'file'));
    void push('a');
    const { resolutions } = await expectFailing(
      'out',
      'DiskFull',
      /No space is left to write .*full\.ndjson/,
    );
    expect(resolutions).toContain('Free space on the disk: writing continues automatically');
  });

  it('a file without write permission: goes on once it is granted', async () => {
    const folder = join(bench.folder, 'locked');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    await withoutRights(async () => {
      await run(sink('out', { path: join(folder, 'a.ndjson'), format: 'ndjson' }, 'file'));
      void push('a');
      await expectFailing('out', 'FileNotWritable', /may not write .*locked\/a\.ndjson/);
    });
    chmodSync(folder, 0o700);
    await expectDelivered('out');
  });

  it('its certificate is not trusted', async () => {
    peer = await new HttpPeer(certificates.server).listen();
    await run(sink('out', { url: peer.url, ...ONE_BY_ONE }, 'http'));
    void push('a');
    const { resolutions } = await expectFailing('out', 'CertificateNotTrusted', /is not trusted/);
    expect(resolutions[0]).toContain('Add the authority');
    expect(peer.received).toEqual([]);
  });

  it('it answers 401, until the credentials are right', async () => {
    let isKnown = false;
    const { url } = await startPeer(() => (isKnown ? {} : { status: 401, body: 'who are you' }));
    await run(sink('out', { url, ...ONE_BY_ONE }, 'http'));
    void push('a');
    await expectFailing('out', 'CredentialsRefused', /answered 401: who are you/);
    isKnown = true;
    await expectDelivered('out');
  });

  it('a 413 splits the batch; a single event is a dead letter', async () => {
    const { url } = await startPeer(() => ({}));
    const to = peer!;
    to.answer = ({ body }) => (body.includes('big') || body.length > 40 ? { status: 413 } : {});
    await run(sink('out', { url, ...ONE_BY_ONE }, 'http'));
    void push('a', 'b', 'big', 'c');
    await expectFailing('out', 'BatchTooLarge', /answered 413/);
    await eventually(() => {
      healthOf('out');
      expect(bench.counters('out')).toMatchObject({ eventsOut: 3, eventsDeadLetter: 1, eventsBuffered: 0 });
      expect(bench.deadLetters()).toMatchObject([{ event: 'big', errorName: 'BatchTooLarge' }]);
    }, PATIENCE_MS);
  });

  it('it answers 429: it is asked again no earlier than it said', async () => {
    let isFree = false;
    const { url } = await startPeer(() =>
      isFree ? {} : { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' },
    );
    await run(sink('out', { url, ...ONE_BY_ONE }, 'http'));
    void push('a');
    await expectFailing('out', 'ReceiverThrottles', /answered 429: slow down/);
    isFree = true;
    await expectDelivered('out');
    const times = peer!.received.map(({ at }) => at);
    const waits = times.slice(1).map((at, i) => at - times[i]!);
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeGreaterThan(990);
  });
});

describe('a fault of a source: cause, cure and a failing source [R2.5-11]', () => {
  it.each([
    ['the file', 'app.log', 0o700, 0o000],
    ['the folder of the file', 'locked/app.log', 0o000, 0o600],
  ])('%s without read permission: goes on once it is granted', async (_what, name, folderMode, fileMode) => {
    const path = join(bench.folder, name);
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, 'a\nb\n');
    chmodSync(path, fileMode);
    chmodSync(folder, folderMode);
    await withoutRights(async () => {
      await bench.engine.deploy(planOf([source('in', 'file_tail', { path }), sink('out')], ['in>out']));
      await expectFailing('in', 'FileNotReadable', /may not read .*app\.log/);
    });
    chmodSync(folder, 0o755);
    chmodSync(path, 0o644);
    await eventually(() => expect(bench.counters('in')).toMatchObject({ eventsOut: 2 }), PATIENCE_MS);
  });
});

describe('a fault of a script: cause, cure and a failing script', () => {
  it.each([
    ['loops', 'for (;;);', /^ScriptTimeout$/],
    [
      'fills the memory',
      'const all = []; for (;;) all.push(new Uint8Array(1 << 20));',
      /^Script(OutOfMemory|Timeout)$/,
    ],
    ['throws', "throw new Error('not this one');", /^ScriptError$/],
  ])('it %s', async (_what, code, errorName) => {
    await run(sink('out'), transform('script', 'script', { code, timeoutMs: 1000 }));
    void push('a');
    await eventually(() => {
      const fares = healthOf('script');
      expect(errors[0]?.errorName).toMatch(errorName);
      for (const { causes, resolutions, componentId } of errors) {
        expect(componentId).toBe('script');
        expect(causes.length).toBeGreaterThan(0);
        expect(resolutions.length).toBeGreaterThan(0);
      }
      expect(fares).toMatchObject({ state: 'failing' });
    }, PATIENCE_MS);
  });
});
