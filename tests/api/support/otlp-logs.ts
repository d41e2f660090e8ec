import { encode } from './otlp-metrics.ts';

type Attributes = Readonly<Record<string, string>>;
export type LoggedLine = { severity: number; body: string; attributes?: Attributes };

export const [INFO, WARN, ERROR] = [9, 13, 17];

const toText = (text: string) => encode((any) => any.tag(1, 2).string(text));
const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, text]) =>
    encode((one) => one.tag(1, 2).string(key).tag(2, 2).bytes(toText(text))),
  );

/** An ExportLogsServiceRequest as a Collector sends it, with the attributes of one of its components. */
export const encodeLogs = (
  lines: readonly LoggedLine[],
  component: Attributes = {},
): Uint8Array<ArrayBuffer> => {
  const scope = encode((writer) => {
    writer.tag(1, 2).bytes(
      encode((named) => {
        named.tag(1, 2).string('go.opentelemetry.io/collector/service');
        for (const one of toAttributes(component)) named.tag(3, 2).bytes(one);
      }),
    );
    for (const { severity, body, attributes = {} } of lines)
      writer.tag(2, 2).bytes(
        encode((line) => {
          line.tag(1, 1).fixed64(1n).tag(2, 0).int32(severity).tag(5, 2).bytes(toText(body));
          for (const one of toAttributes(attributes)) line.tag(6, 2).bytes(one);
        }),
      );
  });
  const resource = encode((writer) => writer.tag(2, 2).bytes(scope));
  return Uint8Array.from(encode((writer) => writer.tag(1, 2).bytes(resource)));
};

type Value = string | bigint | number | boolean;

const encodeValue = (value: Value) =>
  encode((any) => {
    if (typeof value === 'string') any.tag(1, 2).string(value);
    else if (typeof value === 'boolean') any.tag(2, 0).bool(value);
    else if (typeof value === 'bigint') any.tag(3, 0).int64(value);
    else any.tag(4, 1).double(value);
  });

/** An ExportLogsServiceRequest with events, whose fields are the bodies of its records. */
export function encodeEvents(events: readonly Readonly<Record<string, Value>>[]): Uint8Array<ArrayBuffer> {
  const scope = encode((writer) => {
    for (const event of events) {
      const fields = encode((list) => {
        for (const [key, value] of Object.entries(event))
          list
            .tag(1, 2)
            .bytes(encode((pair) => pair.tag(1, 2).string(key).tag(2, 2).bytes(encodeValue(value))));
      });
      const body = encode((any) => any.tag(6, 2).bytes(fields));
      writer.tag(2, 2).bytes(encode((record) => record.tag(5, 2).bytes(body)));
    }
  });
  const resource = encode((writer) => writer.tag(2, 2).bytes(scope));
  return Uint8Array.from(encode((writer) => writer.tag(1, 2).bytes(resource)));
}
