import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { absolutePathText, patternText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { maxLineBytes } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { longLines } from '../../shared/long-lines.ts';

const SEVERAL = 'Events of several lines';
const ofLines = { property: 'format', oneOf: ['lines', 'container'] };
const several = { property: 'multiline', oneOf: ['start', 'continuation', 'indent'] };

export const fileTailSchema = z
  .strictObject({
    path: field(absolutePathText(), {
      label: 'Path',
      help: 'A file, or a pattern such as /var/log/app/*.log. A file that does not exist yet is read once it appears.',
      kind: 'path',
      placeholder: '/var/log/app.log',
    }),
    readFrom: field(z.enum(['beginning', 'end']).default('beginning'), {
      label: 'Start at',
      help: 'Where to start in files that exist at the first start; later it continues where it stopped.',
      options: { beginning: 'The beginning', end: 'The end: new lines only' },
    }),
    exclude: field(z.array(z.string().trim().min(1).max(4096)).max(100).default([]), {
      label: 'Leave out',
      help: 'Patterns of files that are not read: of names such as *.gz, or of whole paths.',
      placeholder: '*.gz',
    }),
    ignoreOlderHours: field(z.number().min(0.01).max(100_000).optional(), {
      label: 'Leave out when not written for',
      help: 'Such a file is read from its beginning once it is written again; left empty, all are read.',
      unit: 'h',
    }),
    format: field(z.enum(['lines', 'container', 'journal']).default('lines'), {
      label: 'Format',
      help: 'Logs of containers give events with message, stream and time; lines that a runtime cut are put together. Entries of the journal give events with timestamp, message and the fields of systemd by their names.',
      options: {
        lines: 'Lines of text or JSON',
        container: 'Logs of containers (Docker json-file, CRI)',
        journal: 'Journal of systemd (journalctl -o export)',
      },
    }),
    encoding: field(z.enum(['utf-8', 'utf-16', 'windows-1252']).default('utf-8'), {
      label: 'Encoding',
      help: 'Events are UTF-8 whatever the files are. UTF-16 is read by its byte order mark, without one as little-endian.',
      options: { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'windows-1252': 'Latin 1 (Windows-1252)' },
      visibleWhen: ofLines,
    }),
    multiline: field(z.enum(['none', 'indent', 'start', 'continuation']).default('none'), {
      label: 'An event is',
      help: 'Which lines belong together, such as stack traces.',
      group: SEVERAL,
      visibleWhen: ofLines,
      options: {
        none: 'One line',
        indent: 'A line, with those after it that begin with a space or tab',
        start: 'A line that matches the pattern, with those after it that do not',
        continuation: 'A line, with those after it that match the pattern',
      },
    }),
    multilinePattern: field(patternText().optional(), {
      label: 'Pattern',
      help: 'Regular expression that a line has to match.',
      kind: 'pattern',
      placeholder: '^\\d{4}-\\d{2}-\\d{2}',
      group: SEVERAL,
      visibleWhen: { property: 'multiline', oneOf: ['start', 'continuation'] },
    }),
    multilineWaitMs: field(z.int().min(50).max(60_000).default(1000), {
      label: 'Longest wait',
      help: 'The last event of a file, or a line cut by a container runtime, is complete when no line follows for this long.',
      unit: 'ms',
      group: SEVERAL,
      visibleWhen: ofLines,
    }),
    multilineMaxLines: field(z.int().min(2).max(100_000).default(1000), {
      label: 'Most lines',
      help: 'Further lines become an event of their own; so do those beyond the longest line in bytes.',
      group: SEVERAL,
      visibleWhen: several,
    }),
    lastLineWaitMs: field(z.int().min(50).max(86_400_000).optional(), {
      label: 'Take an unfinished last line after',
      help: 'When nothing was written for this long. Left empty, the line waits for its line break; too short a time splits lines of programs that pause in the middle of one.',
      unit: 'ms',
      group: 'Limits',
      visibleWhen: ofLines,
    }),
    maxLineBytes: maxLineBytes(EVENT_MAX_BYTES_DEFAULT),
    longLines: longLines(),
  })
  .superRefine(({ format, multiline, multilinePattern }, context) => {
    if (format === 'journal') return;
    if ((multiline === 'start' || multiline === 'continuation') && multilinePattern === undefined)
      refuse(context, ['multilinePattern'], 'required', 'is required to tell which lines belong together');
  });
export type FileTailConfig = z.output<typeof fileTailSchema>;

export const fileTail = defineComponent({
  templateId: 'file_tail',
  nodeType: 'SOURCE',
  name: 'File',
  version: '1.1.0',
  category: 'SOURCE_CONFIG',
  group: 'System',
  description:
    'Follows files of this machine through rotation and goes on after a restart: lines, events of several lines, logs of containers, exports of the journal.',
  eventFields: ['message'],
  icon: 'file-text',
  schema: fileTailSchema,
});
