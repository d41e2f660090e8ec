import type { Server, TlsOptions } from 'node:tls';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { identityOf } from '../tls/identity.ts';
import { certificatesIn } from '../tls/pem.ts';
import type { ListenerTlsConfig } from './tls-fields.ts';

/** A sender that opens a connection and proves nothing holds its place no longer than this. */
const HANDSHAKE_MS = 10_000;

/** How a listener secures its connections. Throws ComponentError when certificate and key cannot be used. */
export function listenerTls(config: ListenerTlsConfig): TlsOptions {
  const { tlsCert = '', tlsKey = '', tlsClientCa, tlsMinVersion } = config;
  const asksForProof = tlsClientCa !== undefined;
  return {
    ...identityOf('certificate', tlsCert, tlsKey),
    minVersion: tlsMinVersion,
    handshakeTimeout: HANDSHAKE_MS,
    requestCert: asksForProof,
    rejectUnauthorized: asksForProof,
    ...(asksForProof && { ca: certificatesIn(tlsClientCa) }),
  };
}

const handshakeFailed: ComponentProblem = {
  errorName: 'TlsHandshakeFailed',
  message: 'A sender could not agree on a secure connection and was closed',
  causes: [
    'The sender does not trust the certificate of the source',
    'The sender has no certificate that the authorities of senders issued',
    'The sender does not speak TLS, or only an older version',
  ],
  resolutions: [
    'Give the sender the authority that issued the certificate of the source',
    'Give the sender a client certificate where the source asks for one',
    'Set the sender to TLS 1.2 or later',
  ],
  level: 'WARN',
};

/** Reports senders that fail to connect; one that just goes away, as health checks do, is none. */
export function reportHandshakes(server: Server, context: SourceContext): void {
  server.on('tlsClientError', (error) => {
    if ('code' in error && error.code === 'ECONNRESET') return;
    context.report(handshakeFailed, error.message);
  });
}
