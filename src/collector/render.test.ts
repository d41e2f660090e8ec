import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type RenderedGraph, type RenderedNode, renderGraph } from './render.ts';

const node = (
  id: string,
  nodeType: RenderedNode['nodeType'],
  templateId: string,
  config = {},
): RenderedNode => ({
  ...{ id, nodeType, name: `${id} node`, templateId, config },
});
const SOURCE = node('in', 'SOURCE', 'file_tail', { path: '/var/log/app.log' });
const SINK = node('out', 'SINK', 'otlp_http', { url: 'https://logs.example.com:4318' });
const chain = (...nodes: readonly RenderedNode[]): RenderedGraph => ({
  name: 'app',
  nodes,
  edges: Object.fromEntries(nodes.slice(0, -1).map(({ id }, at) => [id, { nodeIds: [nodes[at + 1]!.id] }])),
  metaInfo: {},
});
const through = (templateId: string, config: object = {}) =>
  renderGraph(chain(SOURCE, node('step', 'TRANSFORM', templateId, config), SINK));
const reasonOf = (graph: RenderedGraph): string | undefined => renderGraph(graph).refusals[0]?.reason;
const rule = (field: string, operator: string, value?: unknown) => ({
  match: 'all',
  rules: [{ field, operator, value }],
});

it('a file to an OTLP receiver is one pipeline of a Collector', () => {
  const { content, refusals, notes } = renderGraph(chain(SOURCE, SINK));
  expect(refusals).toEqual([]);
  expect(notes.map(({ nodeId }) => nodeId)).toEqual(['in', 'in', 'in', 'out', 'out']);
  expect(notes.map(({ text }) => text)).toContainEqual(expect.stringContaining('release 0.149.0 or later'));
  const config = parse(content ?? '');
  expect(Object.keys(config.service.pipelines)).toEqual(['logs/in_node-out_node']);
  expect(config.exporters['otlphttp/out_node']).toMatchObject({
    logs_endpoint: 'https://logs.example.com:4318/v1/logs',
    sending_queue: { storage: 'file_storage/penstock', block_on_overflow: true, num_consumers: 1 },
    retry_on_failure: { enabled: true, max_elapsed_time: '0s' },
  });
  expect(config.receivers['filelog/in_node']).toMatchObject({
    include: ['/var/log/app.log'],
    start_at: 'beginning',
  });
});

it.each(['parse_json', 'sample', 'dedupe', 'script', 'parse_grok', 'throttle', 'aggregate'])(
  'the transform %s is refused with what to do',
  (templateId) => {
    const { content, refusals } = through(templateId);
    expect(content).toBeNull();
    expect(refusals).toMatchObject([{ nodeId: 'step', name: 'step node' }]);
    expect(refusals[0]?.resolution).toMatch(/run this pipeline on an engine$/);
  },
);

it('sampling is refused with what a Collector keeps', () => {
  expect(through('sample', { rate: 2 }).refusals[0]?.reason).toMatch(/no event without a trace id/);
});

it('every node that cannot be rendered is named at once', () => {
  const tcp = node('in', 'SOURCE', 'tcp', { port: 1 });
  const bucket = node('out', 'SINK', 's3', {});
  const { refusals } = renderGraph(chain(tcp, node('step', 'TRANSFORM', 'dedupe'), bucket));
  expect(refusals.map(({ nodeId }) => nodeId)).toEqual(['in', 'step', 'out']);
});

it('a setting that is not known is refused, not left out', () => {
  const source = { ...SOURCE, config: { ...SOURCE.config, someday: true } };
  expect(reasonOf(chain(source, SINK))).toBe(
    "A Collector has nothing for the setting 'someday' of this node",
  );
  expect(through('filter', { match: rule('message', 'exists'), someday: 1 }).refusals[0]?.reason).toMatch(
    /someday/,
  );
});

it.each([
  ['a field in an object', 'filter', { match: rule('user.name', 'exists') }, /lies inside an object/],
  ['an origin', 'filter', { match: rule('@origin.file', 'exists') }, /does not know @origin.file/],
  ['an address block', 'filter', { match: rule('message', 'in_cidr', '10.0.0.0/8') }, /Address blocks/],
  [
    'a class of Unicode halves',
    'filter',
    { match: rule('message', 'matches', '^.$') },
    /single character of any kind/,
  ],
  ['two unbounded parts', 'filter', { match: rule('message', 'matches', '.+\\S+') }, /right after another/],
  ['an optional named group', 'parse_regex', { pattern: '(?<a>x)?y' }, /may be missing/],
  ['a named group beside |', 'parse_regex', { pattern: '(?<a>x)|y' }, /beside \|/],
  ['numbers as numbers', 'parse_regex', { pattern: '(?<a>x)', numbers: true }, /Numbers as numbers/],
  ['an error in a field', 'parse_regex', { pattern: '(?<a>x)', onError: 'tag' }, /errors of the engine/],
  ['an object', 'set_fields', { fields: [{ field: 'a', type: 'json', value: '{}' }] }, /lists and objects/],
  [
    'a huge number',
    'set_fields',
    { fields: [{ field: 'a', type: 'number', value: '1e300' }] },
    /number 1e300/,
  ],
  [
    'a lazy end in the middle of a character',
    'parse_regex',
    { pattern: '=(?<a>.+?)\\w*' },
    /lazy repetition of characters of any kind with nothing after it/,
  ],
  ['a lazy end before |', 'filter', { match: rule('message', 'matches', 'a.+?|b') }, /with nothing after it/],
  ['text against a number beyond doubles', 'filter', { match: rule('message', 'equals', '1e999') }, /1e999/],
  ['a detector', 'redact', { rules: [{ find: 'email' }] }, /detectors of an engine/],
  ['a hash', 'redact', { rules: [{ find: 'pattern', pattern: 'x', action: 'hash' }] }, /hash it/],
  ['nothing that is hidden', 'redact', { rules: [{ find: 'pattern', pattern: 'x*' }] }, /matches nothing/],
  [
    'several rules at once',
    'redact',
    { rules: ['x', 'y'].map((pattern) => ({ find: 'pattern', pattern })) },
    /what the first one left/,
  ],
  ['an error in a field', 'flatten', { field: 'a', onError: 'tag' }, /errors of the engine/],
  ['a literal star', 'remove_fields', { fields: ['a\\*b'] }, /part of a name/],
])('%s is refused', (_, templateId, config, reason) => {
  expect(through(templateId, config).refusals[0]?.reason).toMatch(reason);
});

it('a number that a step hides in is refused, and left out passes', () => {
  const count = node('count', 'TRANSFORM', 'set_fields', {
    fields: [{ field: 'n', type: 'number', value: '5' }],
  });
  const rules = [{ find: 'pattern', pattern: '5' }];
  const hide = (more: object) =>
    renderGraph(chain(SOURCE, count, node('hide', 'TRANSFORM', 'redact', { rules, ...more }), SINK));
  expect(hide({}).refusals[0]?.reason).toMatch(/'n' can hold a number/);
  expect(hide({ scope: 'exclude', fields: ['n'] }).refusals).toEqual([]);
});

it('datagrams are read by lines, or whole', () => {
  const read = (config: object): unknown => {
    const source = node('in', 'SOURCE', 'udp', { port: 5514, address: '0.0.0.0', trimEnd: true, ...config });
    const { content, refusals } = renderGraph(chain(source, SINK));
    expect(refusals).toEqual([]);
    return parse(content ?? '').receivers['udplog/in_node'];
  };
  expect(read({})).toMatchObject({
    listen_address: '0.0.0.0:5514',
    multiline: { line_end_pattern: '\\r?\\n', omit_pattern: true },
  });
  expect(read({ split: 'datagram' })).toMatchObject({ one_log_per_packet: true });
  expect(read({ split: 'datagram' })).not.toHaveProperty('multiline');
});

it.each([
  [{ trimEnd: false }, /'Cut off control characters at the end'/],
  [{ trimEnd: undefined }, /'Cut off control characters at the end'/],
  [{ address: '::' }, /over IPv6/],
  [{ maxMessageBytes: 1000 }, /'Longest datagram'/],
  [{ permittedSenders: ['10.0.0.0/8'] }, /'Permitted senders'/],
])('datagrams with %j are refused', (config, reason) => {
  const source = node('in', 'SOURCE', 'udp', { port: 5514, trimEnd: true, ...config });
  expect(reasonOf(chain(source, SINK))).toMatch(reason);
});

it.each([
  ['tcp', /half a line/],
  ['syslog', /half messages/],
  ['otlp', /1\.0 apart from 1/],
  ['splunk_hec', /an attribute of each field/],
  ['http_server', /another encoding/],
  ['s3', /by a queue of the cloud/],
  ['syslog', /fields of one form of messages/],
])('the source %s is refused with its reason', (templateId, reason) => {
  expect(reasonOf(chain(node('in', 'SOURCE', templateId, {}), SINK))).toMatch(reason);
});

it.each([
  ['a time', 'timestamp', /reads as a time in many forms/],
  ['a part of the record', 'trace_id', /sends as part of the log record/],
])('events with %s are refused at the destination', (_, field, reason) => {
  const { refusals } = through('set_fields', { fields: [{ field, value: 'x' }] });
  expect(refusals).toMatchObject([{ nodeId: 'out' }]);
  expect(refusals[0]?.reason).toMatch(reason);
});

it.each([
  ['a pattern of paths', { path: '/var/log/**/*.log' }, /pattern that Collectors read differently/],
  ['lines that are cut', { longLines: 'truncate' }, /Longer lines/],
  ['events of several lines', { multiline: 'indent' }, /An event is/],
  ['another encoding', { encoding: 'utf-16' }, /Encoding/],
])('a file with %s is refused', (_, config, reason) => {
  expect(reasonOf(chain({ ...SOURCE, config: { ...SOURCE.config, ...config } }, SINK))).toMatch(reason);
});

it.each([
  ['a password', { auth: 'basic', username: 'a' }, /User and password/],
  ['a queue in memory', { buffer: { mode: 'memory' } }, /loses what waits/],
  ['own certificates', { tls: 'own' }, /Certificates/],
  ['ids of events', { eventId: true }, /Send the event id/],
])('a destination with %s is refused', (_, config, reason) => {
  expect(reasonOf(chain(SOURCE, { ...SINK, config: { ...SINK.config, ...config } }))).toMatch(reason);
});

it('dollar signs of values stay, and only variables are filled in', () => {
  const sink = {
    ...SINK,
    config: { ...SINK.config, auth: 'bearer', headers: { 'x-team': `a$b\${env:HOME}` } },
  };
  const { content, variables } = renderGraph(chain(SOURCE, sink));
  expect(parse(content ?? '').exporters['otlphttp/out_node'].headers).toEqual({
    authorization: `Bearer \${env:PENSTOCK_OUT_NODE}`,
    'x-team': `a$$b$$\{env:HOME}`,
  });
  expect(variables).toEqual([{ nodeId: 'out', name: 'PENSTOCK_OUT_NODE', purpose: 'token' }]);
});

it('events pass by a disabled node, whatever it is', () => {
  const graph = chain(SOURCE, node('step', 'TRANSFORM', 'dedupe'), SINK);
  const { content } = renderGraph({ ...graph, metaInfo: { step: { disabled: true } } });
  const direct = parse(renderGraph(chain(SOURCE, SINK)).content ?? '');
  expect(parse(content ?? '').service).toEqual(direct.service);
});

it('a branch has a pipeline of its own, and the same component one id', () => {
  const step = node('step', 'TRANSFORM', 'filter', { match: rule('message', 'contains', 'x') });
  const other = node('other', 'SINK', 'blackhole');
  const graph = { ...chain(SOURCE, step, SINK), nodes: [SOURCE, step, SINK, other] };
  const { content } = renderGraph({
    ...graph,
    edges: { in: { nodeIds: ['step'] }, step: { nodeIds: ['out', 'other'] } },
  });
  const { service, processors } = parse(content ?? '');
  expect(Object.keys(service.pipelines)).toEqual(['logs/in_node-out_node', 'logs/in_node-other_node']);
  expect(Object.keys(processors).filter((id) => id.includes('step'))).toEqual(['filter/step_node']);
});

it('a graph with too many ways through it is refused', () => {
  const layers = 7;
  const name = (at: number, side: number) => `s${at}${side}`;
  const nodes = Array.from({ length: layers }, (_, at) =>
    [0, 1].map((side) => node(name(at, side), 'TRANSFORM', 'keep_fields', { fields: ['message'] })),
  );
  const edges = Object.fromEntries([
    ['in', { nodeIds: [name(0, 0), name(0, 1)] }],
    ...nodes.flat().map(({ id }, at) => {
      const layer = Math.floor(at / 2) + 1;
      return [id, { nodeIds: layer === layers ? ['out'] : [name(layer, 0), name(layer, 1)] }];
    }),
  ]);
  const graph = { name: 'many', nodes: [SOURCE, ...nodes.flat(), SINK], edges, metaInfo: {} };
  expect(reasonOf(graph)).toMatch(/more than 50 ways/);
});

const CLUSTER = { brokers: ['kafka-1'], sasl: 'scram_sha_512', username: 'shop', password: '***', tls: true };
const TOPIC = { ...CLUSTER, topics: ['logs'], group: 'edge', format: 'text' };

it('agents read topics as one group, with a password from their environment', () => {
  const out = node('out', 'SINK', 'kafka', { ...CLUSTER, topic: 'clean' });
  const { content, variables } = renderGraph(chain(node('in', 'SOURCE', 'kafka', TOPIC), out));
  const { receivers, exporters } = parse(content ?? '');
  const sasl = { mechanism: 'SCRAM-SHA-512', username: 'shop' };
  expect(receivers['kafka/in_node']).toMatchObject({
    ...{ brokers: ['kafka-1:9092'], group_id: 'edge', initial_offset: 'earliest', tls: { insecure: false } },
    logs: { topics: ['logs'], encoding: 'text' },
    auth: { sasl: { ...sasl, password: `\${env:PENSTOCK_IN_NODE}` } },
    message_marking: { after: true, on_error: false },
  });
  expect(exporters['kafka/out_node']).toMatchObject({
    logs: { topic: 'clean', encoding: 'raw' },
    auth: { sasl: { ...sasl, password: `\${env:PENSTOCK_OUT_NODE}` } },
    producer: { required_acks: -1, allow_auto_topic_creation: false },
    sending_queue: { storage: 'file_storage/penstock' },
  });
  expect(content).not.toContain('***');
  expect(variables.map(({ name }) => name)).toEqual(['PENSTOCK_IN_NODE', 'PENSTOCK_OUT_NODE']);
});

it.each([
  ['JSON', { format: 'auto' }],
  ['details of messages', { detailsField: 'kafka' }],
  ['cut messages', { longMessages: 'truncate' }],
  ['own certificates', { tlsCa: '-----BEGIN' }],
  ['certificates that are not checked', { tlsVerify: false }],
])('a topic with %s is refused', (_what, config) => {
  const source = node('in', 'SOURCE', 'kafka', { ...TOPIC, ...config });
  expect(renderGraph(chain(source, SINK)).refusals).toMatchObject([{ nodeId: 'in' }]);
});

it.each([
  ['topics from fields', { topic: `logs-\${service}` }],
  ['raw lines', { format: 'text' }],
  ['keys', { keyField: 'user' }],
  ['times', { timeField: 'time' }],
  ['headers', { headers: { a: 'b' } }],
  ['event ids', { eventId: true }],
])('messages with %s are refused', (_what, config) => {
  const sink = node('out', 'SINK', 'kafka', { ...CLUSTER, topic: 'clean', ...config });
  expect(renderGraph(chain(SOURCE, sink)).refusals).toMatchObject([{ nodeId: 'out' }]);
});

it('characters that YAML takes for line breaks are written as numbers', () => {
  const hidden = 'a\u2028b\u007f\u0085';
  const { content } = through('set_fields', { fields: [{ field: hidden, value: hidden }] });
  expect(content).not.toMatch(/[\u007f-\u009f\u2028]/);
  expect(JSON.stringify(parse(content ?? ''))).toContain('\u2028');
});
