import { writeSync } from 'node:fs';
import { openBuffer } from '../open.ts';

/** Appends and takes numbered frames until killed; reports each frame stored and each taken. */
const [folder = '', first = '0'] = process.argv.slice(2);
const buffer = await openBuffer(
  folder,
  { mode: 'durable', maxBytes: 20_000, whenFull: 'block' },
  { segmentBytes: 1000, groupMs: 0 },
);

async function append(): Promise<never> {
  for (let n = Number(first); ; n++) {
    await buffer.append([Buffer.from(String(n).padEnd(100))], 1);
    writeSync(1, `kept ${n}\n`);
  }
}

async function take(): Promise<void> {
  for (let frame = await buffer.read(); frame; frame = await buffer.read()) {
    writeSync(1, `has ${Number(frame.payload.toString())}\n`);
    void buffer.ack(frame.position);
    frame.release();
  }
}

await Promise.all([append(), take()]);
