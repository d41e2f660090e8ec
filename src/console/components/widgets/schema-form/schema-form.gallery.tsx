import { useState } from 'react';
import type { ConfigFormat, ConfigProperty } from '../../../../contract/config-format.ts';
import { SECRET_SET } from '../../../../contract/entities/common.ts';
import type { GalleryPage } from '../gallery.ts';
import { ErrorSummary } from './error-summary.tsx';
import { type FormErrors, SchemaForm } from './schema-form.tsx';

const property = (
  name: string,
  label: string,
  kind: ConfigProperty['kind'],
  rest: Partial<ConfigProperty> = {},
): ConfigProperty => ({ name, label, kind, required: false, essential: true, ...rest });

const AUTH: ConfigProperty = property('auth', 'Authentication', 'choice', {
  default: 'none',
  options: [
    { value: 'none', label: 'None' },
    { value: 'basic', label: 'Basic' },
    { value: 'token', label: 'Token' },
  ],
  linkedConfigFormats: [
    {
      oneOf: ['basic'],
      configFormat: {
        config_groups: [
          {
            name: 'basic',
            label: 'Basic',
            properties: [
              property('user', 'User', 'text', { required: true }),
              property('password', 'Password', 'secret', { required: true }),
            ],
          },
        ],
      },
    },
    {
      oneOf: ['token'],
      configFormat: {
        config_groups: [
          {
            name: 'token',
            label: 'Token',
            properties: [property('token', 'Token value', 'secret', { required: true })],
          },
        ],
      },
    },
  ],
});

const ALL: ConfigFormat = {
  config_groups: [
    {
      name: 'basics',
      label: 'Basics',
      properties: [
        property('name', 'Title', 'text', { required: true, help: 'What people call it.', maxLength: 80 }),
        property('notes', 'Notes', 'multiline'),
        property('path', 'Path', 'path', { placeholder: '/var/log/app.ndjson' }),
        property('field', 'Field', 'field', { default: 'message' }),
        property('port', 'Port', 'integer', { required: true, min: 1, max: 65_535 }),
        property('rate', 'Rate', 'number', { unit: 'events/s', min: 0, default: 100 }),
        property('tls', 'Use TLS', 'boolean'),
        property('certificate', 'Certificate', 'path', { visibleWhen: { property: 'tls', oneOf: [true] } }),
        property('region', 'Region', 'choice', {
          options: Array.from({ length: 5 }, (_, at) => ({ value: `r${at + 1}`, label: `Region ${at + 1}` })),
        }),
      ],
    },
    {
      name: 'content',
      label: 'Content',
      properties: [
        property('patterns', 'Other patterns', 'list'),
        property('fields', 'Keep', 'fields'),
        property('headers', 'Headers', 'map'),
        property('pattern', 'Pattern', 'pattern'),
        property('grok', 'Grok', 'grok', { placeholder: '%{COMBINEDAPACHELOG}' }),
        property('condition', 'Only when', 'condition'),
      ],
    },
    {
      name: 'access',
      label: 'Access',
      properties: [
        AUTH,
        property('key', 'Key', 'secret'),
        property('retry', 'Retry', 'object', {
          help: 'What is done after a failure.',
          objStructure: [
            property('times', 'Times', 'integer', { min: 0, max: 10, default: 3 }),
            property('proxy', 'Proxy', 'object', {
              objStructure: [property('host', 'Host', 'text'), property('secret', 'Proxy key', 'secret')],
            }),
          ],
        }),
        property('rules', 'Rules', 'objects', {
          objStructure: [
            property('target', 'Target', 'field', { required: true }),
            property('value', 'Value', 'text'),
          ],
        }),
      ],
    },
  ],
};

const FILLED: Record<string, unknown> = {
  name: 'Orders',
  notes: 'What the shop sends.',
  path: '/var/log/orders.ndjson',
  field: 'http.request',
  port: 8080,
  rate: 250,
  tls: true,
  certificate: '/etc/tls/orders.pem',
  region: 'r2',
  patterns: ['^GET ', 'a, b'],
  fields: ['level', 'client.ip'],
  headers: { 'X-Key': 'orders' },
  pattern: '^(?<verb>[A-Z]+) ',
  grok: '%{IP:client} %{WORD:verb}',
  condition: {
    match: 'any',
    rules: [
      { field: 'level', operator: 'equals', value: 'debug' },
      {
        match: 'all',
        rules: [
          { field: 'status', operator: 'in', value: ['304', '204'] },
          { field: 'user', operator: 'exists' },
        ],
      },
    ],
  },
  auth: 'basic',
  user: 'shop',
  password: SECRET_SET,
  key: SECRET_SET,
  retry: { times: 5, proxy: { host: 'proxy.example.org', secret: SECRET_SET } },
  rules: [
    { target: 'service', value: 'orders' },
    { target: 'env', value: 'production' },
    { target: 'team', value: 'shop' },
  ],
};

const ERRORS: FormErrors = {
  name: 'Title is required',
  port: 'Port must be at most 65535',
  'patterns.1': 'Other patterns, entry 2: ( has no end',
  'condition.rules.0.field': 'Rule 1 needs a field',
  user: 'User is required',
  'retry.proxy.host': 'Host cannot be reached',
  'rules.1.target': 'Target of entry 2 is required',
};

type ExampleProps = {
  id: string;
  format?: ConfigFormat;
  initial?: Record<string, unknown>;
  errors?: FormErrors;
  readOnly?: boolean;
  siteVersion?: string;
};

function Example({
  id,
  format = ALL,
  initial = {},
  errors = {},
  readOnly = false,
  siteVersion,
}: ExampleProps) {
  const [value, setValue] = useState(initial);
  return (
    <div style={{ maxWidth: 460, display: 'grid', gap: 16 }}>
      <ErrorSummary formId={id} errors={errors} />
      <SchemaForm
        formId={id}
        format={format}
        value={value}
        onChange={setValue}
        errors={errors}
        readOnly={readOnly}
        {...(siteVersion === undefined ? {} : { siteVersion })}
      />
      {!readOnly && (
        <details>
          <summary>Value</summary>
          <pre data-value="">{JSON.stringify(value)}</pre>
        </details>
      )}
    </div>
  );
}

const one = (...properties: ConfigProperty[]): ConfigFormat => ({
  config_groups: [{ name: 'main', label: 'Main', properties }],
});
const VERSIONED = one(
  property('old', 'Until 1.9', 'text', { maxSiteVersion: '1.9' }),
  property('both', 'Always', 'text'),
  property('new', 'From 2.0', 'text', { minSiteVersion: '2.0' }),
);

const FOLDED = one(
  property('url', 'URL', 'text', { required: true }),
  property('method', 'Method', 'text', { default: 'POST', essential: false }),
  property('limit', 'Size limit', 'integer', {
    default: 268_435_456,
    essential: false,
    min: 1024,
    unit: 'bytes',
  }),
  property('wait', 'Longest wait', 'integer', { default: 1000, essential: false, unit: 'ms' }),
);

export default {
  title: 'Schema form',
  states: [
    { name: 'all kinds, empty', render: () => <Example id="empty" initial={{ auth: 'none' }} /> },
    { name: 'all kinds, filled', render: () => <Example id="filled" initial={FILLED} /> },
    {
      name: 'advanced',
      render: () => <Example id="folded" format={FOLDED} initial={{ method: 'PUT', limit: 1_000_000 }} />,
    },
    {
      name: 'error inside Advanced',
      render: () => (
        <Example
          id="wrong"
          format={FOLDED}
          initial={{ limit: '256 apples' }}
          errors={{ limit: "Size limit must be a size such as '256 MB' or '64 KiB'" }}
        />
      ),
    },
    {
      name: 'errors',
      render: () => <Example id="errors" initial={{ ...FILLED, name: '', user: '' }} errors={ERRORS} />,
    },
    { name: 'read only', render: () => <Example id="stored" initial={FILLED} readOnly /> },
    { name: 'linked', render: () => <Example id="linked" format={one(AUTH)} initial={{ auth: 'token' }} /> },
    {
      name: 'nested',
      render: () => (
        <Example
          id="nested"
          format={one(...(ALL.config_groups[2]?.properties.slice(2) ?? []))}
          initial={FILLED}
        />
      ),
    },
    {
      name: 'a hidden property with an error',
      render: () => (
        <Example
          id="hidden"
          format={one(
            property('tls', 'Use TLS', 'boolean'),
            property('certificate', 'Certificate', 'path', {
              visibleWhen: { property: 'tls', oneOf: [true] },
            }),
          )}
          initial={{ tls: false, certificate: '/missing.pem' }}
          errors={{ certificate: 'Certificate cannot be read' }}
        />
      ),
    },
    { name: 'site 1.5', render: () => <Example id="old" format={VERSIONED} siteVersion="1.5" /> },
    { name: 'site 2.0', render: () => <Example id="new" format={VERSIONED} siteVersion="2.0" /> },
  ],
} satisfies GalleryPage;
