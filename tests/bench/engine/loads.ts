import { join } from 'node:path';
import { sink, source, transform } from '../../engine/harness/plans.ts';
import type { Kind } from './inputs.ts';
import { fileOutput, type Output, startReceiver } from './outputs.ts';
import { PEERS, type Place } from './peer-configs.ts';
import { type PeerName, startPeer } from './peers.ts';
import { type Chain, startPenstock } from './penstock.ts';
import type { Subject } from './subject.ts';

export type Mode = 'memory' | 'disk';
export type LoadName = 'json' | 'untidy' | 'connections' | 'syslog' | 'grok' | 'durable';

const DETECTORS = ['card', 'email', 'iban', 'ipv4', 'jwt'];
const NO_DEBUG = {
  action: 'drop',
  match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
};
/** Holds all lines of a run. */
export const bufferOf = (mode: Mode) => ({ mode, maxBytes: 1_000_000_000, whenFull: 'block' });

/** Never rotates. Without `mode`, the buffer is the one that new destinations have. */
export const toFile = (path: string, mode?: Mode) =>
  sink(
    'out',
    {
      path,
      format: 'ndjson',
      maxFileBytes: 100_000_000_000,
      ...(mode && { buffer: bufferOf(mode) }),
    },
    'file',
  );

export const withoutDebug = () => [
  transform('parse', 'parse_json'),
  transform('drop debug', 'filter', NO_DEBUG),
];

const jsonChain =
  (path: string, mode?: Mode): Chain =>
  (port) => [source('in', 'tcp', { port }), ...withoutDebug(), toFile(path, mode)];
const grokChain =
  (path: string): Chain =>
  (port) => [
    source('in', 'tcp', { port }),
    transform('grok', 'parse_grok', { pattern: '%{COMBINEDAPACHELOG}' }),
    toFile(path),
  ];
/** Same as syslog-ng's settings in peer-configs.ts. */
const POSTS = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 200 };

const syslogChain =
  (url: string): Chain =>
  (port) => [
    source('in', 'syslog', { transport: 'tcp', port, format: 'rfc5424', framing: 'newline' }),
    transform('redact', 'redact', { rules: DETECTORS.map((find) => ({ find })) }),
    sink('out', { url, batch: POSTS }, 'http'),
  ];

export type Load = {
  readonly title: string;
  readonly kind: Kind;
  readonly chain: (place: Place) => Chain;
  readonly posts?: true;
  /** One by default; the lines are divided among them. */
  readonly connections?: number;
};

export const LOADS: Record<LoadName, Load> = {
  json: {
    title: 'TCP → parse JSON → drop 30% → file',
    kind: 'json',
    chain: ({ file }) => jsonChain(file),
  },
  untidy: {
    title: 'as the first, lines with other keys in another order each, one in twenty not ASCII',
    kind: 'untidy',
    chain: ({ file }) => jsonChain(file),
  },
  connections: {
    title: 'as the first, over four connections at once',
    kind: 'json',
    chain: ({ file }) => jsonChain(file),
    connections: 4,
  },
  syslog: {
    title: 'syslog → parse → redact with five detectors → HTTP',
    kind: 'syslog',
    posts: true,
    chain: ({ url }) => syslogChain(url),
  },
  grok: {
    title: 'TCP → grok on Apache access lines → file',
    kind: 'apache',
    chain: ({ file }) => grokChain(file),
  },
  durable: {
    title: 'as the first, through a buffer on the disk',
    kind: 'json',
    chain: ({ file }) => jsonChain(file, 'disk'),
  },
};

export type Side = { readonly subjects: Subject[]; readonly absent: string[]; stop(): Promise<void> };

/** `absent` gives the reason for each missing peer. */
export async function startSide(
  loadName: LoadName,
  folder: string,
  installed: Record<PeerName, string | null>,
): Promise<Side> {
  const load = LOADS[loadName];
  const subjects: Subject[] = [];
  const absent: string[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  const place = async (name: string): Promise<Place & { output: Output }> => {
    const file = join(folder, `${name}.out`);
    if (!load.posts) return { file, url: '', output: fileOutput([file]) };
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    return { file, url: receiver.url, output: receiver.output };
  };
  const stop = async () => {
    for (const one of subjects) await one.stop();
    for (const one of stops) await one();
  };
  try {
    const own = await place('penstock');
    subjects.push(await startPenstock('Penstock', folder, { chain: load.chain(own), output: own.output }));
    for (const name of ['syslog-ng', 'rsyslog'] as const) {
      const there = await place(name);
      const config = installed[name] === null ? 'it is not installed' : PEERS[loadName][name](there);
      if (typeof config === 'string') absent.push(`${name}: ${config}`);
      else subjects.push(await startPeer(name, folder, config, there.output));
    }
    const { connections = 1 } = load;
    const connected = subjects.map((one) => ({ ...one, ports: Array(connections).fill(one.ports[0]) }));
    return { subjects: connected, absent, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
