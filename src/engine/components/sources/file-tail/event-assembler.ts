import type { Batch } from '../../../event/batch.ts';
import type { ComponentProblem, Intake, SourceContext } from '../../types.ts';
import { type ContainerLine, containerEvent, notContainerLine, readContainerLine } from './container-line.ts';
import { eventCut } from './problems.ts';
import type { Reading } from './reading.ts';

/** Events that wait for one before them; beyond that, it waits no longer. */
const HELD_BYTES_MAX = 4 * 1024 * 1024;

/** An event in the making. */
type Open = {
  /** Offset of its first line in the file. */
  readonly start: number;
  readonly container: ContainerLine | null;
  readonly lines: string[];
  bytes: number;
  payloadBytes: number;
  rawBytes: number;
  /** The last line was cut by the runtime and goes on. */
  isPartial: boolean;
  isComplete: boolean;
  touchedAt: number;
};

/**
 * Puts lines of one file together to events: parts of lines that a container runtime cut, and lines that belong
 * together. Events leave in the order in which they began, so that a position in the file says all that left.
 */
export class EventAssembler {
  private readonly reading: Reading;
  private readonly context: Pick<SourceContext, 'report'>;
  private readonly cut: ComponentProblem;
  private events: Open[] = [];
  private heldBytes = 0;

  constructor(reading: Reading, context: Pick<SourceContext, 'report'>) {
    this.reading = reading;
    this.context = context;
    this.cut = eventCut(reading.maxEventBytes, reading.grouping?.maxLines);
  }

  /** Offset of the first event that did not leave; null when none waits. */
  get waitingFrom(): number | null {
    return this.events[0]?.start ?? null;
  }

  /** When the first one that waits is complete though nothing follows, by the clock of `now`; null when none waits. */
  get completeAt(): number | null {
    const open = this.events.filter(({ isComplete }) => !isComplete);
    return open.length === 0
      ? null
      : Math.min(...open.map(({ touchedAt }) => touchedAt)) + this.reading.waitMs;
  }

  /** Takes a line without its delimiter, of `rawBytes` with it. */
  add(bytes: Buffer, start: number, rawBytes: number, now: number): void {
    const line = this.reading.decode(bytes);
    const container = this.reading.isContainer && line !== '' ? readContainerLine(line) : null;
    if (this.reading.isContainer && !container && line !== '') this.context.report(notContainerLine, line);
    const text = container?.text ?? line;
    const stream = container?.stream ?? '';
    const open = this.events.findLast((event) => !event.isComplete && streamOf(event) === stream);
    const event = open && this.goesOn(open, text) ? open : this.begin(start, container, text);
    if (open && event !== open) open.isComplete = true;
    if (event === open) this.extend(open, text);
    event.payloadBytes += bytes.length;
    event.rawBytes += rawBytes;
    event.isPartial = container?.isPartial ?? false;
    event.touchedAt = now;
    event.isComplete = !event.isPartial && this.reading.grouping === null;
    this.heldBytes += rawBytes;
  }

  /** Completes what nothing followed for so long. */
  completeIdle(now: number): void {
    for (const event of this.events)
      if (now >= event.touchedAt + this.reading.waitMs) event.isComplete = true;
  }

  completeAll(): void {
    for (const event of this.events) event.isComplete = true;
  }

  /** Moves complete events to a batch, each named after its place if wanted; the sizes of what they came from. */
  drain(newBatch: () => Batch, idAt: ((offset: number) => string) | null): Intake {
    let payloadBytes = 0;
    let rawBytes = 0;
    for (let first = this.events[0]; first; first = this.events[0]) {
      if (!first.isComplete && this.heldBytes <= HELD_BYTES_MAX) break;
      this.events.shift();
      this.heldBytes -= first.rawBytes;
      const text = first.lines.join('\n').replace(/\n+$/, '');
      rawBytes += first.rawBytes;
      if (text === '' && !first.container) continue;
      const batch = newBatch();
      if (first.container) {
        batch.appendTrusted(Buffer.from(containerEvent(text, first.container)), false);
        payloadBytes += first.payloadBytes;
      } else payloadBytes += batch.size(batch.appendRaw(Buffer.from(text)));
      if (idAt) batch.setId(batch.count - 1, idAt(first.start));
    }
    return { payloadBytes, rawBytes };
  }

  /** Forgets what waits. */
  reset(): void {
    this.events = [];
    this.heldBytes = 0;
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

const streamOf = ({ container }: Open): string => container?.stream ?? '';
