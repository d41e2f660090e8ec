import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpClient } from './http-client.ts';
import { privateRefusal, readNetworks } from './private-targets.ts';
import { literalRefusal } from './targets.ts';

afterEach(() => vi.unstubAllEnvs());

const SPELLINGS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://127.255.255.254/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://user:secret@127.0.0.1/',
  'http://127。0。0。1/',
  'http://10.1.2.3/',
  'http://167838211/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://192.0.0.1/',
  'http://[fd12:3456::1]/',
  'http://[fec0::1]/',
  'http://[::ffff:10.0.0.1]/',
];
/** Refused regardless of configuration. */
const NEVER = [
  'http://169.254.169.254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://0.0.0.0/',
  'http://0/',
  'http://[::]/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
];
const getRefusal = (url: string) => literalRefusal(new URL(url).hostname);

describe('targets in private networks', () => {
  test.each(SPELLINGS)('%s is allowed without sign-in, and refused with it', (url) => {
    expect(getRefusal(url)).toBeNull();
    vi.stubEnv('PENSTOCK_AUTH', 'none');
    expect(getRefusal(url)).toBeNull();
    vi.stubEnv('PENSTOCK_AUTH', 'oidc');
    expect(getRefusal(url)).toContain('PENSTOCK_ALLOW_TARGETS does not name it');
  });

  test.each(NEVER)('%s is refused also when everything is allowed', (url) => {
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '0.0.0.0/0,::/0');
    expect(getRefusal(url)).not.toBeNull();
  });

  test('what is named is allowed, its neighbours are not; the internet is', () => {
    const environment = {
      PENSTOCK_AUTH: 'oidc',
      PENSTOCK_ALLOW_TARGETS: '10.0.0.0/8, 192.168.1.7, fd00:1::/32',
    };
    for (const address of ['10.255.0.1', '192.168.1.7', 'fd00:1::5', '1.1.1.1', '2606:4700::1111'])
      expect(privateRefusal(address, environment), address).toBeNull();
    for (const address of ['192.168.1.8', '127.0.0.1', 'fd00:2::5', '::1'])
      expect(privateRefusal(address, environment), address).not.toBeNull();
  });

  test.each(['10.0.0.0/33', 'example.com', '::1/129', '10.0.0.0/x'])('%s is no network', (text) => {
    expect(() => readNetworks(text)).toThrow(`'${text}' is neither an address nor a network`);
  });
});

describe('a name', () => {
  let server: Server;
  let connections = 0;
  beforeEach(async () => {
    connections = 0;
    server = createServer((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    server.on('connection', () => connections++);
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
  });
  afterEach(() => new Promise((done) => server.close(done)));

  const send = async () => {
    const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const signal = new AbortController().signal;
    const client = new HttpClient({ url, maxConnections: 1, tls: {}, signal });
    try {
      return await client.send({
        url,
        method: 'POST',
        body: Buffer.from(''),
        headers: {},
        timeoutMs: 10_000,
      });
    } finally {
      client.close();
    }
  };

  test('is judged by the address connected to: nothing forbidden is reached', async () => {
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '10.0.0.0/8');
    await expect(send()).rejects.toThrow('PENSTOCK_ALLOW_TARGETS does not name it');
    expect(connections).toBe(0);
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '127.0.0.1,::1');
    expect((await send()).status).toBe(302);
    expect(connections).toBe(1);
  });
});
