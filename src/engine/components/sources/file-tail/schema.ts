import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { absolutePathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { maxLineBytes } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const fileTailSchema = z.strictObject({
  path: field(absolutePathText(), {
    label: 'Path',
    help: 'A file, or a pattern such as /var/log/app/*.log. A file that does not exist yet is waited for.',
    kind: 'path',
    placeholder: '/var/log/app.log',
  }),
  readFrom: field(z.enum(['beginning', 'end']).default('beginning'), {
    label: 'Start at',
    help: 'Where reading begins in files that are there at the first start; later it goes on where it stopped.',
    options: { beginning: 'The beginning', end: 'The end: new lines only' },
  }),
  maxLineBytes: maxLineBytes(EVENT_MAX_BYTES_DEFAULT),
});
export type FileTailConfig = z.output<typeof fileTailSchema>;

export const fileTail = defineComponent({
  templateId: 'file_tail',
  nodeType: 'SOURCE',
  name: 'File',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'System',
  description: 'Follows files of this machine line by line, through rotation, and goes on after a restart.',
  icon: 'file-text',
  schema: fileTailSchema,
});
