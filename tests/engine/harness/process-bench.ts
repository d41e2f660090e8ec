import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counters, createEmbeddedEngine, type EngineReport } from '../../../src/engine/port.ts';
import { dropLines, PIPELINE, planOf, SITE, sink, source } from './plans.ts';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A supervised engine in its own process, with a pipeline from posted lines to a file. */
export class ProcessBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'penstock-process-'));
  readonly file = join(this.folder, 'out.log');
  readonly reports: EngineReport[] = [];
  readonly log: string[] = [];
  readonly engine;
  port = 0;

  constructor(silenceMs?: number) {
    this.engine = createEmbeddedEngine({
      dataFolder: this.folder,
      siteId: SITE,
      entry: join(import.meta.dirname, 'child.ts'),
      log: (line) => this.log.push(line),
      ...(silenceMs === undefined ? {} : { silenceMs }),
    });
    this.engine.onReport((report) => this.reports.push(report));
  }

  async run(mode: 'memory' | 'disk'): Promise<void> {
    this.port = await freePort();
    await this.engine.start();
    const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
    const nodes = [
      source('in', 'posted', { port: this.port }),
      dropLines('filter', 'noise'),
      sink('out', { path: this.file, format: 'text', buffer }, 'file'),
    ];
    await this.engine.deploy(planOf(nodes, ['in>filter', 'filter>out']));
  }

  /** True when the lines were acknowledged; false when refused or the connection broke. */
  async post(lines: string[]): Promise<boolean> {
    try {
      const body = lines.map((line) => `${line}\n`).join('');
      const answer = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', body });
      return answer.ok;
    } catch {
      return false;
    }
  }

  written(): string[] {
    return readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
  }

  lastCounters(): { bootId: string; of: Record<string, Counters> } | undefined {
    const report = this.reports.findLast((one) => one.type === 'counters');
    return report && { bootId: report.bootId, of: report.pipelines[PIPELINE] ?? {} };
  }

  async end(): Promise<void> {
    await this.engine.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
