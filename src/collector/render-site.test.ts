import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderSite, type SiteGraph, type SiteNode } from './render-site.ts';

const node = (
  id: string,
  nodeType: SiteNode['nodeType'],
  templateId: string,
  config: object = {},
): SiteNode => ({
  id,
  componentId: `c${id}`,
  nodeType,
  name: `${id} node`,
  templateId,
  config: { ...config },
});
const SOURCE = node('in', 'SOURCE', 'file_tail', { path: '/var/log/app.log' });
const SINK = node('out', 'SINK', 'otlp_http', {
  url: 'https://logs.example.com',
  auth: 'bearer',
  token: 'x',
});
const HOLE = node('hole', 'SINK', 'blackhole');
const DROP = node('drop', 'TRANSFORM', 'filter', {
  action: 'drop',
  match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'debug' }] },
});

const graph = (pipelineId: string, more: Partial<SiteGraph> = {}): SiteGraph => ({
  ...{ pipelineId, name: `pipeline ${pipelineId}`, mode: 'run', metaInfo: {} },
  nodes: [SOURCE, DROP, SINK, HOLE],
  edges: { in: { nodeIds: ['drop'] }, drop: { nodeIds: ['out', 'hole'] } },
  ...more,
});
const read = (graphs: readonly SiteGraph[]) => parse(renderSite(graphs).content ?? '');

describe('the pipelines of a site as one configuration', () => {
  it('a source of two pipelines is read once, each pipeline has its own queue', () => {
    const config = read([graph('1'), graph('2')]);
    expect(Object.keys(config.receivers)).toEqual(['filelog/cin']);
    expect(Object.keys(config.exporters)).toEqual([
      'otlphttp/1-cout',
      'nop/1-chole',
      'otlphttp/2-cout',
      'nop/2-chole',
    ]);
    expect(Object.keys(config.service.pipelines)).toEqual([
      'logs/1-cout',
      'logs/1-chole',
      'logs/2-cout',
      'logs/2-chole',
    ]);
  });

  it('ids stay when nodes and pipelines get other names, so that queues are found again', () => {
    const named = graph('1', {
      name: 'other',
      nodes: [SOURCE, DROP, SINK, HOLE].map((one) => ({ ...one, name: `${one.name} B` })),
    });
    const [before, after] = [read([graph('1')]), read([named])];
    expect(Object.keys(after.exporters)).toEqual(Object.keys(before.exporters));
    expect(Object.keys(after.receivers)).toEqual(Object.keys(before.receivers));
  });

  it('a paused pipeline takes nothing in and sends what waits', () => {
    const config = read([graph('1', { mode: 'pause' })]);
    expect(Object.keys(config.receivers)).toEqual(['nop/nothing']);
    expect(config.service.pipelines['logs/1-cout']).toEqual({
      receivers: ['nop/nothing'],
      exporters: ['otlphttp/1-cout'],
    });
  });

  it('a bypassed pipeline sends what comes to every destination', () => {
    const { pipelines } = read([graph('1', { mode: 'bypass' })]).service;
    const processors = Object.values<{ processors: string[] }>(pipelines).flatMap((one) => one.processors);
    expect(Object.keys(pipelines)).toHaveLength(2);
    expect(processors.filter((id) => id.includes('cdrop'))).toEqual([]);
  });

  it('no pipeline is a configuration that does nothing', () => {
    expect(read([]).service.pipelines).toEqual({
      'logs/nothing': { receivers: ['nop/nothing'], exporters: ['nop/nowhere'] },
    });
  });

  it('refusals name pipeline and node', () => {
    const nodes = [SOURCE, node('drop', 'TRANSFORM', 'sample', { rate: 2 }), SINK, HOLE];
    const { content, refusals } = renderSite([graph('1'), graph('2', { nodes })]);
    expect(content).toBeNull();
    expect(refusals).toMatchObject([{ pipelineId: '2', pipelineName: 'pipeline 2', nodeId: 'drop' }]);
  });

  it('two destinations never read one variable', () => {
    const other = { ...SINK, id: 'also', componentId: 'calso', name: 'OUT-node' };
    const nodes = [SOURCE, DROP, other, HOLE];
    const edges = { in: { nodeIds: ['drop'] }, drop: { nodeIds: ['also', 'hole'] } };
    const { refusals } = renderSite([graph('1'), graph('2', { nodes, edges })]);
    expect(refusals).toMatchObject([
      { pipelineId: '2', nodeId: 'also', reason: expect.stringContaining('PENSTOCK_OUT_NODE') },
    ]);
    expect(renderSite([graph('1'), graph('2')]).refusals).toEqual([]);
  });
});

describe('counters of nodes', () => {
  const metersOf = (one: SiteGraph) =>
    Object.fromEntries((renderSite([one]).meters['1'] ?? []).map((meters) => [meters.nodeId, meters]));

  it('events that go two ways count once', () => {
    const { in: source, drop, out, hole } = metersOf(graph('1'));
    const made = { counter: 'outgoing', component: 'transform/1-cin_2', share: 2 };
    expect(source).toMatchObject({ in: [made], out: [made], componentId: 'cin' });
    expect(drop).toMatchObject({
      in: [{ counter: 'incoming', component: 'filter/1-cdrop', share: 2 }],
      out: [{ counter: 'outgoing', component: 'filter/1-cdrop', share: 2 }],
    });
    expect(out).toMatchObject({
      in: [{ counter: 'incoming', component: 'transform/1-cout', share: 1 }],
      out: [{ counter: 'sent', component: 'otlphttp/1-cout', share: 1 }],
      failed: [{ counter: 'failed', component: 'otlphttp/1-cout', share: 1 }],
    });
    // It has no counting component.
    expect(hole).toMatchObject({ in: drop?.out, out: drop?.out, failed: [] });
  });

  it('a route counts what comes once, and what leaves by each output', () => {
    const route = node('drop', 'TRANSFORM', 'route', {
      routes: [
        {
          name: 'errors',
          match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'error' }] },
        },
      ],
      unmatched: 'output',
    });
    const one = graph('1', {
      nodes: [SOURCE, route, SINK, HOLE],
      metaInfo: { drop: { outputs: { errors: ['out'], unmatched: ['hole'] } } },
    });
    const { drop } = metersOf(one);
    expect(drop?.in).toHaveLength(1);
    expect(drop?.out.map(({ component }) => component)).toEqual([
      'filter/1-cdrop_errors',
      'filter/1-cdrop_unmatched',
    ]);
  });
});
