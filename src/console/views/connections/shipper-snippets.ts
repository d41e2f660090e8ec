/** Log shippers with acknowledgements: Filebeat, Fluent Bit and Fluentd. */

import { CA, isClientCertificateRequired, PROOF, type Snippet } from './listener-snippets.ts';

type Config = Readonly<Record<string, unknown>>;
type Setting = readonly [name: string, value: string];

const readPort = ({ port }: Config, otherwise: number): number =>
  typeof port === 'number' ? port : otherwise;
const stripBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Names of the same files in another shipper. */
const tlsSettings = (config: Config, ca: string, cert: string, key: string): Setting[] => {
  if (config.tls !== true) return [];
  const own: Setting[] = isClientCertificateRequired(config)
    ? [
        [cert, PROOF.cert],
        [key, PROOF.key],
      ]
    : [];
  return [[ca, CA], ...own];
};

export function buildBeatsSnippets(config: Config, shown: string): Snippet[] {
  const tls = tlsSettings(config, 'certificate_authorities', 'certificate', 'key').map(
    ([name, value]): Setting => [name, name === 'certificate_authorities' ? `["${value}"]` : `"${value}"`],
  );
  const text = [
    'output.logstash:',
    `  hosts: ["${shown}:${readPort(config, 5044)}"]`,
    ...tls.map(([name, value]) => `  ssl.${name}: ${value}`),
  ].join('\n');
  return [{ label: 'Filebeat', text }];
}

export function buildFluentSnippets(config: Config, shown: string): Snippet[] {
  const host = stripBrackets(shown);
  const port = readPort(config, 24_224);
  const isTls = config.tls === true;
  const bit = tlsSettings(config, 'tls.ca_file', 'tls.crt_file', 'tls.key_file');
  const fluentd = tlsSettings(config, 'tls_cert_path', 'tls_client_cert_path', 'tls_client_private_key_path');
  const output: Setting[] = [
    ['name', 'forward'],
    ['match', '*'],
    ['host', host],
    ['port', String(port)],
    ['require_ack_response', 'true'],
    ...(isTls ? ([['tls', 'on']] as const) : []),
    ...bit,
  ];
  const settings: Setting[] = [
    ['@type', 'forward'],
    ['require_ack_response', 'true'],
    ...(isTls ? ([['transport', 'tls']] as const) : []),
    ...fluentd,
  ];
  const match = [
    '<match **>',
    ...settings.map(([name, value]) => `  ${name} ${value}`),
    '  <server>',
    `    host ${host}`,
    `    port ${port}`,
    '  </server>',
    '</match>',
  ];
  return [
    {
      label: 'Fluent Bit',
      text: ['[OUTPUT]', ...output.map(([name, value]) => `    ${name} ${value}`)].join('\n'),
    },
    { label: 'Fluentd', text: match.join('\n') },
  ];
}
