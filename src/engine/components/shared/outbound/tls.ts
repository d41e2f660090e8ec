import type { ConnectionOptions } from 'node:tls';
import { rootCertificates } from 'node:tls';
import { identityOf } from '../tls/identity.ts';
import { certificatesIn } from '../tls/pem.ts';
import type { TlsConfig } from './tls-fields.ts';

/**
 * How connections of a destination are secured; `{}` when it leaves that to the system. Throws ComponentError
 * when certificate and key do not belong together or cannot be read.
 */
export function tlsOptions(config: TlsConfig): ConnectionOptions {
  const { tlsVerify, tlsMinVersion, tlsServerName, tlsCa, tlsCert, tlsKey } = config;
  return {
    rejectUnauthorized: tlsVerify,
    minVersion: tlsMinVersion,
    ...(tlsServerName !== undefined && { servername: tlsServerName }),
    ...(tlsCa !== undefined && { ca: [...rootCertificates, ...certificatesIn(tlsCa)] }),
    ...(tlsCert !== undefined && tlsKey !== undefined && identityOf('client certificate', tlsCert, tlsKey)),
  };
}
