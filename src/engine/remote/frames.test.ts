import { expect, it } from 'vitest';
import { FrameReader, toFrames } from './frames.ts';

const MAX_MESSAGE_BYTES = 65_536;

it('a long message is sent in parts and joined unchanged', () => {
  const message = { kind: 'x', text: '€𝄞"\\'.repeat(60_000) };
  const frames = toFrames(message);
  expect(frames.length).toBeGreaterThan(5);
  expect(Math.max(...frames.map(({ length }) => length))).toBeLessThan(MAX_MESSAGE_BYTES);
  const reader = new FrameReader();
  const read = [...frames, ...toFrames({ next: 1 })].map((frame) => reader.take(frame));
  expect(read.filter((one) => one !== undefined)).toEqual([message, { next: 1 }]);
});

it('what does not end is refused before it fills the memory', () => {
  const reader = new FrameReader();
  const more = Buffer.alloc(8 * 1024 * 1024);
  expect(() => {
    for (let part = 0; part < 6; part++) reader.take(more);
  }).toThrow('longer than');
});

it('a message in single bytes is refused before it fills the memory', () => {
  const reader = new FrameReader();
  const frame = Buffer.from([0, 0x20]);
  expect(() => {
    for (let piece = 0; piece < 200_000; piece++) reader.take(frame);
  }).toThrow('longer than');
});
