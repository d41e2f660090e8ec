import { components } from './components/registry.ts';
import { OUTPUT_UMASK } from './private-folder.ts';
import { runChild } from './runtime/child.ts';

process.umask(OUTPUT_UMASK);
runChild(components);
