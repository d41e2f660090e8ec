import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Encoding, Partial } from './receiver.ts';

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const nested = (
  writer: BinaryWriter,
  field: number,
  fill: (inner: BinaryWriter) => BinaryWriter,
): BinaryWriter => fill(writer.tag(field, WireType.LengthDelimited).fork()).join();

export function exportAnswer(partial: Partial | null, encoding: Encoding): Buffer {
  if (encoding === 'json')
    return Buffer.from(
      JSON.stringify(
        (partial && {
          partialSuccess: { rejectedLogRecords: String(partial.rejected), errorMessage: partial.reason },
        }) ||
          {},
      ),
    );
  const writer = new BinaryWriter();
  if (partial)
    nested(writer, 1, (inner) =>
      inner
        .tag(1, WireType.Varint)
        .int64(partial.rejected)
        .tag(2, WireType.LengthDelimited)
        .string(partial.reason),
    );
  return Buffer.from(writer.finish());
}

export function statusAnswer(
  code: number,
  message: string,
  encoding: Encoding,
  retryAfterSeconds: number | null,
): Buffer {
  if (encoding === 'json') {
    const details =
      retryAfterSeconds === null ? [] : [{ '@type': RETRY_INFO, retryDelay: `${retryAfterSeconds}s` }];
    return Buffer.from(JSON.stringify({ code, message, ...(details.length > 0 && { details }) }));
  }
  const writer = new BinaryWriter().tag(1, WireType.Varint).int32(code).tag(2, WireType.LengthDelimited);
  writer.string(message);
  if (retryAfterSeconds !== null)
    nested(writer, 3, (any) =>
      nested(any.tag(1, WireType.LengthDelimited).string(RETRY_INFO), 2, (info) =>
        nested(info, 1, (duration) => duration.tag(1, WireType.Varint).int64(retryAfterSeconds)),
      ),
    );
  return Buffer.from(writer.finish());
}
