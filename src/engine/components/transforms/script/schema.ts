import { compileFunction } from 'node:vm';
import { z } from 'zod';
import { compiles } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

/** Reports the line of invalid JavaScript without running it. */
function checkSyntax(code: string): void {
  try {
    compileFunction(code, ['event'], { filename: 'script' });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = /^script:(\d+)/.exec(error.stack ?? '')?.[1];
    throw new Error(`is not valid JavaScript${line ? ` in line ${line}` : ''}: ${error.message}`);
  }
}

export const scriptSchema = z.strictObject({
  code: field(z.string().trim().min(1).max(65_536).superRefine(compiles('script', checkSyntax)), {
    label: 'Script',
    help: "JavaScript that is run for each event. Change the object `event`; `return null` drops it, `return` another object replaces it, and a list of objects makes an event of each. Fields that the script does not touch keep their bytes; `exact('order.id')` reads a number with all its digits, as text.",
    kind: 'code',
    placeholder: 'event.slow = event.duration_ms > 500;',
  }),
  timeoutMs: field(z.int().min(1).max(1000).default(100), {
    label: 'Time for one event',
    help: 'A script that takes longer is stopped, and its event counts as an error. After ten in a row, the script pauses for five seconds.',
    unit: 'ms',
    group: 'Limits',
  }),
  memoryMiB: field(z.int().min(4).max(64).default(16), {
    label: 'Memory',
    help: 'A script that needs more is stopped, and its event counts as an error.',
    unit: 'MiB',
    group: 'Limits',
  }),
  ...transformFields(),
});

export const script = defineComponent({
  templateId: 'script',
  nodeType: 'TRANSFORM',
  name: 'Script',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Runs your own JavaScript on each event, in a sandbox. Slower than other transforms.',
  icon: 'braces',
  schema: scriptSchema,
});
