import type { ConfigFormat, ConfigProperty } from '../../../contract/config-format.ts';
import type { Role } from '../../../contract/entities/access.ts';
import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import { OIDC_PROPERTIES } from '../../../contract/sso-format.ts';

const createTextProperty = (
  name: string,
  label: string,
  rest: Partial<ConfigProperty> = {},
): ConfigProperty => ({
  name,
  label,
  kind: 'text',
  required: false,
  ...rest,
});
const createFlagProperty = (name: string, label: string, help: string): ConfigProperty => ({
  name,
  label,
  kind: 'boolean',
  required: false,
  default: false,
  help,
});

const PROTOCOLS: { value: SsoPatch['provider']; label: string }[] = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
];

const SAML: ConfigProperty[] = [
  createTextProperty('metadataUrl', 'Metadata URL', {
    placeholder: 'https://id.example.org/metadata.xml',
    help: 'Where a SAML 2.0 provider publishes its addresses and certificates.',
  }),
  createTextProperty('metadataXml', 'Metadata', {
    kind: 'multiline',
    placeholder: '<EntityDescriptor …',
    help: 'The XML itself, for a provider that does not publish it; used instead of the URL.',
  }),
];

const WORDS = {
  oidc: {
    claim: '',
    groups: 'A dot selects a nested claim: realm_access.roles.',
    trust:
      'For a provider that verifies emails but does not say so with email_verified, or whose email claim is not email.',
  },
  saml: {
    claim: 'Name of the attribute; the common names for it are known too.',
    groups: 'Name of the attribute; the common names for groups are known too.',
    trust:
      'SAML does not say whether an email is verified. Without this, only the claim email counts, with an attribute email_verified.',
  },
} as const;

/** Settings fixed by the environment are omitted. None is under Advanced: each decides who gets in. */
export function createSsoFormat(
  roles: readonly Role[],
  fixed: Sso['fixed'],
  provider: SsoPatch['provider'],
): ConfigFormat {
  const options = roles.map(({ id, name }) => ({ value: id, label: name }));
  const words = WORDS[provider];
  const claimHelp = words.claim === '' ? {} : { help: words.claim };
  const groups = [
    {
      name: 'provider',
      label: 'Identity provider',
      properties: [
        createFlagProperty(
          'enabled',
          'Sign-in',
          'Everyone signs in through the provider from the next request on.',
        ),
        createTextProperty('provider', 'Protocol', { kind: 'choice', required: true, options: PROTOCOLS }),
        ...(provider === 'saml' ? SAML : OIDC_PROPERTIES),
        createTextProperty('name', 'Display name', {
          required: true,
          help: 'Shown on the button of the sign-in page.',
        }),
        createFlagProperty(
          'allowsFallback',
          'Fallback administrator',
          'The fallback code signs in the local administrator when the provider is down.',
        ),
      ],
    },
    {
      name: 'people',
      label: 'People',
      properties: [
        createTextProperty('domains', 'Email domains', {
          kind: 'list',
          placeholder: 'example.org',
          help: 'Only emails of these domains may sign in; none means any.',
        }),
        createFlagProperty(
          'provisions',
          'Allow uninvited users',
          'Someone who was not invited becomes a user at the first sign-in.',
        ),
        createTextProperty('emailClaim', 'Email claim', { required: true, ...claimHelp }),
        createTextProperty('nameClaim', 'Name claim', { required: true, ...claimHelp }),
        createFlagProperty('trustsEmail', 'Trust its emails', words.trust),
      ],
    },
    {
      name: 'roles',
      label: 'Roles',
      properties: [
        createTextProperty('groupsClaim', 'Groups claim', { help: words.groups }),
        createTextProperty('groupRoles', 'Roles of groups', {
          kind: 'objects',
          help: 'With a group here, the provider decides the roles at each sign-in.',
          objStructure: [
            createTextProperty('group', 'Group', { required: true }),
            createTextProperty('roleId', 'Role', { kind: 'choice', required: true, options }),
          ],
        }),
        createTextProperty('defaultRoleId', 'Default role', {
          kind: 'choice',
          options: [{ value: '', label: 'None: they cannot sign in' }, ...options],
          help: 'For people whose groups give no role.',
        }),
      ],
    },
  ];
  const isFixed = ({ name }: ConfigProperty): boolean => fixed.some((one) => one === name);
  return {
    config_groups: groups.map((group) => ({
      ...group,
      properties: group.properties
        .filter((property) => !isFixed(property))
        .map((property) => ({ ...property, essential: true })),
    })),
  };
}
