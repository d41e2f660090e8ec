import { z } from 'zod';
import type { Issues } from '../../schema/checks.ts';
import { refuse } from '../../schema/checks.ts';
import { field, type Hints } from '../../schema/hints.ts';
import { certificateText, keyText, TLS_VERSIONS, tlsVersion } from '../tls/certificate-text.ts';

const GROUP = 'TLS';

export const listenerTlsFields = (visibleWhen: NonNullable<Hints['visibleWhen']>) => ({
  tlsCert: field(certificateText(), {
    label: 'Certificate',
    essential: true,
    help: 'Proves the identity of this source to senders (PEM, with intermediate certificates).',
    kind: 'multiline',
    placeholder: '-----BEGIN CERTIFICATE-----',
    group: GROUP,
    visibleWhen,
  }),
  tlsKey: field(keyText(), {
    label: 'Key of the certificate',
    essential: true,
    help: 'Unencrypted, in PEM. Stored encrypted; never shown again.',
    kind: 'secret',
    group: GROUP,
    visibleWhen,
  }),
  tlsClientCa: field(certificateText(), {
    label: 'Authorities of senders',
    help: 'Only senders with a certificate issued by one of these (PEM) may connect; if empty, all may.',
    kind: 'multiline',
    placeholder: '-----BEGIN CERTIFICATE-----',
    group: GROUP,
    visibleWhen,
  }),
  tlsMinVersion: field(tlsVersion(), {
    label: 'Lowest version',
    help: 'Senders that only support an older one are refused.',
    options: TLS_VERSIONS,
    group: GROUP,
    visibleWhen,
  }),
});

export const switchedTlsFields = (help: string) => ({
  tls: field(z.boolean().default(false), { label: 'Encrypt connections (TLS)', help, group: GROUP }),
  ...listenerTlsFields({ property: 'tls', oneOf: [true] }),
});

export type ListenerTlsConfig = {
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  tlsClientCa?: string | undefined;
  tlsMinVersion: 'TLSv1.2' | 'TLSv1.3';
};

export function checkListenerTls({ tlsCert, tlsKey }: ListenerTlsConfig, context: Issues): void {
  if (tlsCert === undefined) refuse(context, ['tlsCert'], 'required', 'is required for TLS');
  if (tlsKey === undefined) refuse(context, ['tlsKey'], 'required', 'is required for TLS');
}
