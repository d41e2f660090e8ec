import { afterEach, describe, expect, it } from 'vitest';
import { inputBudget } from '../shared/inbound/budget.ts';
import { freePort, SourceProbe, until } from '../testing/contexts.ts';
import type { Intake, RunningSource, SourceComponent } from '../types.ts';
import { httpServerSource } from './http-server/source.ts';
import { otlpSource } from './otlp/source.ts';
import { splunkHecSource } from './splunk-hec/source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let port = 0;
let parts: number[] = [];
afterEach(async () => {
  await running?.stop();
  running = null;
  await until(() => expect(inputBudget.used).toBe(0));
});

async function start(source: SourceComponent): Promise<void> {
  probe = new SourceProbe();
  parts = [];
  port = await freePort();
  const { context } = probe;
  const deliver = context.deliver.bind(context);
  const watched = Object.create(context, {
    deliver: {
      value: (batch: { count: number }, intake: Intake) => {
        parts.push(batch.count);
        return deliver(batch as never, intake);
      },
    },
  });
  const place = source === otlpSource ? { httpPort: port, transport: 'http' } : { port };
  running = await source.start(place, watched);
}

async function post(path: string, body: string, type = 'application/json') {
  const headers = { 'content-type': type };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
}

const COUNT = 20_000;
const texts = Array.from({ length: COUNT }, (_, n) => `{"n":${n},"text":"${'x'.repeat(200)}"}`);
const LARGE: [string, SourceComponent, string, string, string?][] = [
  ['HTTP: lines of JSON', httpServerSource, '/', texts.join('\n')],
  ['HTTP: a list', httpServerSource, '/', `[${texts.join(',')}]`],
  ['HTTP: lines of text', httpServerSource, '/', texts.join('\n'), 'text/plain'],
  [
    'HEC: events',
    splunkHecSource,
    '/services/collector?host=h',
    texts.map((text) => `{"event":${text}}`).join(''),
  ],
  ['HEC: lines', splunkHecSource, '/services/collector/raw', texts.join('\n')],
  ['HEC: lines with metadata', splunkHecSource, '/services/collector/raw?host=h', texts.join('\n')],
  [
    'OTLP: records',
    otlpSource,
    '/v1/logs',
    JSON.stringify({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'a', value: { stringValue: 'r'.repeat(100) } }] },
          scopeLogs: [
            { logRecords: texts.map((text) => ({ body: { stringValue: text } })) },
            { scope: { name: 's' }, logRecords: [{ body: { stringValue: 'last' } }] },
          ],
        },
      ],
    }),
  ],
];

describe('a large request', () => {
  it.each(LARGE)('%s: all events, in order, in parts', async (_name, source, path, body, type) => {
    await start(source);
    expect((await post(path, body, type)).status).toBe(200);
    const numbers = probe.events.map((text) => Number(/n\\?":(\d+),/.exec(text)?.[1] ?? -1));
    expect(numbers.filter((n) => n >= 0)).toEqual(Array.from({ length: COUNT }, (_, n) => n));
    expect(parts.length).toBeGreaterThan(2);
    expect(probe.errorNames).toEqual([]);
  });

  it('HTTP: one bad line at its end is refused alone', async () => {
    await start(httpServerSource);
    const { status, text } = await post('/', `${texts.join('\n')}\n{"a":`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ accepted: COUNT, rejected: 1 });
    expect(text).toContain(`Line ${COUNT + 1}, column 6`);
  });

  it('nobody takes its second part: 503, and the first is taken', async () => {
    await start(httpServerSource);
    let calls = 0;
    probe.answer = async () => (calls++ === 0 ? 'accepted' : 'unavailable');
    expect((await post('/', texts.join('\n'))).status).toBe(503);
    expect(probe.events.length).toBe(parts[0]);
  });
});
