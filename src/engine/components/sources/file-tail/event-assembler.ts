import type { Batch } from '../../../event/batch.ts';
import type { LongLines } from '../../shared/long-lines.ts';
import type { ComponentProblem, Intake, SourceContext } from '../../types.ts';
import type { Assembler } from './assembler.ts';
import { type ContainerLine, containerEvent, notContainerLine, readContainerLine } from './container-line.ts';
import { eventCut } from './problems.ts';
import type { Reading } from './reading.ts';

/** Limit of complete events waiting behind an incomplete one. */
const HELD_BYTES_MAX = 4 * 1024 * 1024;
const LINE_BYTES = 32;

type Open = {
  readonly start: number;
  readonly container: ContainerLine | null;
  readonly lines: string[];
  bytes: number;
  payloadBytes: number;
  rawBytes: number;
  /** The runtime split the last line; more follows. */
  isPartial: boolean;
  isComplete: boolean;
  touchedAt: number;
};

/**
 * Joins split container lines and multiline events. Events leave in the order they began, so one file offset
 * covers all that left.
 */
export class EventAssembler implements Assembler {
  private readonly reading: Reading;
  private readonly context: Pick<SourceContext, 'report'>;
  private readonly longLines: LongLines;
  private readonly cut: ComponentProblem;
  private events: Open[] = [];
  private waitingBytes = 0;

  constructor(reading: Reading, longLines: LongLines, context: Pick<SourceContext, 'report'>) {
    this.reading = reading;
    this.longLines = longLines;
    this.context = context;
    this.cut = eventCut(reading.maxEventBytes, reading.grouping?.maxLines);
  }

  get heldBytes(): number {
    let lines = 0;
    for (const event of this.events) lines += event.lines.length;
    return this.waitingBytes + lines * LINE_BYTES;
  }

  get waitingFrom(): number | null {
    return this.events[0]?.start ?? null;
  }

  get completeAt(): number | null {
    const open = this.events.filter(({ isComplete }) => !isComplete);
    return open.length === 0
      ? null
      : Math.min(...open.map(({ touchedAt }) => touchedAt)) + this.reading.waitMs;
  }

  add(bytes: Buffer, start: number, rawBytes: number, now: number): void {
    const line = this.reading.decode(bytes);
    const container = this.reading.isContainer && line !== '' ? readContainerLine(line) : null;
    if (this.reading.isContainer && !container && line !== '') this.context.report(notContainerLine, line);
    const text = container?.text ?? line;
    const stream = container?.stream ?? '';
    const open = this.events.findLast((event) => !event.isComplete && getStream(event) === stream);
    const event = open && this.goesOn(open, text) ? open : this.begin(start, container, text);
    if (open && event !== open) open.isComplete = true;
    if (event === open) this.extend(open, text);
    event.payloadBytes += bytes.length;
    event.rawBytes += rawBytes;
    event.isPartial = container?.isPartial ?? false;
    event.touchedAt = now;
    event.isComplete = !event.isPartial && this.reading.grouping === null;
    this.waitingBytes += rawBytes;
  }

  addLong(head: Buffer, start: number, rawBytes: number, now: number): boolean {
    if (this.longLines.isTruncating) this.add(this.longLines.cut(head), start, rawBytes, now);
    return this.longLines.isTruncating;
  }

  completeIdle(now: number): void {
    for (const event of this.events)
      if (now >= event.touchedAt + this.reading.waitMs) event.isComplete = true;
  }

  completeAll(): void {
    for (const event of this.events) event.isComplete = true;
  }

  drain(
    newBatch: () => Batch,
    place: ((batch: Batch, event: number, offset: number) => void) | null,
  ): Intake {
    let payloadBytes = 0;
    let rawBytes = 0;
    for (let first = this.events[0]; first; first = this.events[0]) {
      if (!first.isComplete && this.waitingBytes <= HELD_BYTES_MAX) break;
      this.events.shift();
      this.waitingBytes -= first.rawBytes;
      const text = first.lines.join('\n').replace(/\n+$/, '');
      rawBytes += first.rawBytes;
      if (text === '' && !first.container) continue;
      const batch = newBatch();
      if (first.container) {
        batch.appendTrusted(Buffer.from(containerEvent(text, first.container)), false);
        payloadBytes += first.payloadBytes;
      } else payloadBytes += batch.size(batch.appendRaw(Buffer.from(text)));
      place?.(batch, batch.count - 1, first.start);
    }
    return { payloadBytes, rawBytes };
  }

  reset(): void {
    this.events = [];
    this.waitingBytes = 0;
  }

  private goesOn(open: Open, text: string): boolean {
    const { grouping, maxEventBytes } = this.reading;
    const belongs = open.isPartial || (grouping !== null && !grouping.isStart(text));
    if (!belongs) return false;
    const isTooMuch =
      open.bytes + Buffer.byteLength(text) + 1 > maxEventBytes ||
      (!open.isPartial && grouping !== null && open.lines.length >= grouping.maxLines);
    if (isTooMuch) this.context.report(this.cut, open.lines[0]);
    return !isTooMuch;
  }

  private extend(open: Open, text: string): void {
    if (open.isPartial) open.lines.push((open.lines.pop() ?? '') + text);
    else open.lines.push(text);
    open.bytes += Buffer.byteLength(text) + 1;
  }

  private begin(start: number, container: ContainerLine | null, text: string): Open {
    const event: Open = {
      start,
      container,
      lines: [text],
      bytes: Buffer.byteLength(text),
      payloadBytes: 0,
      rawBytes: 0,
      isPartial: false,
      isComplete: false,
      touchedAt: 0,
    };
    this.events.push(event);
    return event;
  }
}

const getStream = ({ container }: Open): string => container?.stream ?? '';
