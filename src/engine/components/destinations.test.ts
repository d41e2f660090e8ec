// Slow: every destination with receivers that fail, one and four at a time.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLetters } from '../../../tests/engine/harness/letters.ts';
import { Engine } from '../topology/engine.ts';
import type { Counters } from '../types/metrics.ts';
import type { PlanNode } from '../types/plan.ts';
import { validateConfig } from './catalogue.ts';
import { components } from './registry.ts';
import { freePort, until } from './testing/contexts.ts';
import { HttpPeer, type Received, type Reply } from './testing/http-peer.ts';

const PIPELINE = '300000000000000001';
const SITE = '400000000000000001';
const EVENTS = 600;
const MAX_EVENTS = 20;

let folder = '';
let engine: Engine;
let peer: HttpPeer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-destinations-'));
  engine = new Engine(folder, SITE, components);
  peer = await new HttpPeer().listen();
});
afterEach(async () => {
  await engine.stop(0);
  await peer.close();
  rmSync(folder, { recursive: true, force: true });
});

const counters = (id: string): Counters => engine.counters()[PIPELINE]![id]!;

/** `poison` is the number of a poison event. */
async function run(templateId: string, config: Record<string, unknown>, poison = -1): Promise<void> {
  const port = await freePort();
  const node = (id: string, nodeType: PlanNode['nodeType'], template: string, settings: object): PlanNode => {
    const checked = validateConfig(nodeType, template, settings);
    expect(checked.details).toBeUndefined();
    return { id, componentId: id, nodeType, name: id, templateId: template, config: checked.config! };
  };
  const batch = { maxEvents: MAX_EVENTS, timeoutMs: 20 };
  await engine.deploy({
    pipelineId: PIPELINE,
    siteId: SITE,
    name: 'Test',
    graphVersion: 1,
    mode: 'run',
    nodes: [
      node('in', 'SOURCE', 'tcp', { port }),
      node('parse', 'TRANSFORM', 'parse_json', {}),
      node('out', 'SINK', templateId, { url: peer.url, batch, timeoutSeconds: 1, ...config }),
    ],
    edges: { in: { nodeIds: ['parse'] }, parse: { nodeIds: ['out'] } },
    metaInfo: {},
  });
  const socket = connect(port, '127.0.0.1');
  for (let n = 0; n < EVENTS; n++) socket.write(`{"id":"e${n}"${n === poison ? ',"poison":1' : ''}}\n`);
  socket.end();
}

const readIds = (body: Buffer): string[] =>
  [...body.toString().matchAll(/id\\?"(?::|,"value":\{"stringValue":)\s*\\?"(e\d+)/g)].map(
    ([, id = '']) => id,
  );

/** `taken`: reply of a receiver that accepts everything. */
type Kind = { config: Record<string, unknown>; taken: (request: Received) => Reply };
const items = ({ body }: Received) => body.toString().trimEnd().split('\n').length / 2;
const KINDS: Record<string, Kind> = {
  http: { config: {}, taken: () => ({}) },
  splunk_hec: { config: { token: 't' }, taken: () => ({ body: { text: 'Success', code: 0 } }) },
  elasticsearch: { config: { index: 'logs' }, taken: () => ({ body: { errors: false } }) },
  loki: { config: {}, taken: () => ({ status: 204 }) },
  otlp_http: { config: {}, taken: () => ({ body: {} }) },
  s3: { config: { bucket: 'logs', accessKeyId: 'a', secretAccessKey: 's' }, taken: () => ({}) },
};

describe.each(Object.entries(KINDS))('the destination %s', (templateId, { config, taken }) => {
  it.each([1, 4])(
    'flapping receiver: nothing lost, counted exactly, %i requests at a time [R7]',
    async (concurrency) => {
      const delivered: string[] = [];
      let requests = 0;
      peer.answer = (request) => {
        const turn = requests++ % 9;
        if (turn === 1) return { status: 429, headers: { 'retry-after': '0' } };
        if (turn === 3) return { status: 500 };
        if (turn === 5) return 'reset';
        if (requests === 8) return 'hang';
        delivered.push(...readIds(request.body));
        return turn === 7 ? 'reset' : taken(request);
      };
      await run(templateId, { ...config, concurrency });
      await until(
        () => expect(counters('out')).toMatchObject({ eventsOut: EVENTS, eventsBuffered: 0 }),
        60_000,
      );
      const ids = Array.from({ length: EVENTS }, (_, n) => `e${n}`);
      expect(new Set(delivered)).toEqual(new Set(ids));
      // Only lost answers cause duplicates.
      expect(delivered.length - EVENTS).toBeLessThanOrEqual(Math.ceil(requests / 9) * MAX_EVENTS);
      if (concurrency === 1) expect([...new Set(delivered)]).toEqual(ids);
      expect(counters('out')).toMatchObject({ eventsIn: EVENTS, eventsDropped: 0, eventsDeadLetter: 0 });
    },
    90_000,
  );

  it('too large batches are split; only the refused event is a dead letter [R12]', async () => {
    const delivered: string[] = [];
    peer.answer = (request) => {
      const ids = readIds(request.body);
      const isPoisoned = request.body.includes('poison');
      if (isPoisoned && templateId === 'elasticsearch') {
        const results = Array.from({ length: items(request) }, (_, i) =>
          ids[i] === 'e77'
            ? { index: { status: 400, error: { type: 'bad', reason: 'b' } } }
            : { index: { status: 201 } },
        );
        delivered.push(...ids.filter((id) => id !== 'e77'));
        return { body: { errors: true, items: results } };
      }
      if (isPoisoned) return { status: templateId === 's3' ? 413 : 400 };
      if (ids.length > 7 && templateId !== 's3') return { status: 413 };
      delivered.push(...ids);
      return taken(request);
    };
    await run(templateId, templateId === 's3' ? { ...config, prefix: `\${poison}` } : config, 77);
    await until(
      () => expect(counters('out')).toMatchObject({ eventsOut: EVENTS - 1, eventsDeadLetter: 1 }),
      60_000,
    );
    expect(delivered.length).toBe(EVENTS - 1);
    expect(new Set(delivered).size).toBe(EVENTS - 1);
    const letters = readLetters(folder, SITE, PIPELINE);
    expect(letters).toHaveLength(1);
    expect(letters[0]!.event).toContain('e77');
  }, 90_000);

  it('delivers what is left though nothing follows that would fill a batch [R16]', async () => {
    const delivered: string[] = [];
    peer.answer = (request) => {
      delivered.push(...readIds(request.body));
      return taken(request);
    };
    await run(templateId, { ...config, batch: { maxEvents: EVENTS + 1, timeoutMs: 300 } });
    await until(() => expect(delivered).toHaveLength(EVENTS));
  });
});
