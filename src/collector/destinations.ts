import { kafkaDestination } from './kafka.ts';
import { allOf, eventField, quote, readFieldName } from './ottl.ts';
import { toRe2 } from './pattern.ts';
import { type CollectorComponent, transformProcessor } from './processors.ts';
import { Reference } from './references.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import { type NeededVariable, type RenderDestination, takeSendingQueue } from './rendered.ts';
import { isText, type Shape } from './shape.ts';

const SEVERITIES: Readonly<Record<number, readonly string[]>> = {
  1: ['trace'],
  5: ['debug'],
  9: ['info', 'information', 'informational'],
  10: ['notice'],
  13: ['warn', 'warning'],
  17: ['err', 'error'],
  18: ['crit', 'critical'],
  19: ['alert'],
  21: ['emerg', 'fatal', 'panic'],
};

/** The engine sends these fields in the log record, not its body, when their values fit. */
const RECORD_PARTS = [
  ...[
    'severity_number',
    'trace_id',
    'span_id',
    'trace_flags',
    'event_name',
    'observed_timestamp',
    'resource',
  ],
  ...['scope', 'other_attributes'],
];

type RecordSettings = {
  time: string;
  severity: string;
  body: string;
  resource: Readonly<Record<string, string>>;
};

function shapeLogRecords(
  { time, severity, body, resource }: RecordSettings,
  shape: Shape,
): CollectorComponent[] {
  const part = RECORD_PARTS.find((name) => shape.has(name));
  if (part !== undefined)
    throw new Unrenderable(
      `Events can have the field '${part}', which an engine sends as part of the log record when its value fits`,
      `Rename or remove '${part}' before`,
    );
  if (shape.has(time))
    throw new Unrenderable(
      `Events can have the field '${time}', whose text an engine reads as a time in many forms`,
      `Remove or rename '${time}' before, or choose another time field in the destination`,
    );
  const level = shape.get(severity);
  if (level && (!isText(level) || severity === body))
    throw new Unrenderable(
      `Events can have a severity '${severity}' that is no text of its own`,
      'Set it as text, or choose another severity field in the destination',
    );
  const field = eventField(severity);
  const levels = level
    ? [
        `set(log.severity_text, ${field})`,
        ...Object.entries(SEVERITIES).map(([number, names]) => {
          const { source } = toRe2(`^(?:${names.join('|')})$`, true);
          return `set(log.severity_number, ${number}) where IsMatch(${field}, ${quote(source)})`;
        }),
        `delete_key(log.body, ${quote(severity)})`,
      ]
    : [];
  const message = shape.get(body);
  const always = [
    ...Object.entries(resource).map(
      ([key, value]) => `set(resource.attributes[${quote(key)}], ${quote(value)})`,
    ),
    'set(scope.name, "penstock")',
  ];
  const bodies = message
    ? [
        `set(log.attributes, log.body)`,
        `set(log.body, log.attributes[${quote(body)}])`,
        `delete_key(log.attributes, ${quote(body)})`,
      ]
    : [];
  return [
    ...transformProcessor(levels, level?.isAlways === false ? `${field} != nil` : true),
    ...transformProcessor(bodies, allOf([message?.isAlways === false ? `${eventField(body)} != nil` : true])),
    ...transformProcessor(always),
  ];
}

function toLogsUrl(text: string): string {
  const url = new URL(text);
  if (url.pathname === '/') url.pathname = '/v1/logs';
  return url.href;
}

function renderAuth(
  settings: Settings,
  variable: string,
): { headers: Record<string, unknown>; variables: NeededVariable[] } {
  const auth = settings.take('auth', 'none');
  const header = settings.take('apiKeyHeader', 'x-api-key');
  settings.ignore('username', 'password', 'token', 'apiKey');
  if (auth === 'none') return { headers: {}, variables: [] };
  if (auth === 'bearer')
    return {
      headers: { authorization: new Reference(`Bearer \${env:${variable}}`) },
      variables: [{ name: variable, purpose: 'token' }],
    };
  if (auth === 'api_key')
    return {
      headers: { [header.toLowerCase()]: new Reference(`\${env:${variable}}`) },
      variables: [{ name: variable, purpose: 'API key' }],
    };
  throw new Unrenderable(
    'User and password would have to be in the configuration',
    'Use a token or an API key, which agents read from their environment',
  );
}

const otlpHttp: RenderDestination = (settings, variable) => {
  const records: RecordSettings = {
    time: readFieldName(settings.take('timeField', 'timestamp')),
    severity: readFieldName(settings.take('severityField', 'severity')),
    body: readFieldName(settings.take('bodyField', 'message')),
    resource: settings.take<Record<string, string>>('resource', { 'service.name': 'penstock' }),
  };
  settings.expect(
    'eventId',
    'Send the event id',
    false,
    false,
    "Turn off 'Send the event id': a Collector gives events no ids",
  );
  settings.expect('tls', 'Certificates', 'system', 'system', "Choose 'Public certificate authorities'");
  settings.ignore('tlsVerify', 'tlsCa', 'tlsServerName', 'tlsMinVersion', 'tlsCert', 'tlsKey');
  const { headers, variables } = renderAuth(settings, variable);
  const all = { ...settings.take<Record<string, string>>('headers', {}), ...headers };
  return {
    exporter: {
      type: 'otlphttp',
      settings: {
        logs_endpoint: toLogsUrl(settings.take('url', '')),
        encoding: settings.take('encoding', 'json') === 'json' ? 'json' : 'proto',
        compression: settings.take('compression', 'gzip'),
        timeout: `${settings.take('timeoutSeconds', 30)}s`,
        ...(Object.keys(all).length > 0 && { headers: all }),
        sending_queue: takeSendingQueue(
          settings,
          { maxEvents: 1000, timeoutMs: 1000 },
          settings.take('concurrency', 1),
        ),
        retry_on_failure: { enabled: true, max_elapsed_time: '0s' },
      },
    },
    notes: [
      'What the receiver refuses for good is dropped; agents keep no dead letters. They try again after 429, 502, 503 and 504 only',
      'Requests are limited by events, not by bytes',
    ],
    variables,
    shapeRecords: (shape) => shapeLogRecords(records, shape),
  };
};

const blackhole: RenderDestination = (settings) => {
  settings.ignore('batch', 'buffer');
  return { exporter: { type: 'nop', settings: {} }, notes: [], variables: [], shapeRecords: () => [] };
};

export const DESTINATIONS: Readonly<Record<string, RenderDestination>> = {
  otlp_http: otlpHttp,
  kafka: kafkaDestination,
  blackhole,
};
