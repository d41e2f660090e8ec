import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { components as real } from '../../../src/engine/components/registry.ts';
import type { TransformComponent } from '../../../src/engine/components/types.ts';
import { runPreviewChild } from '../../../src/engine/preview/child.ts';
import { MEMORY_LIMIT_BYTES } from '../../../src/engine/preview/messages.ts';

const doing = (work: () => void): TransformComponent => ({ create: () => ({ process: work }) });

const MIB = 1 << 20;
const kept: unknown[] = [];

runPreviewChild({
  ...real,
  transforms: {
    ...real.transforms,
    endless: doing(() => {
      for (;;);
    }),
    /** Memory outside V8's limit, in one event. */
    hoards: doing(() => {
      for (;;) kept.push(Buffer.alloc(8 * MIB, 1));
    }),
    /** The same, gradually. */
    leaks: doing(() => {
      for (let n = 0; n < 8; n++) kept.push(Buffer.alloc(8 * MIB, 1));
    }),
    /** Exceeds the limit slightly in one event and keeps the memory; the process itself refuses the next. */
    brims: doing(() => {
      const left = MEMORY_LIMIT_BYTES - process.memoryUsage.rss();
      if (left > 0) kept.push(Buffer.alloc(left + 8 * MIB, 1));
    }),
    /** Objects, until V8 gives up. */
    fills: doing(() => {
      for (let n = 0; ; n++) kept.push({ n, text: `${n}` });
    }),
    ends: doing(() => process.exit(3)),
    writes: doing(() => writeFileSync(join(tmpdir(), 'penstock-preview'), 'x')),
    starts: doing(() => execFileSync('true')),
    throws: doing(() => {
      throw new Error('the transform broke');
    }),
  },
});
