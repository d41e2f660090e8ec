import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** `CUMULATIVE` counts since `start`, `DELTA` since the report before; a `LEVEL` is no count. */
export type Temporality = 'DELTA' | 'CUMULATIVE' | 'LEVEL';

/** One value of a counter that says how much a Collector processes. */
export type CounterPoint = {
  name: string;
  /** Attributes as sorted text, which tells the streams of a counter apart. */
  attributes: string;
  temporality: Temporality;
  /** Unix nanoseconds by the clock of the agent: since when a cumulative counter counts, and now. */
  start: bigint;
  time: bigint;
  value: number;
};

/** Of one report: a Collector has some dozens, and some hundreds with many pipelines. */
const POINTS_MAX = 5000;
/** Fields of a metric with numbers: gauge, sum and histogram. */
const KINDS: Readonly<Record<number, 'gauge' | 'sum' | 'histogram'>> = {
  5: 'gauge',
  7: 'sum',
  9: 'histogram',
};
const FIELDS_MAX = 200_000;
const ATTRIBUTES_MAX_LENGTH = 400;

export class MalformedMetrics extends Error {}

type Kind = (typeof KINDS)[number];
type Take = (field: number, wire: WireType) => boolean;

/**
 * Reads an ExportMetricsServiceRequest. Field numbers as in opentelemetry-proto; what is unknown is skipped, as
 * are counters with other names.
 */
class MetricsReader {
  private readonly reader: BinaryReader;
  private readonly length: number;
  private readonly wants: (name: string) => boolean;
  private seen = 0;
  readonly points: CounterPoint[] = [];

  constructor(bytes: Uint8Array, wants: (name: string) => boolean) {
    this.reader = new BinaryReader(bytes);
    this.length = bytes.length;
    this.wants = wants;
  }

  private fields(end: number, take: Take): void {
    const { reader } = this;
    while (reader.pos < end) {
      this.seen += 1;
      if (this.seen > FIELDS_MAX) throw new MalformedMetrics(`A report has more than ${FIELDS_MAX} fields`);
      const [field, wire] = reader.tag();
      if (!take(field, wire)) reader.skip(wire, field);
    }
    if (reader.pos !== end) throw new MalformedMetrics('A message is longer than it says');
  }

  private end(wire: WireType): number {
    if (wire !== WireType.LengthDelimited) throw new MalformedMetrics('A field has the wrong wire type');
    const end = this.reader.uint32() + this.reader.pos;
    if (end > this.length) throw new MalformedMetrics('A message ends too early');
    return end;
  }

  /** Reads the message in field `wanted`, and skips all others. */
  private inner(end: number, wanted: number, read: (end: number) => void): void {
    this.fields(end, (field, wire) => {
      if (field !== wanted) return false;
      read(this.end(wire));
      return true;
    });
  }

  read(): void {
    this.inner(this.length, 1, (resource) =>
      this.inner(resource, 2, (scope) => this.inner(scope, 2, (metric) => this.metric(metric))),
    );
  }

  private metric(end: number): void {
    let name = '';
    const data: { from: number; end: number; kind: Kind }[] = [];
    this.fields(end, (field, wire) => {
      if (field === 1 && wire === WireType.LengthDelimited) {
        name = this.reader.string();
        return true;
      }
      const kind = KINDS[field];
      if (!kind) return false;
      const inner = this.end(wire);
      // The name may come after the data.
      data.push({ from: this.reader.pos, end: inner, kind });
      this.reader.pos = inner;
      return true;
    });
    if (!this.wants(name)) return;
    for (const one of data) {
      this.reader.pos = one.from;
      this.data(name, one.end, one.kind);
    }
    this.reader.pos = end;
  }

  private data(name: string, end: number, of: Kind): void {
    let temporality: Temporality | undefined = of === 'gauge' ? 'LEVEL' : undefined;
    const read: Omit<CounterPoint, 'temporality' | 'name'>[] = [];
    this.fields(end, (field, wire) => {
      if (field === 1) {
        const point = this.point(this.end(wire), of === 'histogram');
        if (point) read.push(point);
        return true;
      }
      if (field !== 2 || wire !== WireType.Varint || of === 'gauge') return false;
      const kind = this.reader.int32();
      if (kind === 1 || kind === 2) temporality = kind === 1 ? 'DELTA' : 'CUMULATIVE';
      return true;
    });
    if (temporality === undefined) return;
    for (const point of read)
      if (this.points.length < POINTS_MAX) this.points.push({ ...point, name, temporality });
  }

  private point(end: number, isHistogram: boolean): Omit<CounterPoint, 'temporality' | 'name'> | undefined {
    let [start, time] = [0n, 0n];
    let value: number | undefined;
    const attributes: string[] = [];
    const { reader } = this;
    this.fields(end, (field, wire) => {
      if (field === (isHistogram ? 9 : 7)) {
        attributes.push(this.attribute(this.end(wire)));
        return true;
      }
      if (wire !== WireType.Bit64) return false;
      if (field === 2) start = BigInt(reader.fixed64());
      else if (field === 3) time = BigInt(reader.fixed64());
      else if (field === (isHistogram ? 5 : 4)) value = reader.double();
      else if (field === 6 && !isHistogram) value = Number(reader.sfixed64());
      else return false;
      return true;
    });
    if (value === undefined || !Number.isFinite(value) || value < 0) return undefined;
    return { start, time, value, attributes: attributes.sort().join(',').slice(0, ATTRIBUTES_MAX_LENGTH) };
  }

  private attribute(end: number): string {
    let [key, text] = ['', ''];
    this.fields(end, (field, wire) => {
      if (field === 1 && wire === WireType.LengthDelimited) key = this.reader.string();
      else if (field === 2) text = this.text(this.end(wire));
      else return false;
      return true;
    });
    return `${key}=${text}`;
  }

  /** Only texts tell components apart. */
  private text(end: number): string {
    let text = '';
    this.fields(end, (field, wire) => {
      if (field !== 1 || wire !== WireType.LengthDelimited) return false;
      text = this.reader.string();
      return true;
    });
    return text;
  }
}

/**
 * @param wants names of counters that are read
 * @throws MalformedMetrics, or an error of the protobuf reader, for what is no such request
 */
export function readMetrics(bytes: Uint8Array, wants: (name: string) => boolean): CounterPoint[] {
  const reader = new MetricsReader(bytes, wants);
  reader.read();
  return reader.points;
}
