import { components } from './components/registry.ts';
import { runChild } from './runtime/child.ts';

runChild(components);
