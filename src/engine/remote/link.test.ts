import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { certificates } from '../components/testing/http-peer.ts';
import { toFrames } from './frames.ts';
import { Link, RefusedError } from './link.ts';
import { ENGINE_CLOSE, ENGINE_PATH, FINAL_HEADER, JOIN_HEADER, REASON_HEADER } from './messages.ts';

const CA = readFileSync(new URL('../components/testing/certificates/ca.pem', import.meta.url), 'utf8');
const WITHIN = { timeout: 60_000 };

let server: Server;
let sockets: WebSocketServer;
let url: string;
let requests: (string | undefined)[][];
let said: string[];
let refusals: { reason: string; isFinal: boolean }[];
let links: Link[];

beforeEach(async () => {
  [requests, said, refusals, links] = [[], [], [], []];
  server = createServer(certificates.server);
  sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const { authorization, [JOIN_HEADER]: token } = request.headers;
    requests.push([request.url, authorization, token?.toString()]);
    const refusal = refusals.shift();
    if (!refusal)
      return sockets.handleUpgrade(request, socket, head, (made) => sockets.emit('connection', made));
    const final = refusal.isFinal ? `${FINAL_HEADER}: 1\r\n` : '';
    const reason = encodeURIComponent(refusal.reason);
    socket.end(
      `HTTP/1.1 401 Unauthorized\r\n${REASON_HEADER}: ${reason}\r\n${final}Content-Length: 0\r\n\r\n`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const link of links) link.stop();
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

function makeLink(ca: string | undefined = CA) {
  const events: string[] = [];
  const link = new Link({
    url,
    credential: 'mine',
    version: '0.1.0',
    token: () => 'once',
    ca,
    log: (line) => said.push(line),
    onOpen: () => events.push('open'),
    onOrder: ({ kind }) => events.push(kind),
    onLost: () => events.push('lost'),
  });
  links.push(link);
  return { link, events };
}

it('connects over TLS of the named authority, with credential and token', async () => {
  sockets.on('connection', (socket) => {
    for (const frame of toFrames({ kind: 'acknowledged', boots: {}, errors: 0 })) socket.send(frame);
  });
  const { link, events } = makeLink();
  const ended = link.run();
  await expect.poll(() => events, WITHIN).toEqual(['open', 'acknowledged']);
  expect(requests).toEqual([[ENGINE_PATH, 'Bearer mine', 'once']]);
  link.stop();
  await ended;
});

it('tells an untrusted service nothing, says why once, and retries', async () => {
  const { link } = makeLink('');
  const ended = link.run();
  await expect.poll(() => said, WITHIN).toEqual([expect.stringMatching(/certificate.*trying again$/)]);
  expect(requests).toEqual([]);
  link.stop();
  await ended;
});

it('reconnects after losses and passing refusals, until told to stop', async () => {
  refusals = [{ reason: "The site 'Zürich' is inactive", isFinal: false }];
  const { link, events } = makeLink();
  const ended = link.run();
  await expect.poll(() => sockets.clients.size, WITHIN).toBe(1);
  expect(said).toEqual([expect.stringContaining("The site 'Zürich' is inactive; trying again")]);
  for (const socket of sockets.clients) socket.terminate();
  await expect.poll(() => events, WITHIN).toEqual(['open', 'lost', 'open']);
  for (const socket of sockets.clients)
    socket.close(ENGINE_CLOSE.disconnected, 'This engine was disconnected');
  await expect(ended).rejects.toThrow(new RefusedError('This engine was disconnected'));
}, 120_000);

it('a refusal for good ends it', async () => {
  refusals = [{ reason: 'This join token expired', isFinal: true }];
  await expect(makeLink().link.run()).rejects.toThrow(new RefusedError('This join token expired'));
});
