import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { buildGoProgram } from './go.ts';

/** The newest whose modules all come from the proxy. */
const VERSION = 'v1.26.0';
export const GITEA = `Gitea ${VERSION.slice(1)}`;
const OWNER = 'ann';
const PASSWORD = 'a password of the tests';

/** Builds Gitea without its pages, for many minutes at first: its API and repositories need none. */
export const buildGitea = (): string =>
  buildGoProgram('gitea', {
    module: 'code.gitea.io/gitea',
    version: VERSION,
    main: '.',
    tags: 'sqlite sqlite_unlock_notify',
    keeps: ['templates', 'options', 'public'],
  });

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** A Gitea with its data in `folder`, with the person `ann` and her repository `ann/pipelines`. */
export class Gitea {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #token = '';
  url = '';

  constructor(folder: string) {
    this.#folder = folder;
    this.#environment = {
      ...{ PATH: process.env.PATH, HOME: folder, USER: process.env.USER ?? 'root' },
      // Containers of tests have no other user.
      GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: 'true',
    };
  }

  #run(...parameters: string[]): string {
    return execFileSync(buildGitea(), ['--config', join(this.#folder, 'app.ini'), ...parameters], {
      env: this.#environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async start(): Promise<void> {
    const port = await findPort();
    this.url = `http://127.0.0.1:${port}`;
    mkdirSync(this.#folder, { recursive: true });
    const settings = {
      '': { WORK_PATH: this.#folder, RUN_MODE: 'prod' },
      server: {
        ...{ HTTP_ADDR: '127.0.0.1', HTTP_PORT: port, ROOT_URL: `${this.url}/`, DISABLE_SSH: true },
        ...{ OFFLINE_MODE: true, STATIC_ROOT_PATH: dirname(buildGitea()) },
      },
      database: { DB_TYPE: 'sqlite3', PATH: join(this.#folder, 'gitea.db') },
      repository: { ROOT: join(this.#folder, 'repositories') },
      security: { INSTALL_LOCK: true, SECRET_KEY: 'of the tests' },
      webhook: { ALLOWED_HOST_LIST: '*' },
      actions: { ENABLED: false },
      log: { MODE: 'console', LEVEL: 'warn' },
    };
    const lines = Object.entries(settings).flatMap(([section, values]) => [
      ...(section ? [`[${section}]`] : []),
      ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
    ]);
    writeFileSync(join(this.#folder, 'app.ini'), `${lines.join('\n')}\n`);
    this.#process = spawn(buildGitea(), ['--config', join(this.#folder, 'app.ini'), 'web'], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (part) => appendFileSync(join(this.#folder, 'gitea.log'), part));
    await this.#awaitAnswer();
    this.addPerson(OWNER, '--admin');
    this.#token = this.makeToken(OWNER, 'all');
    await this.ask('POST', '/user/repos', { name: 'pipelines', private: true, default_branch: 'main' });
  }

  async #awaitAnswer(): Promise<void> {
    for (let look = 0; look < 300; look += 1) {
      const answer = await fetch(`${this.url}/api/v1/version`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error(`Gitea does not answer: see ${join(this.#folder, 'gitea.log')}`);
  }

  addPerson(name: string, ...more: string[]): void {
    const email = `${name}@example.org`;
    const flags = ['--username', name, '--password', PASSWORD, '--email', email];
    this.#run('admin', 'user', 'create', ...flags, '--must-change-password=false', ...more);
  }

  makeToken(name: string, scopes: string): string {
    const label = `${scopes} ${Math.random()}`;
    const flags = ['--username', name, '--token-name', label, '--scopes', scopes, '--raw'];
    // Before it stands what Gitea logs.
    return (
      this.#run('admin', 'user', 'generate-access-token', ...flags)
        .trim()
        .split('\n')
        .at(-1) ?? ''
    );
  }

  /** Of the repository, with the name and token that `git` pushes by. */
  get pushUrl(): string {
    return `${this.url.replace('http://', `http://${OWNER}:${this.#token}@`)}/ann/pipelines.git`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Of the repository `ann/pipelines`. */
  askRepository(method: string, path: string, body?: unknown) {
    return this.ask(method, `/repos/ann/pipelines${path}`, body);
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill();
    await once(running, 'exit');
  }
}
