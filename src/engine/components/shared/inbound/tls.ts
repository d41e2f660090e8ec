import type { Server, TlsOptions } from 'node:tls';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { parseIdentity } from '../tls/identity.ts';
import { splitCertificates } from '../tls/pem.ts';
import type { ListenerTlsConfig } from './tls-fields.ts';

/** Closes connections that do not finish the handshake. */
const HANDSHAKE_MS = 10_000;

/** @throws ComponentError when certificate and key are unusable */
export function listenerTls(config: ListenerTlsConfig): TlsOptions {
  const { tlsCert = '', tlsKey = '', tlsClientCa, tlsMinVersion } = config;
  const asksForProof = tlsClientCa !== undefined;
  return {
    ...parseIdentity('certificate', tlsCert, tlsKey),
    minVersion: tlsMinVersion,
    handshakeTimeout: HANDSHAKE_MS,
    requestCert: asksForProof,
    rejectUnauthorized: asksForProof,
    ...(asksForProof && { ca: splitCertificates(tlsClientCa) }),
  };
}

const handshakeFailed: ComponentProblem = {
  errorName: 'TlsHandshakeFailed',
  message: 'A sender could not agree on a secure connection and was closed',
  causes: [
    'The sender does not trust the certificate of the source',
    'The sender has no certificate issued by the authorities of senders',
    'The sender does not use TLS, or only an older version',
  ],
  resolutions: [
    'Give the sender the authority that issued the certificate of the source',
    'Give the sender a client certificate where the source asks for one',
    'Set the sender to TLS 1.2 or later',
  ],
  level: 'WARN',
};

/** Ignores senders that just disconnect, as health checks do. */
export function reportHandshakes(server: Server, context: SourceContext): void {
  server.on('tlsClientError', (error) => {
    if ('code' in error && error.code === 'ECONNRESET') return;
    context.report(handshakeFailed, error.message);
  });
}
