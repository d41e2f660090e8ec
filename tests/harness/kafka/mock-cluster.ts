import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../programs.ts';
import { type Door, openDoor } from './door.ts';

/** librdkafka's mock of a cluster, inside Debian's `kcat`. */
export const kcat: string | null = findProgram('kcat');

/** For test titles, so that reports show what was skipped and why. */
export const KCAT = kcat === null ? 'kcat (not run: it is not installed)' : 'kcat';

const found = (): string => {
  if (kcat === null) throw new Error(KCAT);
  return kcat;
};

export type MockCluster = {
  /** For the client under test. */
  readonly brokers: string[];
  /** For kcat itself. */
  readonly address: string;
  produce(topic: string, lines: readonly string[], ...flags: string[]): void;
  /** One line for each message, in `format` of kcat. */
  read(topic: string, format?: string): string[];
  /** For tests of an engine in a process of its own: the door and the engine's supervisor work on meanwhile. */
  readAsync(topic: string): Promise<string[]>;
  readonly door: Door;
  stop(): Promise<void>;
};

/** Its standard error must be read until the end, or it dies of the closed pipe. */
function readAddress(process: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  process.stderr!.on('data', (part) => {
    text = (text + String(part)).slice(-100_000);
    const address = /bootstrap\.servers[ =:]+(127\.0\.0\.1:\d+)/.exec(text)?.[1];
    if (address !== undefined) resolve(address);
  });
  process.once('exit', () => reject(new Error(`kcat started no cluster: ${text}`)));
  return promise;
}

const READING = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;

const listReadFlags = (address: string, topic: string, format: string): string[] => [
  '-C',
  '-b',
  address,
  '-t',
  topic,
  '-e',
  '-q',
  '-f',
  `${format}\n`,
];

const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** One broker; a topic has four partitions and is made when it is first used. */
export async function startMockCluster(): Promise<MockCluster> {
  const mock = spawn(
    found(),
    ['-P', '-t', 'unused', '-b', 'unused', '-X', 'test.mock.num.brokers=1', '-d', 'mock'],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const address = await readAddress(mock);
  const port = Number(address.split(':')[1]);
  const door = await openDoor(port);
  return {
    brokers: [`127.0.0.1:${door.port}`],
    address,
    door,
    produce(topic, lines, ...flags) {
      const input = `${lines.join('\n')}\n`;
      const { status, stderr } = spawnSync(found(), ['-P', '-b', address, '-t', topic, ...flags], {
        input,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
    },
    read: (topic, format = '%s') =>
      splitLines(execFileSync(found(), listReadFlags(address, topic, format), READING)),
    async readAsync(topic) {
      const { stdout } = await promisify(execFile)(found(), listReadFlags(address, topic, '%s'), READING);
      return splitLines(stdout);
    },
    async stop() {
      door.close();
      mock.kill('SIGKILL');
    },
  };
}
