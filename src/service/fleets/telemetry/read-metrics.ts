import { WireType } from '@bufbuild/protobuf/wire';
import { ReportReader } from './report-reader.ts';

/** `CUMULATIVE` since `start`, `DELTA` since the previous report, `LEVEL`: no count. */
export type Temporality = 'DELTA' | 'CUMULATIVE' | 'LEVEL';

export type CounterPoint = {
  name: string;
  /** Sorted text, which identifies the counter's stream. */
  attributes: string;
  temporality: Temporality;
  /** Unix nanoseconds by the agent's clock: start of a cumulative counter, and now. */
  start: bigint;
  time: bigint;
  value: number;
};

/** Per report; a Collector has dozens, or hundreds with many pipelines. */
const POINTS_MAX = 5000;
const KINDS: Readonly<Record<number, 'gauge' | 'sum' | 'histogram'>> = {
  5: 'gauge',
  7: 'sum',
  9: 'histogram',
};
const ATTRIBUTES_MAX_LENGTH = 400;

type Kind = (typeof KINDS)[number];

/** Reads an ExportMetricsServiceRequest, skipping other counters. */
class MetricsReader extends ReportReader {
  private readonly wants: (name: string) => boolean;
  readonly points: CounterPoint[] = [];

  constructor(bytes: Uint8Array, wants: (name: string) => boolean) {
    super(bytes);
    this.wants = wants;
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
        // Only texts identify components.
        attributes.push(this.attribute(this.end(wire)).join('='));
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
}

/**
 * @param wants names to read
 * @throws MalformedReport, or an error of the protobuf reader
 */
export function readMetrics(bytes: Uint8Array, wants: (name: string) => boolean): CounterPoint[] {
  const reader = new MetricsReader(bytes, wants);
  reader.read();
  return reader.points;
}
