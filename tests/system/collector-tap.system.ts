import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { buildComparedCollector } from './rendered-collector.ts';

/** The tap sends one batch a second; that is more than sockets hold after some. */
const BATCH = 300;
const LINE = 'x'.repeat(30_000);
const TURN_MS = 1200;
/** In which what is written without a listener has long arrived. */
const SETTLES_MS = 8000;

let collector: Collector;
let receiver: Receiver;
let port = 0;
let path = '';
let written = 0;
beforeAll(() => void buildComparedCollector(), 1_800_000);
beforeEach(async () => {
  const folder = makeTempFolder();
  path = join(folder, 'lines.log');
  written = 0;
  writeFileSync(path, '');
  collector = new Collector(folder, buildComparedCollector);
  receiver = await Receiver.start();
  port = await freePort();
  const config = {
    receivers: { filelog: { include: [path], start_at: 'beginning' } },
    processors: { remotetap: { endpoint: `127.0.0.1:${port}`, limit: 1 } },
    exporters: {
      otlphttp: { logs_endpoint: `${receiver.url}/1/all/v1/logs`, encoding: 'json', compression: 'none' },
    },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { logs: { receivers: ['filelog'], processors: ['remotetap'], exporters: ['otlphttp'] } },
    },
  };
  await collector.start(JSON.stringify(config), [port]);
});
afterEach(async () => {
  await collector.kill();
  await receiver.stop();
});

/** A client of the tap that is at first asked nothing more. */
async function listen(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const lines = [
    'GET / HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    'Origin: http://127.0.0.1',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('101 Switching Protocols');
  return socket;
}
const arrived = (): number => receiver.of(1, 'all').length;
function write(): void {
  written += BATCH;
  appendFileSync(path, `${LINE}\n`.repeat(BATCH));
}

describe('why no tap of the processor remotetap is rendered', () => {
  it('a listener that stops reading stops the pipeline, also once it is gone', async () => {
    write();
    await eventually(() => expect(arrived()).toBe(written));
    const socket = await listen();
    socket.pause();
    for (let turn = 0; turn < 12; turn += 1) {
      write();
      await delay(TURN_MS);
    }
    await delay(SETTLES_MS);
    const held = arrived();
    expect(held).toBeLessThan(written);
    socket.resetAndDestroy();
    write();
    await delay(SETTLES_MS);
    expect(arrived()).toBe(held);
  });
});
