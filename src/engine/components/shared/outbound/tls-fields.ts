import { z } from 'zod';
import { type Issues, refuse } from '../../schema/checks.ts';
import { field, type Hints } from '../../schema/hints.ts';
import { certificateText, keyText, TLS_VERSIONS, tlsVersion } from '../tls/certificate-text.ts';

const GROUP = 'TLS';

export const tlsFields = (visibleWhen: NonNullable<Hints['visibleWhen']>) => ({
  tlsVerify: field(z.boolean().default(true), {
    label: 'Check the certificate',
    bindsSecrets: 'security',
    help: 'Without the check, anyone on the network path can read and change what is sent.',
    group: GROUP,
    visibleWhen,
  }),
  tlsCa: field(certificateText(), {
    label: 'Trusted authorities',
    bindsSecrets: 'security',
    help: 'Certificates (PEM) to trust in addition to public certificate authorities.',
    kind: 'multiline',
    placeholder: '-----BEGIN CERTIFICATE-----',
    group: GROUP,
    visibleWhen,
  }),
  tlsServerName: field(z.string().trim().min(1).max(253).optional(), {
    label: 'Server name',
    bindsSecrets: 'security',
    help: 'Name that the certificate must have; if empty, that of the address.',
    placeholder: 'logs.example.com',
    group: GROUP,
    visibleWhen,
  }),
  tlsMinVersion: field(tlsVersion(), {
    label: 'Lowest version',
    help: 'Receivers that only support an older one are refused.',
    options: TLS_VERSIONS,
    group: GROUP,
    visibleWhen,
  }),
  tlsCert: field(certificateText(), {
    label: 'Client certificate',
    help: 'Proves the identity of the sender to the receiver (PEM, with intermediate certificates).',
    kind: 'multiline',
    placeholder: '-----BEGIN CERTIFICATE-----',
    group: GROUP,
    visibleWhen,
  }),
  tlsKey: field(keyText(), {
    label: 'Key of the client certificate',
    help: 'Unencrypted, in PEM. Stored encrypted; never shown again.',
    kind: 'secret',
    group: GROUP,
    visibleWhen,
  }),
});

/** Verification of https:// servers: by the system's authorities or own settings. */
export const trustFields = () => ({
  tls: field(z.enum(['system', 'own']).default('system'), {
    label: 'Certificates',
    bindsSecrets: 'security',
    help: 'How https:// connections are checked.',
    group: GROUP,
    options: { system: 'Public certificate authorities', own: 'Custom settings' },
  }),
  ...tlsFields({ property: 'tls', oneOf: ['own'] }),
});

export type TlsConfig = {
  tlsVerify: boolean;
  tlsCa?: string | undefined;
  tlsServerName?: string | undefined;
  tlsMinVersion: 'TLSv1.2' | 'TLSv1.3';
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
};

export function checkTls({ tlsCert, tlsKey }: TlsConfig, context: Issues): void {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return;
  const [missing, other] = tlsKey === undefined ? ['tlsKey', 'certificate'] : ['tlsCert', 'key'];
  const message = `is required with the client ${other}`;
  refuse(context, [missing], 'required', message);
}
