import type { SuggestRequest } from '../../contract/calls/suggestions.ts';
import { isRecord } from '../../contract/values.ts';
import { readContainerLine } from '../components/sources/file-tail/container-line.ts';
import { journalEvent } from '../components/sources/file-tail/journal-entry.ts';
import { suggestEncoding, suggestGrouping, suggestSplit } from './line-groups.ts';
import type { Reading, SourceEvent, SourceIdea } from './source-idea.ts';
import { suggestSyslog } from './syslog-settings.ts';

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An unparsed line is in `message` alone. */
export function toSourceEvent(text: string, isText: boolean, at: number | undefined): SourceEvent {
  const fields = isText ? undefined : parseObject(text);
  if (!fields) return { fields: { message: text }, line: text, at };
  const { message } = fields;
  const isLine = typeof message === 'string' && Object.keys(fields).length === 1;
  return { fields, line: isLine ? message : text, at };
}

const toLine = (message: string): string => JSON.stringify({ message });

/** The source itself can parse lines that are objects. */
function suggestObjects(
  { config, events }: Reading,
  format: string,
  readsText: readonly unknown[],
): SourceIdea[] {
  const isText = ({ fields, line }: SourceEvent) => fields.message === line;
  if (!readsText.includes(config.format) || !events.some(isText)) return [];
  const objects = events.map((event) => isText(event) && parseObject(event.line) !== undefined);
  return [
    {
      title: 'JSON: one object per event',
      config: { format },
      isMatch: (index) => objects[index] === true,
      becomes: events.map(({ line }, index) => (objects[index] ? line : toLine(line))),
    },
  ];
}

function suggestDocument({ config, events }: Reading): SourceIdea[] {
  if (config.format === 'json' || events.length < 2 || events.every(({ line }) => parseObject(line)))
    return [];
  try {
    const value: unknown = JSON.parse(events.map(({ line }) => line).join('\n'));
    const objects = (Array.isArray(value) ? value : [value]).filter(isRecord);
    if (objects.length === 0) return [];
    return [
      {
        title: `JSON: one document of several lines, ${objects.length} of its objects captured`,
        config: { format: 'json' },
        isMatch: () => true,
        becomes: objects.map((one) => JSON.stringify(one)),
      },
    ];
  } catch {
    return [];
  }
}

function suggestContainer({ config, events }: Reading): SourceIdea[] {
  if (config.format === 'container') {
    const isLine = events.map(({ fields }) => fields.stream === undefined && fields.time === undefined);
    const becomes = events.map(({ fields, line }) => toLine(String(fields.message ?? line)));
    return [
      {
        title: 'Lines of text or JSON: these are no logs of containers',
        config: { format: 'lines' },
        isMatch: (index) => isLine[index] === true,
        becomes,
      },
    ];
  }
  const read = events.map(({ line }) => readContainerLine(line));
  return [
    {
      title: 'Logs of containers',
      config: { format: 'container' },
      isMatch: (index) => read[index] !== null,
      becomes: events.map(({ line }, index) => {
        const own = read[index];
        return own ? JSON.stringify({ message: own.text, stream: own.stream, time: own.time }) : toLine(line);
      }),
    },
  ];
}

const JOURNAL_LINE = /^[A-Z_][A-Z0-9_]*=/;

/**
 * Each entry of a journal export begins with its cursor; empty lines separate entries
 * (https://systemd.io/JOURNAL_EXPORT_FORMATS/).
 */
function suggestJournal({ events }: Reading): SourceIdea[] {
  const isLine = events.map(({ line }) => JOURNAL_LINE.test(line));
  const starts = events.flatMap(({ line }, index) => (line.startsWith('__CURSOR=') ? [index] : []));
  if (starts.length === 0) return [];
  const entries = starts.map((start, index) =>
    events.slice(start, starts[index + 1]).map(({ line }) => `${line}\n`),
  );
  const becomes = entries.flatMap((lines) => journalEvent(Buffer.from(lines.join(''))) ?? []);
  return [
    {
      title: `Journal of systemd: ${events.length} lines become ${becomes.length} entries`,
      config: { format: 'journal' },
      isMatch: (index) => isLine[index] === true && index >= starts[0]!,
      becomes,
    },
  ];
}

function suggestFile(reading: Reading): SourceIdea[] {
  const { format = 'lines' } = reading.config;
  if (format === 'journal') return [];
  const container = suggestContainer(reading);
  if (format === 'container') return container;
  return [...container, ...suggestJournal(reading), ...suggestGrouping(reading), ...suggestEncoding(reading)];
}

const SUGGESTERS: Record<string, (reading: Reading) => SourceIdea[]> = {
  file_tail: suggestFile,
  http_server: (reading) => [
    ...suggestObjects(reading, 'ndjson', ['auto', 'text']),
    ...suggestDocument(reading),
  ],
  kafka: (reading) => suggestObjects(reading, 'json', ['text']),
  relp: suggestSyslog,
  s3: (reading) => [...suggestObjects(reading, 'ndjson', ['auto', 'text']), ...suggestDocument(reading)],
  syslog: suggestSyslog,
  udp: suggestSplit,
};

export function listSourceIdeas(
  { templateId, config }: NonNullable<SuggestRequest['source']>,
  events: readonly SourceEvent[],
): SourceIdea[] {
  return SUGGESTERS[templateId]?.({ config, events }) ?? [];
}
