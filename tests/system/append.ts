import { writeSync } from 'node:fs';
import { openBuffer } from '../../src/engine/buffer/open.ts';

/** Appends numbered frames to a durable buffer and reports each result at once. */
const [folder = '', count = '0'] = process.argv.slice(2);
const buffer = await openBuffer(
  folder,
  { mode: 'durable', maxBytes: 1e8, whenFull: 'block' },
  { segmentBytes: 2000, groupMs: 0 },
);
for (let n = 0; n < Number(count); n++) {
  const answer = await buffer.append([Buffer.from(`frame ${n}`)], 1).then(
    () => 'ACK',
    () => 'FAIL',
  );
  writeSync(1, `${answer} ${n}\n`);
}
// Left open: acknowledged events must survive that.
process.exit(0);
