import { components as real } from '../../../src/engine/components/registry.ts';
import { runIsolated } from '../../../src/engine/isolation/child.ts';
import { harmful } from './harmful.ts';

runIsolated({ ...real, transforms: { ...real.transforms, ...harmful } });
