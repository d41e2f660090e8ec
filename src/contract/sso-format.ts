import type { ConfigProperty } from './config-format.ts';

export const OIDC_PROPERTIES: ConfigProperty[] = [
  {
    name: 'metadataUrl',
    label: 'Issuer or metadata URL',
    kind: 'text',
    required: false,
    placeholder: 'https://id.example.org',
    help: 'Of an OpenID Connect provider.',
    bindsSecrets: 'issuer',
  },
  { name: 'clientId', label: 'Client ID', kind: 'text', required: false },
  {
    name: 'clientSecret',
    label: 'Client secret',
    kind: 'secret',
    required: false,
    help: 'Leave empty for a public client, which is protected by PKCE.',
  },
];
