import { BinaryWriter } from '@bufbuild/protobuf/wire';

export type Counter = {
  name: string;
  value: number;
  /** Unix milliseconds. */
  start: number;
  time: number;
  attributes?: Record<string, string>;
  temporality?: 'DELTA' | 'CUMULATIVE' | 'LEVEL';
};

export const encode = (write: (writer: BinaryWriter) => void): Uint8Array => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};
const nanos = (ms: number): bigint => BigInt(ms) * 1_000_000n;

const encodeCounter = ({ name, value, start, time, attributes = {}, temporality }: Counter) =>
  encode((metric) => {
    metric.tag(1, 2).string(name);
    const point = encode((writer) => {
      for (const [key, text] of Object.entries(attributes)) {
        const any = encode((one) => one.tag(1, 2).string(text));
        writer.tag(7, 2).bytes(encode((one) => one.tag(1, 2).string(key).tag(2, 2).bytes(any)));
      }
      writer.tag(2, 1).fixed64(nanos(start)).tag(3, 1).fixed64(nanos(time));
      if (Number.isInteger(value)) writer.tag(6, 1).sfixed64(BigInt(value));
      else writer.tag(4, 1).double(value);
    });
    if (temporality === 'LEVEL') {
      metric.tag(5, 2).bytes(encode((gauge) => gauge.tag(1, 2).bytes(point)));
      return;
    }
    const kind = temporality === 'DELTA' ? 1 : 2;
    metric
      .tag(7, 2)
      .bytes(encode((sum) => sum.tag(1, 2).bytes(point).tag(2, 0).int32(kind).tag(3, 0).bool(true)));
  });

/** An ExportMetricsServiceRequest as a Collector sends it. */
export const encodeMetrics = (counters: readonly Counter[]): Uint8Array<ArrayBuffer> => {
  const scope = encode((writer) => {
    for (const counter of counters) writer.tag(2, 2).bytes(encodeCounter(counter));
  });
  const resource = encode((writer) => writer.tag(2, 2).bytes(scope));
  return Uint8Array.from(encode((writer) => writer.tag(1, 2).bytes(resource)));
};
