import type { ConnectionOptions } from 'node:tls';
import { rootCertificates } from 'node:tls';
import { parseIdentity } from '../tls/identity.ts';
import { splitCertificates } from '../tls/pem.ts';
import type { TlsConfig } from './tls-fields.ts';

/**
 * `{}` means system defaults.
 * @throws ComponentError when certificate and key do not match or cannot be read
 */
export function tlsOptions(config: TlsConfig): ConnectionOptions {
  const { tlsVerify, tlsMinVersion, tlsServerName, tlsCa, tlsCert, tlsKey } = config;
  return {
    rejectUnauthorized: tlsVerify,
    minVersion: tlsMinVersion,
    ...(tlsServerName !== undefined && { servername: tlsServerName }),
    ...(tlsCa !== undefined && { ca: [...rootCertificates, ...splitCertificates(tlsCa)] }),
    ...(tlsCert !== undefined &&
      tlsKey !== undefined &&
      parseIdentity('client certificate', tlsCert, tlsKey)),
  };
}
