// Slow: each fault is made in a real engine, and minutes of it pass one by one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAuthority, makeCertificate } from '../harness/certificate.ts';
import { haltEngine, resumeEngine } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort, makeTempFolder, removeFolder } from '../harness/product.ts';
import { type AlertWorld, startAlertWorld } from './support/alert-world.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const MIB = 1 << 20;

/** Says how full the disk is where no disk of its own can be mounted. */
const told = vi.hoisted(() => ({ free: undefined as number | undefined }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const statfs = async (path: string) => {
    if (told.free === undefined) return real.statfs(path);
    return { blocks: 100, bfree: told.free, bavail: told.free, bsize: 4096 };
  };
  return { ...real, default: { ...real, statfs }, statfs };
});

const folder = makeTempFolder();
const disk = join(folder, 'disk');
let isMounted = false;
let world: AlertWorld;
let receiver: Server;
let receiverPort = 0;
let sourcePort = 0;
let web: { pipelineId: string; sourceId: string; sinkId: string };

/** A receiver that refuses for good what says so. */
const startReceiver = async (): Promise<void> => {
  receiver = createHttpServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.writeHead(body.includes('poison') ? 400 : 200).end();
  });
  await new Promise<void>((done) => receiver.listen(receiverPort, '127.0.0.1', done));
  receiverPort = (receiver.address() as AddressInfo).port;
};
const stopReceiver = async (): Promise<void> => {
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
};

const create = async (kind: 'Source' | 'Sink', name: string, templateId: string, config: object) => {
  const entity = { name, siteId: world.siteId, templateId, config };
  return (await world.call(`create${kind}`, { body: { [kind.toLowerCase()]: entity } })).id as string;
};

const makePipeline = async (name: string, nodes: (pipelineId: string) => Promise<string[]>) => {
  const pipeline = { name, siteId: world.siteId };
  const { id } = await world.call('createPipeline', { body: { pipeline } });
  const chain = await nodes(id);
  const edges = Object.fromEntries(chain.slice(0, -1).map((one, at) => [one, { nodeIds: [chain[at + 1]] }]));
  const versionInfo = { pipelineId: id, name: '' };
  await world.call('saveGraph', { body: { pipelineId: id, edges, metaInfo: {}, versionInfo } });
  return id as string;
};
const deploy = async (pipelineId: string): Promise<void> => {
  const body = { pipelineId, action: 'DEPLOY', graphVersion: 1, forceDeploy: false };
  await world.call('runPipelineAction', { body });
  await world.service.services.lifecycle.settled();
};

const send = async (lines: readonly string[]): Promise<void> => {
  const body = lines.join('\n');
  const { status } = await fetch(`http://127.0.0.1:${sourcePort}/`, { method: 'POST', body });
  expect(status).toBe(200);
};
const times = (count: number, event: object): string[] => Array(count).fill(JSON.stringify(event));
/** Once the engine's report of it has come. */
const sendCounted = async (lines: readonly string[]): Promise<void> => {
  const read = () =>
    Number(world.service.services.analytics.totalsOf(web.pipelineId)[web.sourceId]?.events_in ?? 0);
  const before = read();
  await send(lines);
  await eventually(() => expect(read()).toBe(before + lines.length));
};

beforeAll(async () => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    // Only root may.
  }
  await startReceiver();
  world = await startAlertWorld(folder, disk);
  sourcePort = await freePort();
  const sourceId = await create('Source', 'web', 'http_server', { port: sourcePort, format: 'text' });
  const sinkId = await create('Sink', 'store', 'http', {
    url: `http://127.0.0.1:${receiverPort}/`,
    batch: { timeoutMs: 50 },
    buffer: { mode: 'disk', maxBytes: MIB },
  });
  const isDebug = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] };
  const pipelineId = await makePipeline('shop', async (id) => {
    const transforms = [
      { name: 'Parse', templateId: 'parse_json', config: {}, pipelineId: id },
      { name: 'No debug', templateId: 'filter', config: { match: isDebug }, pipelineId: id },
    ];
    const { transformIds } = await world.call('createTransforms', { body: { transforms } });
    return [sourceId, ...transformIds, sinkId];
  });
  web = { pipelineId, sourceId, sinkId };
  await deploy(pipelineId);
  await sendCounted(times(1, { level: 'info' }));
}, 120_000);
afterAll(async () => {
  await world?.stop();
  if (receiver) await stopReceiver();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  removeFolder(folder);
}, 60_000);

test('Source receives nothing: its sender stops, and sends again [R7-13, R7-14]', async () => {
  const alert = await world.watch('sourceSilent');
  await sendCounted(times(5, { level: 'info' }));
  expect(await alert.fires(20)).toBeGreaterThanOrEqual(15);
  await sendCounted(times(1, { level: 'info' }));
  await alert.resolves(3);
});

test('Destination is failing: its receiver ends, and comes back', async () => {
  const alert = await world.watch('destinationFailing');
  await world.pass(1);
  await stopReceiver();
  await sendCounted(times(20, { level: 'info' }));
  const failing = () =>
    world.service.services.health
      .read()
      .some(({ reasons }) => reasons.some(({ rule }) => rule === 'delivery'));
  await eventually(() => expect(failing()).toBe(true));
  expect(await alert.fires(6)).toBeGreaterThanOrEqual(3);
  await startReceiver();
  await eventually(() => expect(failing()).toBe(false));
  await alert.resolves(5);
}, 60_000);

test('Buffer nearly full: nobody takes its events, until they are taken', async () => {
  const alert = await world.watch('bufferFilling');
  const readShare = () =>
    world.service.services.health.read().find(({ componentId }) => componentId === web.sinkId)?.figures
      .bufferShare ?? 0;
  await stopReceiver();
  await send(times(900, { level: 'info', text: 'x'.repeat(1000) }));
  await eventually(() => expect(readShare()).toBeGreaterThan(0.81));
  expect(await alert.fires(8)).toBeGreaterThanOrEqual(5);
  await startReceiver();
  await eventually(() => expect(readShare()).toBe(0));
  expect(await alert.resolves(8)).toBeGreaterThanOrEqual(5);
}, 60_000);

test('More than 100 errors in 5 min: lines that are no JSON', async () => {
  const alert = await world.watch('errorsHigh');
  await sendCounted(Array(101).fill('{"level":'));
  await alert.fires(2);
  expect((await alert.newest())?.value).toBe(101);
  await alert.resolves(12);
});

test('Events lost or dead-lettered: the receiver refuses one for good', async () => {
  const alert = await world.watch('eventsLost');
  const readLost = () =>
    world.service.services.analytics.totalsOf(web.pipelineId)[web.sinkId]?.events_dead_letter;
  await send(times(1, { level: 'info', text: 'poison' }));
  await eventually(() => expect(readLost()).toBe(1));
  await alert.fires(2);
  expect(await alert.newest()).toMatchObject({ value: 1, target: { name: 'store' } });
  await alert.resolves(12);
});

test('Engine is away: its process is halted, and goes on', async () => {
  const alert = await world.watch('engineAway');
  await world.pass(1);
  haltEngine(folder);
  await alert.fires(4, false);
  resumeEngine(folder);
  const { siteId, service } = world;
  const seen = service.services.engine.lastHeartbeatOf(siteId);
  await eventually(() => expect(service.services.engine.lastHeartbeatOf(siteId)).toBeGreaterThan(seen));
  await alert.resolves(3);
});

test('Deployment failed: the port of its source is taken, and free again', async () => {
  const alert = await world.watch('deploymentFailed');
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const pipelineId = await makePipeline('second', async () => [
    await create('Source', 'second', 'http_server', { port }),
    await create('Sink', 'nowhere', 'blackhole', {}),
  ]);
  await deploy(pipelineId);
  await alert.fires(3);
  expect((await alert.newest())?.target).toMatchObject({ kind: 'pipeline', name: 'second' });
  await new Promise((done) => other.close(done));
  await deploy(pipelineId);
  await alert.resolves(3);
});

test('Hydration failed: a file of its archive is damaged, then mended', async () => {
  const alert = await world.watch('hydrationFailed');
  const { call, siteId } = world;
  const { sourceId } = web;
  const archive = join(folder, 'archive');
  const sinkId = await create('Sink', 'Archive', 'file', { path: join(archive, 'a.ndjson') });
  const copyId = await create('Sink', 'Copy', 'file', { path: join(folder, 'copy.ndjson') });
  await call('enableArchival', { body: { siteId, sourceId, sinkId } });
  const start = Math.floor(world.time.now() / HOUR_MS - 5) * HOUR_MS;
  const [year, month, day, hour] = new Date(start).toISOString().split(/[-T:]/);
  const place = join(archive, `source=${sourceId}-web/year=${year}/month=${month}/day=${day}/hour=${hour}`);
  mkdirSync(place, { recursive: true });
  const received = new Date(start).toISOString().replace('.000Z', '.000000Z');
  const line = JSON.stringify({ received, source: 'web', sourceId, event: { level: 'info' } });
  const name = `${year}${month}${day}T${hour}0000000Z-000001-0123456789abcdef.ndjson.gz`;
  const whole = gzipSync(`${line}\n`.repeat(1000));
  writeFileSync(join(place, name), whole.subarray(0, whole.length - 20));
  const hydration = {
    siteId,
    sourceId,
    sinkId: copyId,
    startTime: start / 1000,
    endTime: start / 1000 + 3600,
  };
  const { id } = await call('createHydration', { body: { hydration } });
  const readStatus = async () => (await call('getHydration', { path: { id } })).hydration.jobStatus;
  await eventually(async () => expect(await readStatus()).toBe('FAILED'));
  await alert.fires(3);
  writeFileSync(join(place, name), whole);
  await call('runHydrationAction', { body: { id, action: 'RETRY' } });
  await eventually(async () => expect(await readStatus()).toBe('COMPLETED'));
  await alert.resolves(3);
}, 60_000);

test('Certificate ends within 14 days: until it is renewed', async () => {
  const alert = await world.watch('daysLeft');
  const authority = makeAuthority();
  const ahead = () => (world.time.now() - Date.now()) / 86_400_000;
  const makeConfig = (days: number) => {
    const { cert, key } = makeCertificate(authority, ['localhost'], ahead() + days);
    return { tls: true, tlsCert: cert, tlsKey: key };
  };
  const port = await freePort();
  const sourceId = await create('Source', 'secure', 'http_server', { port, ...makeConfig(10.5) });
  await deploy(
    await makePipeline('third', async () => [sourceId, await create('Sink', 'nowhere 2', 'blackhole', {})]),
  );
  await alert.fires(3);
  expect(await alert.newest()).toMatchObject({ value: 10, target: { kind: 'certificate', name: 'secure' } });
  await world.call('updateSource', {
    body: { source: { id: sourceId, config: { port, ...makeConfig(90) } } },
  });
  await alert.resolves(3);
});

test('API key ends within 7 days: until it is rotated', async () => {
  const alert = await world.watch('keyDaysLeft');
  const apiKey = { name: 'ci', description: '', siteIds: [], roleId: 'viewer', expiresInDays: 90 };
  const { id } = await world.call('createApiKey', { body: { apiKey } });
  const row = await world.store.apiKeys.find(id);
  if (!row) throw new Error('the key was not stored');
  const past = 86 * DAY_MS;
  await world.store.apiKeys.update({
    ...row,
    created_at: row.created_at - past,
    expires_at: row.expires_at - past,
  });
  await alert.fires(3);
  expect(await alert.newest()).toMatchObject({ target: { kind: 'key', name: 'ci' } });
  await world.call('rotateApiKey', { path: { keyId: id }, body: {} });
  await alert.resolves(3);
});

test('Disk nearly full: a small disk is filled, then emptied', async () => {
  const alert = await world.watch('diskFilling');
  await world.pass(1);
  const ballast = join(disk, 'ballast');
  if (isMounted) {
    const { bavail, bsize, blocks } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc((bavail - Math.floor(blocks / 20)) * bsize));
  } else told.free = 5;
  expect(await alert.fires(8)).toBeGreaterThanOrEqual(5);
  if (isMounted) rmSync(ballast);
  else told.free = 90;
  await alert.resolves(3);
  told.free = undefined;
});

test('Optimization below 20%: nothing is dropped, then enough', async () => {
  const alert = await world.watch('optimizationLow');
  await sendCounted(times(50, { level: 'info' }));
  await world.pass(40);
  await sendCounted(times(50, { level: 'info' }));
  await alert.fires(40);
  await sendCounted(times(200, { level: 'debug' }));
  await alert.resolves(3);
});

test('Volume far from the same hour of other days: below, above, usual again', async () => {
  /** Nearly an hour, with what its source receives in it. */
  const passHour = async (events: number) => {
    await sendCounted(times(events, { level: 'info' }));
    await world.pass(58);
  };
  const passNextHour = async (events: number) => {
    await world.goToNext(HOUR_MS);
    await passHour(events);
  };
  const low = await world.watch('volumeLow');
  for (let day = 0; day < 3; day++) {
    await passNextHour(100);
    await passNextHour(100);
    world.time.advance(21.5 * HOUR_MS);
  }
  await passNextHour(10);
  await low.fires(3);
  await passHour(100);
  await low.resolves(3);
  world.time.advance(21.5 * HOUR_MS);
  const high = await world.watch('volumeHigh');
  await passNextHour(1000);
  await high.fires(3);
  await passHour(100);
  await high.resolves(3);
}, 120_000);
