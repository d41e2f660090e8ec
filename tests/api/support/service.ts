import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type CallId, callDefinition } from '../../../src/contract/calls/index.ts';
import type { Flag } from '../../../src/contract/flags.ts';
import { createService, type Service, type ServiceOptions } from '../../../src/service/service.ts';
import type { Store } from '../../../src/service/store/index.ts';
import { openMemoryStore } from '../../harness/memory-store.ts';
import { FakeEngine } from './fake-engine.ts';

const BASE = 'http://127.0.0.1:4600';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
};

export type CallParts = {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | string[]>;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestService = {
  service: Service;
  engine: FakeEngine;
  store: Store;
  siteId: string;
  /** Writes that need `If-Match` send `*` by default. */
  call(id: CallId, parts?: CallParts): Promise<Answer>;
  request(path: string, init?: RequestInit): Promise<Answer>;
  stop(): Promise<void>;
};

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export function toRequest(id: CallId, parts: CallParts = {}): { path: string; init: RequestInit } {
  const call = callDefinition(id);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parts.path?.[name] ?? `{${name}}`),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const init: RequestInit = {
    method: call.method,
    headers: {
      ...(call.body ? { 'content-type': 'application/json' } : {}),
      ...(call.ifMatch ? { 'if-match': '*' } : {}),
      ...parts.headers,
    },
    ...(call.body ? { body: JSON.stringify('body' in parts ? parts.body : {}) } : {}),
  };
  return { path: query.size > 0 ? `${path}?${query}` : path, init };
}

export type TestOptions = Partial<
  Pick<
    ServiceOptions,
    | 'auth'
    | 'authenticate'
    | 'callsPerMinute'
    | 'trustedProxies'
    | 'clock'
    | 'steady'
    | 'key'
    | 'console'
    | 'deployTimeLimitMs'
    | 'filesFolder'
    | 'siteFolders'
    | 'flagsOff'
    | 'gitFiles'
  >
> & {
  store?: Store;
  engine?: FakeEngine;
  flags?: Flag[];
  /** Receives log lines of every level. */
  logTo?: (line: string) => void;
};

/** The engine runs nothing. The database is a fresh in-memory one unless given. */
export async function startService(options: TestOptions = {}): Promise<TestService> {
  const store = options.store ?? (await openMemoryStore());
  const engine = options.engine ?? new FakeEngine();
  let isFirst = true;
  const makeEngine = () => {
    const made = isFirst ? engine : new FakeEngine();
    isFirst = false;
    return made;
  };
  const dataFolder = join(tmpdir(), `penstock-test-data-${randomUUID()}`);
  const filesFolder = options.filesFolder ?? join(dataFolder, 'files');
  const { engine: _engine, ...others } = options;
  const service = await createService({
    clock: Date.now,
    ...others,
    store,
    makeEngine,
    siteFolders: options.siteFolders ?? { waitingEvents: async () => 0, remove: async () => {} },
    key: options.key ?? Buffer.alloc(32, 7),
    log: options.logTo
      ? pino({ level: 'trace' }, { write: options.logTo })
      : pino({ level: process.env.TEST_LOG ?? 'silent' }),
    flags: options.flags ?? [],
    version: '0.1.0',
    listenHost: '127.0.0.1',
    ownPorts: [4600],
    outputFolder: '/tmp/penstock-test-output',
    filesFolder,
    checkResponses: true,
  });
  await engine.start();
  await service.start();
  const [site] = await store.sites.list();
  const request = async (path: string, init?: RequestInit) =>
    toAnswer(await service.app.request(`${BASE}${path}`, init));
  return {
    service,
    engine,
    store,
    siteId: site?.id ?? '',
    request,
    call: (id, parts) => {
      const { path, init } = toRequest(id, parts);
      return request(path, init);
    },
    stop: async () => {
      await service.stop();
      if (!options.filesFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
