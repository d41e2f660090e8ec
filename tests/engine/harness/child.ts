import { join } from 'node:path';
import { components as real } from '../../../src/engine/components/registry.ts';
import { runChild } from '../../../src/engine/runtime/child.ts';
import { harmful } from './harmful.ts';
import { postedLines } from './posted.ts';

runChild(
  {
    ...real,
    sources: { ...real.sources, posted: postedLines },
    transforms: { ...real.transforms, ...harmful },
  },
  join(import.meta.dirname, 'isolated-child.ts'),
);
