import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../harness/eventually.ts';
import { freePort } from '../../harness/product.ts';
import type { Output } from './outputs.ts';
import type { Subject } from './subject.ts';

export type PeerName = 'syslog-ng' | 'rsyslog';
/** The statements of a configuration that takes lines on a port. */
export type PeerConfig = (port: number, folder: string) => string;

/** Programs of the system are often not on the path of a user. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
const START_MS = 120_000;

const versionOf = (program: string, flag: string): string | null => {
  const { status, stdout } = spawnSync(program, [flag], { env: ENV, encoding: 'utf8' });
  return status === 0
    ? (/\d+\.\d+[.\d]*/.exec(stdout.replace(/^syslog-ng \d+ /, ''))?.[0] ?? 'unknown')
    : null;
};

/** Versions of the peers that are installed here; null for one that is not. */
export const findPeers = (): Record<PeerName, string | null> => ({
  'syslog-ng': versionOf('syslog-ng', '--version'),
  rsyslog: versionOf('rsyslogd', '-v'),
});

/** A module of syslog-ng may be a package of its own. */
export const syslogNgHas = (module: string): boolean =>
  (spawnSync('syslog-ng', ['--version'], { env: ENV, encoding: 'utf8' }).stdout ?? '').includes(
    `,${module},`,
  );

const commandOf: Record<PeerName, (folder: string, config: string) => [string, string[]]> = {
  'syslog-ng': (folder, config) => {
    const path = (name: string) => join(folder, name);
    const files = ['-f', config, '-R', path('persist'), '-p', path('pid'), '-c', path('ctl')];
    return ['syslog-ng', ['-F', '--no-caps', ...files]];
  },
  rsyslog: (folder, config) => ['rsyslogd', ['-n', '-f', config, '-i', join(folder, 'pid')]],
};

const isOpen = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** Runs a peer with a configuration of its own, as an ordinary process in the foreground. */
export async function startPeer(
  name: PeerName,
  folder: string,
  config: PeerConfig,
  output: Output,
): Promise<Subject> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const port = await freePort();
  const file = join(own, 'conf');
  writeFileSync(file, config(port, own));
  const [program, args] = commandOf[name](own, file);
  const child = spawn(program, args, { env: ENV, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2000);
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
  };
  try {
    await Promise.race([
      eventually(() => isOpen(port), START_MS),
      ended.then(() => Promise.reject(new Error(`${name} ended: ${said}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name, pid: child.pid ?? 0, ports: [port], output, stop };
}
