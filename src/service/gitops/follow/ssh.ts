import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseSshAddress, type SshAddress } from '../../../contract/entities/git-address.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { literalRefusal } from '../../../engine/components/catalogue.ts';
import { safeLookup } from '../../auth/provider-fetch.ts';
import { RemoteProblem } from './problem.ts';
import { readHostKey } from './ssh-key.ts';

const CONNECT_SECONDS = 15;
const ANSWER_MS = 60_000;
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
const REFS_MAX_BYTES = 4 * 1024 * 1024;
const SAID_MAX_BYTES = 4096;
/** Known-hosts name instead of address and port. */
const ALIAS = 'penstock';
const ALLOW = 'Correct the address, or start the service with PENSTOCK_ALLOW_TARGETS naming it';

export type SshAccess = {
  /** Private, in clear. */
  key: string;
  /** Confirmed, or empty. */
  hostKey: string;
  /** Holds the key while a program runs; readable by its owner only. */
  folder: string;
};

/** The host key is not confirmed, or another one. */
export class HostKeyProblem extends RemoteProblem {}

type SshRemote = { repo: string; ssh: SshAccess; signal?: AbortSignal | undefined };

const SAID: readonly [pattern: RegExp, problem: string, advice: string, isAway?: boolean][] = [
  [
    /permission denied|too many authentication/i,
    'does not take the SSH key',
    'Add the public key that the page of the site shows to the repository, as a deploy key that may write',
  ],
  [/could not resolve/i, 'cannot be found: its name does not resolve', 'Correct the address', true],
  [/connection refused/i, 'refused the connection', 'Start the SSH server, or correct the address', true],
  [
    /timed out|no route to host|network is unreachable/i,
    `did not answer in ${CONNECT_SECONDS} s`,
    'Check that the SSH server runs and is reachable',
    true,
  ],
  [
    /connection (closed|reset)|kex_exchange|broken pipe/i,
    'closed the connection',
    'Check the logs of the SSH server',
    true,
  ],
  [
    /error in libcrypto|invalid format|load key/i,
    'was not asked: the SSH key cannot be read',
    'Give another one',
  ],
  [
    /not appear to be a git repository|repository .*not (be )?found|not found|no such|not allowed|access/i,
    'has no such repository, or the SSH key may not read it',
    'Correct the repository URL, or add the public key that the page of the site shows to the repository',
  ],
];

/** The program's output as a sentence; parts of it come from the server. */
function toProblem(said: string, { host }: SshAddress): RemoteProblem {
  if (/host key verification failed|host identification has changed|host key is known/i.test(said))
    return new HostKeyProblem(
      `${host} shows another host key than the one that was confirmed`,
      'Find out why; if it is right, press Test connection and confirm the new one',
    );
  for (const [pattern, problem, advice, isAway = false] of SAID)
    if (pattern.test(said)) return new RemoteProblem(`${host} ${problem}`, advice, isAway);
  const line = said
    .split('\n')
    .find((one) => one.trim() !== '')
    ?.replace(/\p{Cc}/gu, ' ')
    .trim();
  const what = line ? `could not be read: ${line.slice(0, 200)}` : 'closed the connection before it answered';
  return new RemoteProblem(`${host} ${what}`, 'Check the logs of the SSH server', true);
}

/** Resolved once, so that the name cannot lead elsewhere later. */
async function resolveHost(host: string): Promise<string> {
  const refusal = literalRefusal(host);
  if (refusal) throw new RemoteProblem(`${host} is refused: ${refusal}`, ALLOW);
  if (isIP(host) !== 0) return host;
  return new Promise((done, refuse) =>
    safeLookup(host, { family: 0 }, (error, address) => {
      if (!error) return done(String(address));
      const message = getErrorMessage(error);
      refuse(
        message.includes(' is refused: ')
          ? new RemoteProblem(message, ALLOW)
          : new RemoteProblem(
              `${host} cannot be found: its name does not resolve`,
              'Correct the address',
              true,
            ),
      );
    }),
  );
}

type Run = {
  address: SshAddress;
  folder: string;
  /** Private key; undefined offers none. */
  key: string | undefined;
  /** Known hosts; without it, the host's key is written there. */
  knownHosts: string | undefined;
  command: string;
  signal: AbortSignal | undefined;
  /** Called with all output so far; its first result is sent as the whole input. */
  reply: (answer: Buffer) => Buffer | undefined;
};
type Ran = { code: number | null; answer: Buffer; said: string; shown: string };

/** Ignores all user and system configuration and agents, and forbids forwarding. */
const toParameters = (run: Run, address: string, place: string): string[] => {
  const { user, port } = run.address;
  const options = {
    BatchMode: 'yes',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    PubkeyAuthentication: run.key === undefined ? 'no' : 'yes',
    PreferredAuthentications: run.key === undefined ? 'none' : 'publickey',
    UserKnownHostsFile: join(place, 'known_hosts'),
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: run.knownHosts === undefined ? 'accept-new' : 'yes',
    HostKeyAlias: ALIAS,
    HashKnownHosts: 'no',
    CheckHostIP: 'no',
    UpdateHostKeys: 'no',
    ClearAllForwardings: 'yes',
    PermitLocalCommand: 'no',
    ProxyCommand: 'none',
    ControlMaster: 'no',
    ControlPath: 'none',
    ConnectTimeout: String(CONNECT_SECONDS),
    ServerAliveInterval: String(CONNECT_SECONDS),
    LogLevel: 'ERROR',
    HostName: address,
    Port: String(port),
    User: user,
  };
  return [
    ...['-F', 'none', '-T', '-a', '-x'],
    ...(run.key === undefined ? [] : ['-i', join(place, 'key')]),
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...['--', ALIAS, run.command],
  ];
};

/** @throws RemoteProblem without the program, or without an end within a minute and 64 MiB */
async function runSsh(run: Run): Promise<Ran> {
  const { host } = run.address;
  const address = await resolveHost(host);
  await mkdir(run.folder, { recursive: true, mode: 0o700 });
  const place = await mkdtemp(join(run.folder, KEY_FOLDER));
  const known = join(place, 'known_hosts');
  try {
    await writeFile(known, run.knownHosts ?? '', { mode: 0o600 });
    if (run.key !== undefined) await writeFile(join(place, 'key'), run.key, { mode: 0o600 });
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(run.signal ? [run.signal] : [])]);
    const ended = await new Promise<Omit<Ran, 'shown'>>((done, refuse) => {
      const child = spawn('ssh', toParameters(run, address, place), {
        // Isolated from the service: no agent, no password prompt, English messages.
        env: { PATH: process.env.PATH, HOME: place, LC_ALL: 'C' },
        stdio: 'pipe',
        signal,
        killSignal: 'SIGKILL',
      });
      let answer = Buffer.alloc(0);
      const parts: Buffer[] = [];
      let length = 0;
      let said = '';
      let isSent = false;
      child.stdin.on('error', () => undefined);
      child.stderr.on('data', (part: Buffer) => {
        if (said.length < SAID_MAX_BYTES) said += part.toString('utf8', 0, SAID_MAX_BYTES);
      });
      child.stdout.on('data', (part: Buffer) => {
        length += part.length;
        const most = isSent ? ANSWER_MAX_BYTES : REFS_MAX_BYTES;
        if (length > most) {
          child.kill('SIGKILL');
          const size = `${host} sent more than ${most / 1024 / 1024} MiB`;
          refuse(new RemoteProblem(size, 'Follow a repository that holds definitions alone'));
          return;
        }
        parts.push(part);
        if (isSent) return;
        answer = Buffer.concat([answer, part]);
        const sent = run.reply(answer);
        if (!sent) return;
        isSent = true;
        child.stdin.end(sent);
      });
      child.once('error', refuse);
      child.once('close', (code) => done({ code, answer: Buffer.concat(parts), said }));
    });
    return { ...ended, shown: await readFile(known, 'utf8') };
  } catch (error) {
    if (error instanceof RemoteProblem) throw error;
    const { code, name } = error as { code?: unknown; name?: string };
    if (code === 'ENOENT')
      throw new RemoteProblem(
        "The program 'ssh' is not installed on the machine of the service",
        'Install the OpenSSH client there, or follow the repository over HTTPS',
      );
    if (name !== 'AbortError') throw error;
    throw new RemoteProblem(
      `${host} did not answer in ${ANSWER_MS / 1000} s`,
      'Check that the SSH server runs and is reachable',
      true,
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export const KEY_FOLDER = 'ssh-';

const requireAddress = (repo: string): SshAddress => {
  const address = parseSshAddress(repo);
  if (address) return address;
  throw new RemoteProblem('The repository has no address for SSH', 'Correct the address in the site');
};

/**
 * The host's current key; offers none.
 * @throws RemoteProblem when it does not answer
 */
export async function readShownHostKey({ repo, ssh, signal }: SshRemote): Promise<string> {
  const address = requireAddress(repo);
  const run = { address, folder: ssh.folder, key: undefined, knownHosts: undefined, command: 'exit', signal };
  const { said, shown } = await runSsh({ ...run, reply: () => undefined });
  const key = readHostKey(shown.trim().slice(ALIAS.length));
  if (key) return key;
  throw toProblem(said, address);
}

/** End of the server's refs; undefined while they still arrive. */
export function findEndOfRefs(answer: Buffer): number | undefined {
  for (let at = 0; at + 4 <= answer.length; ) {
    const length = Number.parseInt(answer.toString('latin1', at, at + 4), 16);
    if (length === 0) return at + 4;
    if (Number.isNaN(length) || length < 4) return answer.length;
    at += length;
  }
  return undefined;
}

/**
 * Runs a Git program on the server: it lists refs, then answers the body.
 * @param body omitted to only list refs
 * @throws RemoteProblem
 */
export async function runOnServer(
  { repo, ssh, signal }: SshRemote,
  program: 'git-upload-pack' | 'git-receive-pack',
  body?: Buffer,
): Promise<{ refs: Buffer; answer: Buffer }> {
  const address = requireAddress(repo);
  if (ssh.key === '')
    throw new RemoteProblem('The site has no SSH key', 'Save its form, which makes one, or enter one there');
  if (ssh.hostKey === '')
    throw new HostKeyProblem(
      `The host key of ${address.host} is not confirmed yet`,
      'Press Test connection, and compare its fingerprint with the one that the provider publishes',
    );
  const ran = await runSsh({
    ...{ address, folder: ssh.folder, key: ssh.key, signal },
    knownHosts: `${ALIAS} ${ssh.hostKey}\n`,
    command: `${program} '${address.path}'`,
    reply: (come) => (findEndOfRefs(come) === undefined ? undefined : (body ?? Buffer.from('0000'))),
  });
  const end = findEndOfRefs(ran.answer);
  if (end === undefined || (body && ran.answer.length === end)) throw toProblem(ran.said, address);
  return { refs: ran.answer.subarray(0, end), answer: ran.answer.subarray(end) };
}
