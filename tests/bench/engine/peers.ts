import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../harness/eventually.ts';
import { freePort } from '../../harness/product.ts';
import { buildSyslogNgArguments, findProgram, getSyslogNgVersion, syslogNg } from '../../harness/programs.ts';
import type { Output } from './outputs.ts';
import type { Subject } from './subject.ts';

export type PeerName = 'syslog-ng' | 'rsyslog';
export type PeerConfig = (port: number, folder: string) => string;

const START_MS = 120_000;
const rsyslog = findProgram('rsyslogd');

function rsyslogVersion(): string | null {
  if (rsyslog === null) return null;
  return /\d+\.\d+[.\d]*/.exec(spawnSync(rsyslog, ['-v'], { encoding: 'utf8' }).stdout)?.[0] ?? null;
}

/** null when not installed. */
export const findPeers = (): Record<PeerName, string | null> => ({
  'syslog-ng': getSyslogNgVersion(),
  rsyslog: rsyslogVersion(),
});

const commandOf: Record<PeerName, (folder: string, config: string) => [string, string[]]> = {
  'syslog-ng': (folder, config) => [syslogNg ?? 'syslog-ng', buildSyslogNgArguments(folder, config)],
  rsyslog: (folder, config) => [rsyslog ?? 'rsyslogd', ['-n', '-f', config, '-i', join(folder, 'pid')]],
};

const isOpen = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

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
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
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
  return { name, pids: [child.pid ?? 0], ports: [port], output, stop };
}
