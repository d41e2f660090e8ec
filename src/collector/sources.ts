import { DATAGRAM_MAX_BYTES, EVENT_MAX_BYTES_DEFAULT } from '../contract/limits.ts';
import { kafkaSource } from './kafka.ts';
import { quote } from './ottl.ts';
import { dropProcessor, transformProcessor } from './processors.ts';
import { Unrenderable } from './refusal.ts';
import { type RenderSource, STORAGE } from './rendered.ts';
import type { Shape } from './shape.ts';

/** Start of a line in its file, from the receiver. */
const OFFSET = 'log.file.record_offset';

/** Reads beyond the limit, to detect longer lines. */
const BEYOND = 16;

const MESSAGE: Shape = new Map([['message', { kinds: ['text'], isAlways: true }]]);
const toMessage = () => transformProcessor(['set(log.body, {"message": log.body})']);

const KEEP_SPACES = { preserve_leading_whitespaces: true, preserve_trailing_whitespaces: true };
const ENDLESS = { enabled: true, max_elapsed_time: '0s' };

const fileTail: RenderSource = (settings) => {
  const path = settings.take('path', '');
  if (/[?[\]{}\\]|\*\*/.test(path))
    throw new Unrenderable(
      `The path '${path}' has a pattern that Collectors read differently`,
      'Use a path with single stars only, such as /var/log/app/*.log',
    );
  const excluded = settings.take<readonly string[]>('exclude', []);
  if (excluded.length > 0)
    throw new Unrenderable(
      "Collectors read the patterns of 'Leave out' differently",
      'Leave it empty, and make the path fit the files that are to be read',
    );
  settings.expect<number | undefined>(
    'ignoreOlderHours',
    'Leave out when not written for',
    undefined,
    undefined,
    "Leave 'Leave out when not written for' empty",
  );
  settings.expect('format', 'Format', 'lines', 'lines', "Choose 'Lines of text or JSON'");
  settings.expect('encoding', 'Encoding', 'utf-8', 'utf-8', "Choose 'UTF-8'");
  settings.expect('multiline', 'An event is', 'none', 'none', "Choose 'One line'");
  settings.ignore('multilinePattern', 'multilineWaitMs', 'multilineMaxLines');
  settings.expect(
    'longLines',
    'Longer lines',
    'dead_letter',
    'dead_letter',
    "Choose 'Become dead letters': Collectors cut lines in the middle of a character",
  );
  settings.expect<number | undefined>(
    'lastLineWaitMs',
    'Take an unfinished last line after',
    undefined,
    undefined,
    "Leave 'Take an unfinished last line after' empty",
  );
  const longest = settings.take('maxLineBytes', EVENT_MAX_BYTES_DEFAULT);
  return {
    receiver: {
      type: 'filelog',
      settings: {
        include: [path],
        start_at: settings.take('readFrom', 'beginning'),
        include_file_name: false,
        include_file_record_offset: true,
        ...KEEP_SPACES,
        // An unfinished line waits for its line break.
        force_flush_period: '0s',
        max_log_size: longest + BEYOND,
        max_log_size_behavior: 'truncate',
        storage: STORAGE,
        retry_on_failure: ENDLESS,
      },
    },
    processors: [
      // A byte order mark is no part of the first line.
      ...transformProcessor([
        `replace_pattern(log.body, ${quote('^\\x{feff}')}, "") where log.attributes["${OFFSET}"] == 0`,
        `delete_key(log.attributes, "${OFFSET}")`,
      ]),
      ...dropProcessor(`log.body == "" or Len(log.body) > ${longest}`),
      ...toMessage(),
    ],
    shape: MESSAGE,
    notes: [
      'A line that is too long is dropped; agents keep no dead letters',
      'Files are identified by their first 1000 bytes: two with the same beginning count as one',
      'Files need Collectors of release 0.149.0 or later: earlier ones lack a setting for lines that are too long, and go back to what they ran',
    ],
    variables: [],
  };
};

const udpLines: RenderSource = (settings) => {
  const address = settings.take('address', '127.0.0.1');
  if (address.includes(':'))
    throw new Unrenderable(
      'Datagrams over IPv6 can be longer than an engine takes, and Collectors take them',
      'Use an IPv4 address, such as 0.0.0.0',
    );
  settings.expect(
    'trimEnd',
    'Cut off control characters at the end',
    true,
    false,
    "Turn on 'Cut off control characters at the end', which Collectors always do",
  );
  settings.expect(
    'maxMessageBytes',
    'Longest datagram',
    DATAGRAM_MAX_BYTES,
    DATAGRAM_MAX_BYTES,
    `Set 'Longest datagram' to ${DATAGRAM_MAX_BYTES} bytes, the longest there is`,
  );
  settings.ignore('longLines');
  if (settings.take<readonly string[]>('permittedSenders', []).length > 0)
    throw new Unrenderable(
      "A Collector has nothing for the setting 'Permitted senders' of this node",
      'Leave it empty, and let the firewall of the machine choose the senders',
    );
  const isWhole = settings.take<string>('split', 'lines') === 'datagram';
  return {
    receiver: {
      type: 'udplog',
      settings: {
        listen_address: `${address}:${settings.take<number | undefined>('port', undefined)}`,
        ...(isWhole
          ? { one_log_per_packet: true }
          : { multiline: { line_end_pattern: '\\r?\\n', omit_pattern: true } }),
        ...KEEP_SPACES,
        retry_on_failure: ENDLESS,
      },
    },
    processors: [...dropProcessor('log.body == ""'), ...toMessage()],
    shape: MESSAGE,
    notes: ['Each agent listens on its own machine; datagrams that come while it cannot read are lost'],
    variables: [],
  };
};

export const SOURCES: Readonly<Record<string, RenderSource>> = {
  file_tail: fileTail,
  kafka: kafkaSource,
  udp: udpLines,
};
