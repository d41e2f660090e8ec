import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGoProgram } from './go.ts';
import { buildRenderedCollector } from './rendered-collector.ts';

const VERSION = 'v0.149.0';
export const SUPERVISOR = `OpAMP supervisor ${VERSION.slice(1)}`;

/** Builds the supervisor of the Collector, for some minutes at first. */
export const buildSupervisor = (): string =>
  buildGoProgram('opampsupervisor', {
    module: 'github.com/open-telemetry/opentelemetry-collector-contrib/cmd/opampsupervisor',
    version: VERSION,
    main: '.',
    hasFolders: true,
  });

/** A supervisor with its Collector, and with its files in `folder`: what was there before, it remembers. */
export class Supervisor {
  readonly #folder: string;
  #process: ChildProcess | null = null;

  readonly #program: () => string;

  /** @param program builds its Collector, unless it is there */
  constructor(folder: string, program: () => string = buildRenderedCollector) {
    this.#folder = folder;
    this.#program = program;
  }

  /**
   * @param config as `Enroll agents` shows it, but for the executable and the folder
   * @param variables of the environment, which its configuration can name
   */
  start(config: string, variables: Readonly<Record<string, string>> = {}): void {
    const file = join(this.#folder, 'supervisor.yaml');
    const storage = join(this.#folder, 'supervisor');
    mkdirSync(storage, { recursive: true });
    writeFileSync(
      file,
      config
        .replace(/executable: .*/, `executable: ${this.#program()}\n  config_apply_timeout: 10s`)
        .replace(/PENSTOCK_STORAGE: .*/, `PENSTOCK_STORAGE: ${join(this.#folder, 'storage')}`)
        .replace(/directory: .*/, `directory: ${storage}`),
    );
    this.#process = spawn(buildSupervisor(), ['--config', file], {
      // A group of its own, so that its Collector can be ended with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables },
    });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (part) => appendFileSync(join(this.#folder, 'supervisor.log'), part));
  }

  /** What it and its Collector print last. */
  log(): string {
    return ['supervisor.log', 'supervisor/agent.log']
      .map((name) => join(this.#folder, name))
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8').slice(-4000) : ''))
      .join('\n');
  }

  /** The instance id under which it reports. */
  instanceId(): string {
    const state = readFileSync(join(this.#folder, 'supervisor/persistent_state.yaml'), 'utf8');
    return /instance_id: (\S+)/.exec(state)?.[1] ?? '';
  }

  /** Of its Collector; 0 while none runs. */
  collectorPid(): number {
    const tasks = `/proc/${this.#process?.pid ?? 0}/task`;
    if (!existsSync(tasks)) return 0;
    // Each thread lists what it started.
    const children = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'children'), 'utf8'));
    return Number(children.join(' ').trim().split(' ')[0]);
  }

  /** Ends it and its Collector at once. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    process.kill(-running.pid, 'SIGKILL');
    await once(running, 'exit');
  }
}
