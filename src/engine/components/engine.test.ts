import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Engine } from '../topology/engine.ts';
import type { Counters } from '../types/metrics.ts';
import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import { type ConfigCheck, examplePipeline, validateConfig } from './catalogue.ts';
import { components } from './registry.ts';
import { freePort, until } from './testing/contexts.ts';

let folder = '';
let engine: Engine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-components-'));
  engine = new Engine(folder, '400000000000000001', components);
});
afterEach(async () => {
  await engine.stop(0);
  rmSync(folder, { recursive: true, force: true });
});

type Part = { templateId: string; config: Record<string, unknown> };
const checked = ({ config, details }: ConfigCheck): Record<string, unknown> => {
  expect(details).toBeUndefined();
  return config!;
};

function buildPlan(source: Part, transforms: Part[], sink: Part): PipelinePlan {
  const node = (id: string, nodeType: PlanNode['nodeType'], { templateId, config }: Part): PlanNode => ({
    id,
    componentId: id,
    nodeType,
    name: templateId,
    templateId,
    config: checked(validateConfig(nodeType, templateId, config)),
  });
  const nodes = [
    node('source', 'SOURCE', source),
    ...transforms.map((part, index) => node(`transform-${index}`, 'TRANSFORM', part)),
    node('sink', 'SINK', sink),
  ];
  const edges = Object.fromEntries(
    nodes.slice(0, -1).map(({ id }, at) => [id, { nodeIds: [nodes[at + 1]!.id] }]),
  );
  return {
    pipelineId: '300000000000000001',
    siteId: '400000000000000001',
    name: 'Test',
    graphVersion: 1,
    mode: 'run',
    nodes,
    edges,
    metaInfo: {},
  };
}
const counters = (id: string): Counters => engine.counters()['300000000000000001']![id]!;

describe('components in the engine', () => {
  it('the example pipeline reduces what it makes, and every figure adds up', async () => {
    const output = join(folder, 'out/example.ndjson');
    const { source, transforms, sink } = examplePipeline({ file: output });
    await engine.deploy(buildPlan({ ...source, config: { ...source.config, count: 300 } }, transforms, sink));
    await until(() => expect(counters('sink').eventsOut).toBe(counters('transform-2').eventsOut));
    await until(() => expect(counters('source').eventsOut).toBe(300));
    await until(() => expect(counters('sink').eventsOut).toBe(counters('transform-2').eventsOut));
    const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
    const dropped = counters('transform-1').eventsDropped;
    expect(dropped).toBeGreaterThan(60);
    expect(lines.length + dropped).toBe(300);
    for (const line of lines) {
      const event = JSON.parse(line) as { level: string; http: Record<string, unknown> };
      expect(event.level).not.toBe('debug');
      expect(event.http.path).not.toBe('/healthz');
      expect(Object.keys(event)).not.toContain('kubernetes');
    }
    expect(counters('sink').bytesOut).toBe(lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0));
    expect(counters('sink').bytesOut).toBeLessThan(counters('source').bytesIn / 2);
    expect(counters('transform-0').errors).toBe(0);
  });

  it('TCP lines through two transforms: each once, in order, on file', async () => {
    const output = join(folder, 'tcp.ndjson');
    const port = await freePort();
    const match = { match: 'all', rules: [{ field: 'n', operator: 'lt', value: '1000' }] };
    await engine.deploy(
      buildPlan(
        { templateId: 'tcp', config: { port } },
        [
          { templateId: 'parse_json', config: { onError: 'tag' } },
          { templateId: 'filter', config: { match } },
        ],
        { templateId: 'file', config: { path: output, maxFileBytes: 1_000_000_000 } },
      ),
    );
    const socket = connect(port, '127.0.0.1');
    for (let part = 0; part < 50; part++)
      socket.write(Array.from({ length: 1000 }, (_, n) => `{"n":${part * 1000 + n}}\n`).join(''));
    socket.end('no json\n');
    await until(() => expect(counters('sink').eventsOut).toBe(49_001));
    const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
    expect(lines.slice(0, -1)).toEqual(Array.from({ length: 49_000 }, (_, n) => `{"n":${n + 1000}}`));
    expect(JSON.parse(lines.at(-1)!)).toEqual({ message: 'no json', penstock_error: 'JsonInvalid' });
    expect(counters('transform-1').eventsDropped).toBe(1000);
  });
});
