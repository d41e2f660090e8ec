import { components } from '../components/registry.ts';
import { runApart } from './child.ts';

runApart(components);
