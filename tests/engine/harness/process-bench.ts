import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/engine/components/testing/free-port.ts';
import {
  type Counters,
  createEmbeddedEngine,
  type EnginePort,
  type EngineReport,
  type PlanNode,
} from '../../../src/engine/port.ts';
import { type KeptLetter, readLetters } from './letters.ts';
import { DISK_PIPELINE, dropLines, PIPELINE, planOf, SITE, sink, source } from './plans.ts';

export { freePort };

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

export type BufferMode = 'memory' | 'disk';

/** Lines per destination write, so a crash may leave this many written but unconfirmed. */
export const LINES_A_WRITE = 500;

/** Shared by all files: killed processes keep no compiled code, and compiling is most of a start. */
process.env.NODE_COMPILE_CACHE = resolve(import.meta.dirname, '../../../.build/compiled');

export class PostedLines {
  readonly pipelineId: string;
  readonly file: string;
  readonly #engine: EnginePort;
  readonly mode: BufferMode;
  readonly bufferFolder: string;
  bufferBytes = 16 << 20;
  /** The destination rotates at this size; rotated files get numbers. */
  fileBytes = 100 << 20;
  /** Longest time the destination collects before writing. */
  batchMs = 200;
  #port = 0;

  constructor(engine: EnginePort, folder: string, mode: BufferMode, pipelineId?: string) {
    this.#engine = engine;
    this.mode = mode;
    this.pipelineId = pipelineId ?? (mode === 'memory' ? PIPELINE : DISK_PIPELINE);
    this.file = join(folder, `${this.pipelineId}.log`);
    this.bufferFolder = join(folder, 'engine', SITE, 'buffers', this.pipelineId, `${mode}-out`);
  }

  /** @param step transform; by default drops lines with the word noise */
  deploy(step = dropLines('filter', 'noise')): Promise<void> {
    return this.deploySteps([step], 1);
  }

  /** @param more destinations after the last step, beside the file */
  async deploySteps(steps: PlanNode[], graphVersion: number, more: PlanNode[] = []): Promise<void> {
    this.#port ||= await freePort();
    const { mode, bufferBytes, fileBytes, batchMs } = this;
    const buffer = { mode, maxBytes: bufferBytes, whenFull: 'block' };
    const config = {
      path: this.file,
      format: 'text',
      buffer,
      batch: { maxEvents: LINES_A_WRITE, timeoutMs: batchMs },
      maxFileBytes: fileBytes,
      keepFiles: 10_000,
    };
    const nodes = [
      source(`${mode}-in`, 'posted', { port: this.#port }),
      ...steps,
      sink(`${mode}-out`, config, 'file'),
    ];
    const { pipelineId } = this;
    const edges = nodes.slice(1).map((node, i) => `${nodes[i]!.id}>${node.id}`);
    edges.push(...more.map(({ id }) => `${nodes.at(-2)!.id}>${id}`));
    await this.#engine.deploy(planOf([...nodes, ...more], edges, { pipelineId, graphVersion }));
  }

  /** True when acknowledged; false when refused or disconnected. */
  async post(lines: string[]): Promise<boolean> {
    try {
      const body = lines.map((line) => `${line}\n`).join('');
      const answer = await fetch(`http://127.0.0.1:${this.#port}/`, { method: 'POST', body });
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** All lines, rotated files first. */
  written(): string[] {
    const ageOf = (name: string) => Number(name.slice(basename(this.file).length + 1));
    const names = readdirSync(dirname(this.file)).filter((name) => name.startsWith(basename(this.file)));
    return names
      .toSorted((a, b) => ageOf(b) - ageOf(a))
      .flatMap((name) =>
        readFileSync(join(dirname(this.file), name), 'utf8')
          .split('\n')
          .filter(Boolean),
      );
  }
}

export class Sender {
  readonly acknowledged: string[] = [];
  readonly #to: PostedLines;
  readonly #all: Promise<unknown>;
  #running = true;
  #next = 0;

  constructor(to: PostedLines, workers: number) {
    this.#to = to;
    this.#all = Promise.all(Array.from({ length: workers }, () => this.#work()));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#all;
  }

  async #work(): Promise<void> {
    while (this.#running) {
      const lines = Array.from({ length: 50 }, () => `event ${this.#next++} ${'x'.repeat(80)}`);
      if (await this.#to.post(lines)) this.acknowledged.push(...lines);
      else await delay(25);
    }
  }
}

type LastCounters = {
  bootId: string;
  of: Record<string, Counters>;
  in: Counters | undefined;
  filter: Counters | undefined;
  out: Counters | undefined;
};

type BenchOptions = {
  folder?: string;
  silenceMs?: number;
  apiPort?: number;
  restartMaxMs?: number;
  workers?: number;
};

/** A supervised engine process with one pipeline per buffer mode. */
export class ProcessBench {
  readonly folder: string;
  readonly reports: EngineReport[] = [];
  readonly log: string[] = [];
  readonly engine;
  readonly memory: PostedLines;
  readonly disk: PostedLines;

  /** @param options `folder` of an ended engine to go on with; a new one by default */
  constructor({ folder, ...options }: BenchOptions = {}) {
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'penstock-process-'));
    this.engine = createEmbeddedEngine({
      dataFolder: this.folder,
      siteId: SITE,
      entry: join(import.meta.dirname, 'child.ts'),
      log: (line) => this.log.push(line),
      ...options,
    });
    this.engine.onReport((report) => this.reports.push(report));
    this.memory = new PostedLines(this.engine, this.folder, 'memory');
    this.disk = new PostedLines(this.engine, this.folder, 'disk');
  }

  async run(...modes: BufferMode[]): Promise<void> {
    await this.engine.start();
    for (const mode of modes) await this[mode].deploy();
  }

  /** Default: the pipeline with the memory buffer. */
  lastCounters({ mode, pipelineId } = this.memory): LastCounters | undefined {
    const report = this.reports.findLast((one) => one.type === 'counters');
    if (!report) return undefined;
    const of = report.pipelines[pipelineId] ?? {};
    return { bootId: report.bootId, of, in: of[`${mode}-in`], filter: of.filter, out: of[`${mode}-out`] };
  }

  forgetCounters(): void {
    this.reports.splice(0, this.reports.length, ...this.reports.filter((one) => one.type !== 'counters'));
  }

  deadLetters(pipelineId: string): KeptLetter[] {
    return readLetters(this.folder, SITE, pipelineId);
  }

  async end(): Promise<void> {
    await this.engine.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
