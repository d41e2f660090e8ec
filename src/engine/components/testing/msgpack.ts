function head(fixed: number, most: number, wide: number, length: number): Buffer {
  if (length <= most) return Buffer.from([fixed | length]);
  const bytes = Buffer.alloc(5);
  bytes[0] = wide;
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

export class EventTime {
  readonly seconds: number;
  readonly nanos: number;
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

export function packMsgpack(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xc3 : 0xc2]);
  if (Buffer.isBuffer(value)) {
    const length = Buffer.alloc(5);
    length[0] = 0xc6;
    length.writeUInt32BE(value.length, 1);
    return Buffer.concat([length, value]);
  }
  if (value instanceof EventTime) {
    const bytes = Buffer.from([0xd7, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.writeUInt32BE(value.seconds, 2);
    bytes.writeUInt32BE(value.nanos, 6);
    return bytes;
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(0xa0, 31, 0xdb, text.length), text]);
  }
  if (typeof value === 'bigint') {
    const bytes = Buffer.alloc(9, 0xd3);
    bytes.writeBigInt64BE(value, 1);
    return bytes;
  }
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value >= 0 && value < 128) return Buffer.from([value]);
    const bytes = Buffer.alloc(9, 0xcb);
    if (Number.isInteger(value)) {
      bytes[0] = 0xd3;
      bytes.writeBigInt64BE(BigInt(value), 1);
    } else bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (Array.isArray(value))
    return Buffer.concat([head(0x90, 15, 0xdd, value.length), ...value.map(packMsgpack)]);
  const members = Object.entries(value as object);
  return Buffer.concat([head(0x80, 15, 0xdf, members.length), ...members.flat().map(packMsgpack)]);
}
