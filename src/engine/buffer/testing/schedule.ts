import { openBuffer } from '../open.ts';
import type { AppendOutcome, BufferedFrame, EventBuffer, WhenFull } from '../types.ts';
import { type FaultOperation, FaultyDisk, type Random } from './faulty-disk.ts';

export type Command =
  | { readonly do: 'append'; readonly frames: readonly { events: number; padding: number }[] }
  | { readonly do: 'read'; readonly count: number }
  | { readonly do: 'ack'; readonly back: number }
  | { readonly do: 'rewind' }
  | { readonly do: 'fault'; readonly operation: FaultOperation; readonly code: string }
  | { readonly do: 'die'; readonly after: number }
  | { readonly do: 'power loss'; readonly seed: number }
  | { readonly do: 'kill' }
  | { readonly do: 'clock'; readonly ms: number }
  | { readonly do: 'reopen' };

type Sent = {
  readonly id: number;
  readonly events: number;
  outcome: AppendOutcome | 'waiting' | 'failed' | 'unknown';
};

const FOLDER = '/data/buffer';

/** Seeded, so that a schedule is reproducible. */
export function randomFrom(seed: number): Random {
  let state = seed | 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % bound;
  };
}

/** Lets pending work finish: the test disk answers in microtasks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Runs commands against a buffer and a model of its guarantees. Throws on a violation. */
export class Schedule {
  readonly disk = new FaultyDisk();
  private readonly whenFull: WhenFull;
  private buffer: EventBuffer | null = null;
  private sent: Sent[] = [];
  /** Ids read since the buffer was opened or rewound, with their positions. */
  private inFlight: { id: number; position: number }[] = [];
  private acked = new Set<number>();
  /** Acknowledged durably: must never come again. */
  private gone = new Set<number>();
  private lastRead = -1;
  private outstanding: Promise<void> | null = null;
  private arrived: BufferedFrame | null = null;
  private dropped = 0;
  private now = 1e12;

  constructor(whenFull: WhenFull, ignoresSyncs = false) {
    this.whenFull = whenFull;
    this.disk.ignoresSyncs = ignoresSyncs;
  }

  async run(commands: readonly Command[]): Promise<void> {
    await this.open();
    for (const command of commands) {
      await this.apply(command);
      if (this.disk.dead && command.do !== 'die')
        await this.restart(() => this.disk.losePower(randomFrom(7)));
      this.checkStats();
    }
    await this.drain();
  }

  /** Reads to the end: everything stored must come, in order. */
  async drain(): Promise<void> {
    await this.restart(() => this.disk.killProcess());
    for (;;) {
      const before = this.inFlight.length;
      await this.apply({ do: 'read', count: 50 });
      await this.apply({ do: 'ack', back: 0 });
      if (before === 0 && this.inFlight.length === 0) break;
    }
    const missing = this.sent.filter((frame) => frame.outcome === 'kept' && !this.acked.has(frame.id));
    if (missing.length > 0) throw new Error(`kept but never delivered: ${missing.map((frame) => frame.id)}`);
    await this.buffer?.close();
  }

  private async apply(command: Command): Promise<void> {
    const buffer = this.buffer;
    if (!buffer) throw new Error('no buffer');
    if (command.do === 'append') {
      for (const { events, padding } of command.frames) this.append(buffer, events, padding);
      await settle();
    } else if (command.do === 'read') {
      for (let i = 0; i < command.count && (await this.readOne(buffer)); i++);
    } else if (command.do === 'ack') await this.ack(buffer, command.back);
    else if (command.do === 'rewind') {
      this.take();
      buffer.rewind();
      this.inFlight = [];
      this.lastRead = -1;
      await settle();
    } else if (command.do === 'fault') this.disk.failNext(command.operation, command.code);
    else if (command.do === 'die') this.disk.dieAfter(command.after);
    else if (command.do === 'clock') this.now += command.ms;
    else if (command.do === 'kill') await this.restart(() => this.disk.killProcess());
    else if (command.do === 'power loss')
      await this.restart(() => this.disk.losePower(randomFrom(command.seed)));
    else await this.restart(null);
  }

  private append(buffer: EventBuffer, events: number, padding: number): void {
    const frame: Sent = { id: this.sent.length, events, outcome: 'waiting' };
    this.sent.push(frame);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(frame.id);
    buffer.append([head, Buffer.alloc(padding, frame.id & 255)], events).then(
      (outcome) => {
        frame.outcome = outcome;
        if (outcome === 'dropped') this.dropped += events;
      },
      () => {
        frame.outcome = this.disk.dead ? 'unknown' : 'failed';
      },
    );
  }

  private async readOne(buffer: EventBuffer): Promise<boolean> {
    if (this.arrived) return this.take();
    this.outstanding ??= buffer.read().then(
      (frame) => {
        if (buffer === this.buffer) this.arrived = frame;
        this.outstanding = null;
      },
      () => {
        this.outstanding = null;
      },
    );
    await settle();
    return this.take();
  }

  private take(): boolean {
    const frame = this.arrived;
    this.arrived = null;
    if (!frame) return false;
    const id = frame.payload.readUInt32LE(0);
    const sent = this.sent[id];
    if (!sent || sent.events !== frame.events) throw new Error(`frame ${id} was never sent so`);
    if (!frame.payload.subarray(4).every((byte) => byte === (id & 255)))
      throw new Error(`frame ${id} was changed`);
    if (sent.outcome === 'dropped' || sent.outcome === 'failed')
      throw new Error(`frame ${id} was ${sent.outcome} but delivered`);
    if (this.gone.has(id)) throw new Error(`frame ${id} was acknowledged for good but delivered again`);
    if (id <= this.lastRead) throw new Error(`frame ${id} came after ${this.lastRead}`);
    const skipped = this.sent.slice(this.lastRead + 1, id).find((other) => this.mustCome(other));
    if (skipped) throw new Error(`frame ${skipped.id} was kept but ${id} came first`);
    this.lastRead = id;
    this.inFlight.push({ id, position: frame.position });
    return true;
  }

  private mustCome(frame: Sent): boolean {
    return frame.outcome === 'kept' && !this.acked.has(frame.id);
  }

  private async ack(buffer: EventBuffer, back: number): Promise<void> {
    const index = this.inFlight.length - 1 - back;
    const last = this.inFlight[index];
    if (!last) return;
    const done = this.inFlight.splice(0, index + 1);
    for (let id = 0; id <= last.id; id++) this.acked.add(id);
    buffer.ack(last.position).then(() => {
      if (!this.disk.dead && buffer === this.buffer) for (const { id } of done) this.gone.add(id);
    });
    await settle();
  }

  private async restart(cause: (() => void) | null): Promise<void> {
    const old = this.buffer;
    let fault = cause;
    if (fault === null) await old?.close();
    if (fault === null && this.disk.dead) fault = () => this.disk.losePower(randomFrom(11));
    if (fault === null) this.disk.killProcess();
    else this.disk.dieAfter(0);
    this.buffer = null;
    await settle();
    if (fault !== null) {
      await old?.close();
      await settle();
      fault();
    }
    for (const frame of this.sent) {
      // A failed append may have reached the disk: it may come after a restart, or not.
      if (frame.outcome === 'waiting' || frame.outcome === 'failed') frame.outcome = 'unknown';
    }
    this.dropped = 0;
    this.inFlight = [];
    this.arrived = null;
    this.outstanding = null;
    this.lastRead = -1;
    await this.open();
  }

  private async open(): Promise<void> {
    const options = { mode: 'durable', maxBytes: 2500, whenFull: this.whenFull } as const;
    this.buffer = await openBuffer(FOLDER, options, {
      io: this.disk,
      segmentBytes: 700,
      groupMs: 0,
      groupBytes: 600,
      now: () => this.now,
    });
    const { lostEvents } = this.buffer.recovery;
    if (lostEvents > this.unpromised) throw new Error(`lost ${lostEvents} events`);
    await settle();
  }

  /**
   * Events of appends in flight at a crash. A power loss can keep a later part of a write and lose an earlier
   * one, which looks like damage, so they may be reported as lost. What was stored must still come.
   */
  private get unpromised(): number {
    return this.sent.reduce((sum, frame) => sum + (frame.outcome === 'unknown' ? frame.events : 0), 0);
  }

  private checkStats(): void {
    const stats = this.buffer?.stats();
    if (!stats || this.disk.dead) return;
    if (stats.droppedEvents !== this.dropped)
      throw new Error(`dropped ${stats.droppedEvents}, not ${this.dropped}`);
    if (stats.oldestAgeMs < 0) throw new Error(`an age of ${stats.oldestAgeMs} ms`);
    if (stats.lostEvents > this.unpromised) throw new Error('events were lost');
    if (stats.events === 0 && stats.bytes > 0 && !this.sent.some((frame) => frame.outcome === 'waiting'))
      throw new Error(`no events but ${stats.bytes} bytes`);
  }
}
