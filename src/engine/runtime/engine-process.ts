import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CHILD_FLAGS, type ChildSettings, type Notice, type Order } from './messages.ts';

const FIRST_WORD_MS = 20_000;

export type ProcessEvents = {
  onNotice(notice: Notice): void;
  /** Called once, whatever ended it; `hung` when it was killed because it was silent. */
  onExit(how: { code: number | null; signal: NodeJS.Signals | null; hung: boolean }): void;
  onOutput(line: string): void;
};

/** One life of the engine's process, watched for silence. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;
  /** Loading takes its time on a busy machine: the first word may come later than the others. */
  #lastWord = performance.now() + FIRST_WORD_MS;
  #hung = false;

  constructor(entry: string, settings: ChildSettings, silenceMs: number, events: ProcessEvents) {
    this.#child = fork(entry, [JSON.stringify(settings)], {
      serialization: 'advanced',
      execArgv: CHILD_FLAGS,
      // Compiled code is kept: a restart after a crash takes half the time.
      env: {
        NODE_COMPILE_CACHE: join(settings.dataFolder, 'engine', settings.siteId, 'cache'),
        ...process.env,
        ...(settings.apiPort === undefined ? {} : { PENSTOCK_PORT: String(settings.apiPort) }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.on('message', (notice: Notice) => {
      this.#lastWord = performance.now();
      events.onNotice(notice);
    });
    const output = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) if (line !== '') events.onOutput(line);
    };
    this.#child.stdout?.on('data', output);
    this.#child.stderr?.on('data', output);
    let ended = false;
    const exited = (code: number | null, signal: NodeJS.Signals | null) => {
      if (ended) return;
      ended = true;
      clearInterval(this.#watch);
      events.onExit({ code, signal, hung: this.#hung });
    };
    this.#child.on('exit', exited);
    this.#child.on('error', (error) => {
      events.onOutput(error.message);
      if (this.#child.pid === undefined) exited(null, null);
    });
    this.#watch = setInterval(() => this.#check(silenceMs), silenceMs / 10);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  tell(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #check(silenceMs: number): void {
    if (performance.now() - this.#lastWord < silenceMs) return;
    this.#hung = true;
    this.kill();
  }
}
