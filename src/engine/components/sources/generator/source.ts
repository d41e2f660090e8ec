import { z } from 'zod';
import { AckOrder } from '../../shared/ack-order.ts';
import { CheckpointKeeper } from '../../shared/checkpoint-keeper.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { lineMaker } from './lines.ts';
import { type GeneratorConfig, generatorSchema } from './schema.ts';

const TICK_MS = 20;
const SAVE_PAUSE_MS = 1000;
const STOP_GRACE_MS = 1000;
const BATCH_EVENTS = 2000;

const stateSchema = z.object({ format: z.string(), seed: z.number(), sequence: z.number() });

/** The next sequence number; restarts with another format or seed. */
function readState(text: string | null, config: GeneratorConfig): number {
  if (text === null) return 0;
  try {
    const state = stateSchema.parse(JSON.parse(text));
    return state.format === config.format && state.seed === config.seed ? state.sequence : 0;
  } catch {
    return 0;
  }
}

/** Generates events at a rate. Time lost to backpressure is skipped. */
class Generator {
  private readonly config: GeneratorConfig;
  private readonly context: SourceContext;
  private readonly makeLine: ReturnType<typeof lineMaker>;
  private readonly keeper: CheckpointKeeper;
  private readonly acks: AckOrder<number>;
  private readonly underWay = new Set<Promise<unknown>>();
  private sequence: number;
  private acknowledged: number;
  private due = 0;
  private lastTick = performance.now();
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(config: GeneratorConfig, context: SourceContext, sequence: number) {
    this.config = config;
    this.context = context;
    this.sequence = sequence;
    this.acknowledged = sequence;
    this.makeLine = lineMaker(config.format, config.seed);
    const { format, seed } = config;
    this.keeper = new CheckpointKeeper(context, SAVE_PAUSE_MS, () =>
      JSON.stringify({ format, seed, sequence: this.acknowledged }),
    );
    this.acks = new AckOrder((reached) => {
      this.acknowledged = reached;
      this.keeper.changed();
    });
    this.schedule();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await settleWithin(STOP_GRACE_MS, this.underWay);
    await this.keeper.stop();
  }

  private schedule(): void {
    const { count, eventsPerSecond } = this.config;
    if (this.stopped || (count !== undefined && this.sequence >= count)) return;
    const pause = Math.max(TICK_MS, Math.min(1000, ((1 - this.due) / eventsPerSecond) * 1000));
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tick(), pause);
  }

  private async tick(): Promise<void> {
    const wait = this.context.ready();
    if (wait) {
      await wait;
      this.lastTick = performance.now();
    }
    if (this.stopped) return;
    const { eventsPerSecond, count = Number.POSITIVE_INFINITY } = this.config;
    const now = performance.now();
    this.due = Math.min(
      this.due + ((now - this.lastTick) / 1000) * eventsPerSecond,
      Math.max(1, eventsPerSecond),
    );
    this.lastTick = now;
    const events = Math.min(Math.floor(this.due), count - this.sequence);
    this.due -= events;
    for (let left = events; left > 0; left -= BATCH_EVENTS) this.make(Math.min(left, BATCH_EVENTS));
    this.schedule();
  }

  private make(events: number): void {
    const now = Date.now();
    let text = '';
    for (let i = 0; i < events; i++) text += `${this.makeLine(this.sequence + i, now)}\n`;
    this.sequence += events;
    const bytes = Buffer.from(text);
    const batch = this.context.newBatch();
    batch.loadLines(bytes);
    const acknowledge = this.acks.add(this.sequence);
    const payloadBytes = bytes.length - events;
    const delivery = this.context.deliver(batch, { payloadBytes, rawBytes: bytes.length });
    this.underWay.add(delivery);
    void delivery.then((outcome) => {
      this.underWay.delete(delivery);
      if (outcome === 'accepted') acknowledge();
      else this.goBack();
    });
  }

  private goBack(): void {
    this.acks.clear();
    this.sequence = this.acknowledged;
    this.schedule();
  }
}

export const generatorSource: SourceComponent = {
  async start(input, context) {
    const config = generatorSchema.parse(input);
    const generator = new Generator(config, context, readState(await context.checkpoint.load(), config));
    return { stop: () => generator.stop() };
  },
};
