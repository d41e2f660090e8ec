import { components } from '../components/registry.ts';
import { OUTPUT_UMASK } from '../private-folder.ts';
import { runIsolated } from './child.ts';

process.umask(OUTPUT_UMASK);
runIsolated(components);
