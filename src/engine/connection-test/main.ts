import { components } from '../components/registry.ts';
import { runTestChild } from './child.ts';

runTestChild(components);
