import { components } from '../components/registry.ts';
import { runIsolated } from './child.ts';

runIsolated(components);
