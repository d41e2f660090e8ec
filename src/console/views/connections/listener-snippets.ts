export type Snippet = { label: string; text: string };

/** Snippets for sources that receive text over TCP, UDP and TLS. */

type Config = Readonly<Record<string, unknown>>;

/** Paths of the CA and of the sender's own certificate in the snippets. */
export const CA = '/etc/ssl/penstock-ca.pem';
export const PROOF = { cert: '/etc/ssl/client.pem', key: '/etc/ssl/client-key.pem' };
const readPort = ({ port }: Config, otherwise: number): number =>
  typeof port === 'number' ? port : otherwise;
/** Only programs that take a URL need brackets around IPv6 addresses. */
const stripBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');
export const isClientCertificateRequired = ({ tlsClientCa }: Config): boolean =>
  typeof tlsClientCa === 'string' && tlsClientCa !== '';

function buildOpensslSnippet(config: Config, host: string, port: number, line: string): Snippet {
  const proof = isClientCertificateRequired(config) ? ` -cert ${PROOF.cert} -key ${PROOF.key}` : '';
  const text = `echo '${line}' | openssl s_client -quiet -no_ign_eof -verify_return_error -CAfile ${CA}${proof} -connect ${host}:${port}`;
  return { label: 'openssl', text };
}

export function buildTcpSnippets(config: Config, host: string): Snippet[] {
  const port = readPort(config, 9000);
  if (config.tls === true) return [buildOpensslSnippet(config, host, port, '{"level":"info"}')];
  return [{ label: 'netcat', text: `echo '{"level":"info"}' | nc -N ${stripBrackets(host)} ${port}` }];
}

export const buildUdpSnippets = (config: Config, host: string): Snippet[] => [
  {
    label: 'netcat',
    text: `echo '{"level":"info"}' | nc -u -w1 ${stripBrackets(host)} ${readPort(config, 9000)}`,
  },
];

function buildSyslogNgSnippets(config: Config, host: string, port: number): Snippet {
  const protocol = config.transport === 'udp' || config.transport === 'tls' ? config.transport : 'tcp';
  const isBsd = config.format === 'rfc3164';
  const driver = isBsd || config.framing === 'newline' ? 'network' : 'syslog';
  const flags = driver === 'network' && !isBsd ? ' flags(syslog-protocol)' : '';
  const proof = isClientCertificateRequired(config)
    ? ` cert-file("${PROOF.cert}") key-file("${PROOF.key}")`
    : '';
  const tls = protocol === 'tls' ? ` tls(ca-file("${CA}")${proof})` : '';
  return {
    label: 'syslog-ng',
    text: [
      'destination d_penstock {',
      `  ${driver}("${host}" port(${port}) transport("${protocol}")${tls}${flags});`,
      '};',
      'log { source(s_src); destination(d_penstock); };',
    ].join('\n'),
  };
}

const getRsyslogTemplate = ({ format }: Config): string =>
  format === 'rfc3164' ? 'RSYSLOG_TraditionalForwardFormat' : 'RSYSLOG_SyslogProtocol23Format';

/** rsyslog keeps unsent messages, and retries forever. */
const RSYSLOG_QUEUE =
  '  action.resumeRetryCount="-1" queue.type="LinkedList" queue.filename="penstock" queue.saveOnShutdown="on")';

function buildRsyslogSnippets(config: Config, host: string, port: number): Snippet {
  const isUdp = config.transport === 'udp';
  const isTls = config.transport === 'tls';
  const template = getRsyslogTemplate(config);
  const framing = config.framing === 'newline' ? 'traditional' : 'octet-counted';
  const files = isClientCertificateRequired(config)
    ? ` DefaultNetstreamDriverCertFile="${PROOF.cert}" DefaultNetstreamDriverKeyFile="${PROOF.key}"`
    : '';
  return {
    label: 'rsyslog',
    text: [
      ...(isTls ? [`global(DefaultNetstreamDriverCAFile="${CA}"${files})`] : []),
      `action(type="omfwd" target="${host}" port="${port}" protocol="${isUdp ? 'udp' : 'tcp'}"`,
      `  ${isUdp ? '' : `TCP_Framing="${framing}" `}template="${template}"`,
      ...(isTls ? ['  StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/certvalid"'] : []),
      RSYSLOG_QUEUE,
    ].join('\n'),
  };
}

/** librelp verifies the source only with a certificate of its own, even if none is requested. */
const RELP_TLS = `  tls="on" tls.caCert="${CA}" tls.myCert="${PROOF.cert}" tls.myPrivKey="${PROOF.key}" tls.authMode="certvalid"`;

export function buildRelpSnippets(config: Config, shown: string): Snippet[] {
  const text = [
    'module(load="omrelp")',
    `action(type="omrelp" target="${stripBrackets(shown)}" port="${readPort(config, 2514)}"`,
    `  template="${getRsyslogTemplate(config)}"`,
    ...(config.tls === true ? [RELP_TLS] : []),
    RSYSLOG_QUEUE,
  ].join('\n');
  return [{ label: 'rsyslog', text }];
}

export function buildSyslogSnippets(config: Config, shown: string): Snippet[] {
  const port = readPort(config, 5140);
  const host = stripBrackets(shown);
  const isUdp = config.transport === 'udp';
  const first =
    config.transport === 'tls'
      ? buildOpensslSnippet(config, shown, port, '<13>hello')
      : {
          label: 'logger',
          text: `logger --server ${host} --port ${port} ${isUdp ? '--udp' : '--tcp'} 'hello from logger'`,
        };
  return [first, buildSyslogNgSnippets(config, host, port), buildRsyslogSnippets(config, host, port)];
}
