import { components as real } from '../../../src/engine/components/registry.ts';
import { runApart } from '../../../src/engine/isolation/child.ts';
import { harmful } from './harmful.ts';

runApart({ ...real, transforms: { ...real.transforms, ...harmful } });
