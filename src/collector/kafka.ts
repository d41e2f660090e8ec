import { EVENT_MAX_BYTES_DEFAULT } from '../contract/limits.ts';
import { eventField } from './ottl.ts';
import { type CollectorComponent, dropProcessor, transformProcessor } from './processors.ts';
import { Reference } from './references.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import {
  type NeededVariable,
  type RenderDestination,
  type RenderSource,
  takeSendingQueue,
} from './rendered.ts';
import type { Shape } from './shape.ts';

const MIB = 1024 * 1024;
const MECHANISMS = {
  plain: 'PLAIN',
  scram_sha_256: 'SCRAM-SHA-256',
  scram_sha_512: 'SCRAM-SHA-512',
} as const;

/** Agents retry forever. */
const ENDLESS = { enabled: true, max_elapsed_time: '0s' };

/** Brokers and sign-in. @throws Unrenderable for custom certificates */
function takeCluster(
  settings: Settings,
  variable: string,
): { cluster: Record<string, unknown>; variables: NeededVariable[] } {
  const sasl = settings.take<'none' | keyof typeof MECHANISMS>('sasl', 'none');
  const username = settings.take('username', '');
  settings.ignore('password', 'tlsMinVersion');
  const isSecure = settings.take<boolean>('tls', false);
  if (isSecure) {
    settings.expect(
      'tlsVerify',
      'Check the certificate',
      true,
      true,
      "Turn on 'Check the certificate': the certificates of the brokers must be trusted by the machine of the agent",
    );
    for (const [name, label] of [
      ['tlsCa', 'Trusted authorities'],
      ['tlsServerName', 'Server name'],
      ['tlsCert', 'Client certificate'],
      ['tlsKey', 'Key of the client certificate'],
    ] as const)
      settings.expect(name, label, undefined, undefined, `Leave '${label}' empty`);
  } else settings.ignore('tlsVerify', 'tlsCa', 'tlsServerName', 'tlsCert', 'tlsKey');
  return {
    cluster: {
      brokers: settings.take<readonly string[]>('brokers', []).map(withPort),
      ...(isSecure && { tls: { insecure: false } }),
      ...(sasl !== 'none' && {
        auth: {
          sasl: { mechanism: MECHANISMS[sasl], username, password: new Reference(`\${env:${variable}}`) },
        },
      }),
    },
    variables: sasl === 'none' ? [] : [{ name: variable, purpose: 'password' }],
  };
}

const withPort = (broker: string): string => (/:\d+$/.test(broker) ? broker : `${broker}:9092`);

/** Uncompressed message size, leaving room for Kafka's overhead in a million bytes. */
const MOST_BYTES = 999_000;
/** Temporary attribute with the event's size; messages have no attributes. */
const SIZE = 'log.attributes["size"]';

/**
 * Drops oversized messages: the exporter would give up all events of their batch. Only long texts are
 * serialized to measure them, since a byte takes at most six in JSON.
 */
function dropTooLarge(shape: Shape): CollectorComponent[] {
  const texts = [...shape].flatMap(([name, field]) =>
    field.kinds.includes('text') ? [eventField(name)] : [],
  );
  const long = Math.floor(MOST_BYTES / 8 / Math.max(texts.length, 1));
  const isLong = texts.map((field) => `(IsString(${field}) and Len(${field}) > ${long})`).join(' or ');
  if (isLong === '') return [];
  return [
    ...transformProcessor(
      [
        `set(${SIZE}, String(log.body))`,
        // These take six bytes in the exporter's JSON.
        `replace_pattern(${SIZE}, "[<>&\\\\x{2028}\\\\x{2029}]", "123456")`,
      ],
      isLong,
    ),
    ...dropProcessor(`${SIZE} != nil and Len(${SIZE}) > ${MOST_BYTES}`),
  ];
}

/** One text per message. */
export const kafkaSource: RenderSource = (settings, variable) => {
  const { cluster, variables } = takeCluster(settings, variable);
  settings.expect(
    'format',
    'Format',
    'text',
    'auto',
    "Choose 'Text': Collectors read numbers in JSON differently",
  );
  settings.expect<string | undefined>(
    'detailsField',
    'Put the message details in',
    undefined,
    undefined,
    "Leave 'Put the message details in' empty",
  );
  settings.expect(
    'longMessages',
    'Longer messages',
    'dead_letter',
    'dead_letter',
    "Choose 'Become dead letters': Collectors cut messages in the middle of a character",
  );
  const fetchBytes = settings.take('fetchBytes', 4 * MIB);
  const longest = settings.take('maxEventBytes', EVENT_MAX_BYTES_DEFAULT);
  return {
    receiver: {
      type: 'kafka',
      settings: {
        ...cluster,
        group_id: settings.take('group', ''),
        initial_offset: settings.take('startAt', 'earliest'),
        max_fetch_size: fetchBytes,
        max_partition_fetch_size: Math.min(fetchBytes, MIB),
        logs: { topics: settings.take<readonly string[]>('topics', []), encoding: 'text' },
        // Commits an offset once all destinations' queues have the event.
        message_marking: { after: true, on_error: false },
        error_backoff: ENDLESS,
      },
    },
    processors: [
      ...dropProcessor(`log.body == "" or Len(log.body) > ${longest}`),
      ...transformProcessor(['set(log.body, {"message": log.body})']),
    ],
    shape: new Map([['message', { kinds: ['text'], isAlways: true }]]),
    notes: [
      'A message that is too long is dropped; agents keep no dead letters',
      'The agents of the fleet share the partitions, as members of one group',
    ],
    variables,
  };
};

/** One message per event. */
export const kafkaDestination: RenderDestination = (settings, variable) => {
  const { cluster, variables } = takeCluster(settings, variable);
  settings.expect(
    'format',
    'Format',
    'json',
    'json',
    "Choose 'Always JSON': Collectors put quotes around texts",
  );
  for (const [name, label] of [
    ['keyField', 'Key field'],
    ['timeField', 'Time field'],
  ] as const)
    settings.expect(name, label, undefined, undefined, `Leave '${label}' empty`);
  settings.expect(
    'eventId',
    'Send the event id',
    false,
    false,
    "Turn off 'Send the event id': a Collector gives events no ids",
  );
  if (Object.keys(settings.take<Record<string, string>>('headers', {})).length > 0)
    throw new Unrenderable('A Collector sends no headers of its own with a message', "Leave 'Headers' empty");
  const topic = settings.take('topic', '');
  if (!/^[a-zA-Z0-9._-]*$/.test(topic))
    throw new Unrenderable(
      `The topic '${topic}' has parts that are filled in for each event`,
      'Use one topic, and a Route before several destinations where events differ',
    );
  return {
    exporter: {
      type: 'kafka',
      settings: {
        ...cluster,
        logs: { topic, encoding: 'raw' },
        timeout: `${settings.take('timeoutSeconds', 30)}s`,
        producer: {
          required_acks: -1,
          compression: settings.take('compression', 'zstd'),
          allow_auto_topic_creation: false,
        },
        sending_queue: takeSendingQueue(settings, { maxEvents: 2000, timeoutMs: 200 }, 1),
        retry_on_failure: ENDLESS,
      },
    },
    notes: [
      'What brokers refuse for good is dropped; agents keep no dead letters',
      `An event of more than ${MOST_BYTES} bytes as JSON is dropped; topics must take messages of that size`,
      'Requests are limited by events, not by bytes',
    ],
    variables,
    shapeRecords: dropTooLarge,
  };
};
