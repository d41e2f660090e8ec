import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Counters } from '../../../src/engine/port.ts';
import type { EngineClock } from '../../../src/engine/topology/clock.ts';
import { Engine } from '../../../src/engine/topology/engine.ts';
import { TestComponents } from './components.ts';
import { type KeptLetter, readLetters } from './letters.ts';
import { PIPELINE, SITE } from './plans.ts';

/** Every component: in + created + carried = out + dropped + merged + dead letters + buffered. */
export function expectAccounted(all: Record<string, Record<string, Counters>>): void {
  const wrong = Object.entries(all).flatMap(([pipelineId, cells]) =>
    Object.entries(cells)
      .filter(([, c]) => {
        const gone = c.eventsOut + c.eventsDropped + c.eventsMerged + c.eventsDeadLetter + c.eventsBuffered;
        return c.eventsIn + c.eventsCreated + (c.eventsCarried ?? 0) !== gone;
      })
      .map(([componentId, c]) => ({ pipelineId, componentId, ...c })),
  );
  expect(wrong).toEqual([]);
}

export class EngineBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'penstock-engine-'));
  components = new TestComponents();
  engine: Engine;
  readonly #answerLimitMs: number | undefined;
  readonly #clock: EngineClock | undefined;

  /** @param answerLimitMs limit for a component to open, close or end a write */
  constructor(answerLimitMs?: number, clock?: EngineClock) {
    this.#answerLimitMs = answerLimitMs;
    this.#clock = clock;
    this.engine = this.#newEngine();
  }

  #newEngine(): Engine {
    return new Engine(this.folder, SITE, this.components.registry, this.#answerLimitMs, this.#clock);
  }

  counters(componentId: string, pipelineId = PIPELINE): Counters {
    return this.engine.counters()[pipelineId]![componentId]!;
  }

  /** The engine ends as in an upgrade; another takes over its folder. */
  async restart(drainMs = 0): Promise<void> {
    await this.engine.stop(drainMs);
    this.components = new TestComponents();
    this.engine = this.#newEngine();
    await this.engine.inherit();
  }

  deadLetters(pipelineId = PIPELINE): KeptLetter[] {
    return readLetters(this.folder, SITE, pipelineId);
  }

  async end(): Promise<void> {
    await this.engine.stop(0);
    expectAccounted(this.engine.counters());
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const lines = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `line ${from + i}`);
