import { transforms } from '../components/transforms/registry.ts';
import { OUTPUT_UMASK } from '../private-folder.ts';
import { runIsolated } from './child.ts';

process.umask(OUTPUT_UMASK);
// Sources and destinations stay in the engine, and would be most of the code to load.
runIsolated({ sources: {}, transforms, sinks: {} });
