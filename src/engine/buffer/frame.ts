import { crc32 } from 'node:zlib';

/**
 * Frame format: 40-byte head (magic, CRC of the rest of the head, payload length, payload CRC, events,
 * generation = its segment number, number of its last event, time), then the payload.
 */
export const FRAME_HEAD = 40;
const MAGIC = Buffer.from('PSF1');
const MAX_PAYLOAD = 1 << 30;

export const frameSize = (parts: readonly Buffer[]): number =>
  parts.reduce((sum, part) => sum + part.length, FRAME_HEAD);

export type FrameHead = {
  readonly length: number;
  readonly payloadCrc: number;
  readonly events: number;
  readonly generation: number;
  readonly lastEvent: number;
  readonly appendedAt: number;
};

export function encodeHead(head: FrameHead): Buffer {
  const bytes = Buffer.alloc(FRAME_HEAD);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt32LE(head.length, 8);
  bytes.writeUInt32LE(head.payloadCrc, 12);
  bytes.writeUInt32LE(head.events, 16);
  bytes.writeUInt32LE(head.generation, 20);
  bytes.writeDoubleLE(head.lastEvent, 24);
  bytes.writeDoubleLE(head.appendedAt, 32);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

export function decodeHead(bytes: Buffer, at: number, generation: number): FrameHead | null {
  if (at + FRAME_HEAD > bytes.length || bytes.compare(MAGIC, 0, 4, at, at + 4) !== 0) return null;
  if (bytes.readUInt32LE(at + 4) !== crc32(bytes.subarray(at + 8, at + FRAME_HEAD))) return null;
  const head: FrameHead = {
    length: bytes.readUInt32LE(at + 8),
    payloadCrc: bytes.readUInt32LE(at + 12),
    events: bytes.readUInt32LE(at + 16),
    generation: bytes.readUInt32LE(at + 20),
    lastEvent: bytes.readDoubleLE(at + 24),
    appendedAt: bytes.readDoubleLE(at + 32),
  };
  return head.generation === generation && head.length <= MAX_PAYLOAD ? head : null;
}

export function payloadCrc(parts: readonly Buffer[]): number {
  let crc = 0;
  for (const part of parts) crc = crc32(part, crc);
  return crc;
}

/** Several buffers may store one payload. */
const known = new WeakMap<Buffer, number>();

/** payloadCrc, computed once for an immutable payload. */
export function crcToWrite(parts: readonly Buffer[]): number {
  const [only] = parts;
  if (only === undefined || parts.length > 1) return payloadCrc(parts);
  const crc = known.get(only) ?? payloadCrc(parts);
  known.set(only, crc);
  return crc;
}

/** Offset of the next possible frame, or -1. */
export const nextMagic = (bytes: Buffer, from: number): number => bytes.indexOf(MAGIC, from);
