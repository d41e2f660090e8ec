import type { Batch } from '../../../event/batch.ts';
import type { Output } from '../../../event/output.ts';

export function writeBody(batch: Batch, encoding: 'ndjson' | 'json', output: Output): number {
  output.clear();
  if (encoding === 'ndjson') {
    const events = batch.writeNdjson(output);
    return output.length - events;
  }
  let bytes = 0;
  output.byte(0x5b);
  for (let ev = 0; ev < batch.count; ev++) {
    if (!batch.isLive(ev)) continue;
    if (output.length > 1) output.byte(0x2c);
    const before = output.length;
    batch.writeJson(ev, output);
    bytes += output.length - before;
  }
  output.byte(0x5d);
  return bytes;
}
