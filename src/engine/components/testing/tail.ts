import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fileTailSource } from '../sources/file-tail/source.ts';
import type { RunningSource } from '../types.ts';
import { SourceProbe, until } from './contexts.ts';

/** A file source with its own folder; `end` removes both. */
export class TailTrial {
  readonly folder = mkdtempSync(join(tmpdir(), 'tail-'));
  path = join(this.folder, 'app.log');
  probe = new SourceProbe();
  private readonly running = new Set<RunningSource>();

  async start(config: Record<string, unknown> = {}): Promise<void> {
    this.running.add(await fileTailSource.start({ path: this.path, ...config }, this.probe.context));
  }

  async stop(): Promise<void> {
    for (const source of this.running) await source.stop();
    this.running.clear();
  }

  /** Simulates a crash: a new source continues from the current checkpoint. */
  async crashAndStart(config: Record<string, unknown> = {}): Promise<SourceProbe> {
    const former = this.probe;
    const { saved } = former;
    former.context.checkpoint.save = async () => {};
    former.answer = async () => 'unavailable';
    this.probe = new SourceProbe();
    this.probe.saved = saved;
    await this.start(config);
    return former;
  }

  seen(...events: string[]): Promise<void> {
    return until(() => expect(this.probe.events).toEqual(events));
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
    expect(this.probe.incomplete).toEqual([]);
  }
}
