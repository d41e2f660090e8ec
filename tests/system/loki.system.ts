import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lokiSink } from '../../src/engine/components/sinks/loki/sink.ts';
import { freePort, jsonBatch, SinkProbe } from '../../src/engine/components/testing/contexts.ts';
import { PermanentError, type RunningSink } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { buildGoProgram } from './go.ts';

const VERSION = 'v3.7.8';
const COUNT = 1000;
const PATIENCE_MS = 60_000;
const TENANT = { tenant: 'team-a' };
const DAY_MS = 86_400_000;

let folder = '';
let port = 0;
let daemon: ChildProcess | null = null;
let running: RunningSink | null = null;

beforeAll(async () => {
  const program = buildGoProgram('loki', {
    module: 'github.com/grafana/loki/v3',
    version: VERSION,
    main: './cmd/loki',
    hasFolders: true,
  });
  folder = mkdtempSync(join(tmpdir(), 'loki-'));
  port = await freePort();
  const settings = join(folder, 'loki.yaml');
  writeFileSync(
    settings,
    `auth_enabled: true
server: { http_listen_address: 127.0.0.1, http_listen_port: ${port}, grpc_listen_address: 127.0.0.1, grpc_listen_port: ${await freePort()} }
common:
  instance_addr: 127.0.0.1
  path_prefix: ${folder}
  storage: { filesystem: { chunks_directory: ${folder}/chunks, rules_directory: ${folder}/rules } }
  replication_factor: 1
  ring: { kvstore: { store: inmemory } }
schema_config:
  configs: [{ from: 2020-10-24, store: tsdb, object_store: filesystem, schema: v13, index: { prefix: index_, period: 24h } }]
analytics: { reporting_enabled: false }
`,
  );
  daemon = spawn(program, [`-config.file=${settings}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [daemon.stdout!, daemon.stderr!])
    stream.pipe(createWriteStream(join(folder, 'log'), { flags: 'a' }));
  await eventually(async () => expect((await fetch(`${url()}/ready`)).status).toBe(200), PATIENCE_MS);
}, 3_600_000);
afterAll(async () => {
  if (daemon) {
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await running?.close();
  running = null;
});

const url = () => `http://127.0.0.1:${port}`;
const open = async (config: Record<string, unknown>) => {
  running = await lokiSink.open({ url: url(), ...TENANT, ...config }, new SinkProbe().context);
  return running;
};

type Stream = { stream: Record<string, string>; values: [time: string, line: string][] };

/** What Loki found, oldest first. */
async function query(selector: string): Promise<Stream[]> {
  const start = BigInt(Date.now() - DAY_MS) * 1_000_000n;
  const end = BigInt(Date.now() + DAY_MS) * 1_000_000n;
  const parameters = {
    query: selector,
    limit: '5000',
    direction: 'forward',
    start: `${start}`,
    end: `${end}`,
  };
  const address = `${url()}/loki/api/v1/query_range?${new URLSearchParams(parameters)}`;
  const answer = await fetch(address, { headers: { 'x-scope-orgid': TENANT.tenant } });
  return (await answer.json()).data.result;
}

describe(`Grafana Loki ${VERSION} as a receiver`, () => {
  it(`${COUNT} of ${COUNT} lines are found by their labels, in order, to the nanosecond`, async () => {
    const to = await open({ labels: { job: 'all', service: `\${service}` }, timeField: 'at', line: 'json' });
    const base = BigInt(Date.now() - 60_000) * 1_000_000n;
    const event = (n: number) => ({
      at: String(base + BigInt(n)),
      service: n % 2 ? 'web' : 'db',
      n,
      text: 'ü "q"',
    });
    for (let from = 0; from < COUNT; from += 100)
      await to.write(jsonBatch(...Array.from({ length: 100 }, (_, i) => event(from + i))));
    for (const service of ['db', 'web']) {
      const wanted = Array.from({ length: COUNT }, (_, n) => event(n)).filter(
        (one) => one.service === service,
      );
      const [found, ...others] = await query(`{job="all", service="${service}"}`);
      expect(others).toEqual([]);
      expect(found!.values.map(([, line]) => JSON.parse(line))).toEqual(wanted);
      expect(found!.values.map(([time]) => time)).toEqual(wanted.map(({ at }) => at));
    }
  });

  it('events sent twice are stored once', async () => {
    const to = await open({ labels: { job: 'twice' }, timeField: 'at' });
    const at = new Date(Date.now() - 5000).toISOString();
    for (let twice = 0; twice < 2; twice++) await to.write(jsonBatch({ at, n: 1 }, { at, n: 2 }));
    const [found] = await query('{job="twice"}');
    expect(found!.values).toHaveLength(2);
  });

  it('an event that is too old is refused, or sent with the time of now', async () => {
    const old = { at: '2020-03-01T12:00:00Z', n: 1 };
    const refusing = await open({ labels: { job: 'old' }, timeField: 'at' });
    const refusal = await refusing.write(jsonBatch(old)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PermanentError);
    expect(refusal).toMatchObject({ problem: { errorName: 'TimeTooOld' } });
    await running?.close();
    const now = await open({ labels: { job: 'old' }, timeField: 'at', outOfOrder: 'now' });
    await now.write(jsonBatch(old));
    const [found] = await query('{job="old"}');
    expect(found!.values.map(([, line]) => JSON.parse(line))).toEqual([old]);
  });
});
