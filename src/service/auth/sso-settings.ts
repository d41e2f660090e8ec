import { SECRET_SET } from '../../contract/entities/common.ts';
import { SSO_FIXED, type Sso, type SsoPatch } from '../../contract/entities/sso.ts';
import type { ProviderType } from '../../contract/enums.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { SsoSettingsRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

/** What the environment says about signing in. */
export type AuthEnvironment = {
  /** `settings`: as the screen says. */
  mode: 'settings' | 'none' | 'oidc' | 'saml';
  /** Address people open; empty: the one they do open. */
  publicUrl: string;
  /** The service itself speaks https. */
  hasTls?: boolean;
  metadataUrl: string;
  /** Of a SAML provider, in place of its address. */
  metadataXml?: string;
  clientId: string;
  clientSecret: string;
  /** Whoever signs in with this verified email is an administrator. */
  adminEmail: string;
};

export const NO_AUTH: AuthEnvironment = {
  mode: 'settings',
  publicUrl: '',
  metadataUrl: '',
  clientId: '',
  clientSecret: '',
  adminEmail: '',
};

export type SsoConfig = Omit<SsoPatch, 'clientSecret'> & { clientSecret: string };

/** The settings in force, secrets in clear. */
export type SsoState = {
  config: SsoConfig;
  /** As the screen left them, without what the environment sets. */
  stored: SsoConfig;
  inForce: ProviderType;
  fixed: Sso['fixed'];
  fallbackHash: string;
  revision: number;
};

export const SSO_SECRETS = ['clientSecret'];

const BLANK: SsoConfig = {
  enabled: false,
  provider: 'oidc',
  name: 'Single sign-on',
  metadataUrl: '',
  metadataXml: '',
  clientId: '',
  clientSecret: '',
  domains: [],
  emailClaim: 'email',
  nameClaim: 'name',
  groupsClaim: 'groups',
  trustsEmail: false,
  groupRoles: [],
  defaultRoleId: 'viewer',
  provisions: false,
  allowsFallback: true,
};

/** What the environment sets, when it names the provider. */
function fixedBy(environment: AuthEnvironment): Partial<SsoConfig> | undefined {
  const { mode, metadataUrl, metadataXml = '', clientId, clientSecret } = environment;
  if (mode === 'oidc') return { enabled: true, provider: mode, metadataUrl, clientId, clientSecret };
  // SAML has no word for a verified email: whoever names the provider there takes its word.
  if (mode === 'saml') return { enabled: true, provider: mode, metadataUrl, metadataXml, trustsEmail: true };
  return undefined;
}

function stateOf(row: SsoSettingsRow | undefined, sealer: Sealer, environment: AuthEnvironment): SsoState {
  const stored = { ...BLANK, ...(row ? sealer.open(JSON.parse(row.settings)) : {}) } as SsoConfig;
  const { mode } = environment;
  const named = fixedBy(environment);
  const config: SsoConfig = { ...stored, ...named };
  return {
    config,
    stored,
    inForce: mode === 'none' || !config.enabled ? 'none' : config.provider,
    fixed: named ? SSO_FIXED.filter((name) => name in named) : mode === 'none' ? ['enabled'] : [],
    fallbackHash: row?.fallback_hash ?? '',
    revision: row?.revision ?? 1,
  };
}

/**
 * How people sign in: the stored settings, under what the environment fixes.
 * @param onDecided told what is in force, whenever that was read anew.
 */
export function createSsoSettings(
  store: Store,
  sealer: Sealer,
  environment: AuthEnvironment,
  onDecided: (inForce: ProviderType) => void = () => {},
) {
  let known: Promise<SsoState> | undefined;
  const read = async (tx: Repositories): Promise<SsoState> =>
    stateOf(await tx.sso.find(), sealer, environment);
  return {
    environment,
    /** As stored within a transaction. */
    read,
    /** Kept in memory: every request asks. */
    current: (): Promise<SsoState> => {
      known ??= read(store).then(
        (state) => {
          onDecided(state.inForce);
          return state;
        },
        (error: unknown) => {
          known = undefined;
          throw error;
        },
      );
      return known;
    },
    changed: (): void => {
      known = undefined;
    },
  };
}
export type SsoSettings = ReturnType<typeof createSsoSettings>;

/** What is stored of settings that were sent: fields that the environment sets stay as they were without it. */
export const storable = (sso: SsoPatch, { fixed, stored }: SsoState): SsoPatch => ({
  ...sso,
  ...Object.fromEntries(fixed.map((name) => [name, stored[name]])),
});

/** Settings as the calls answer them: no secret leaves. */
export function ssoEntity(
  state: SsoState,
  addresses: Pick<Sso, 'redirectUri' | 'acsUrl' | 'entityId' | 'logout'>,
): Sso {
  const { clientSecret, ...config } = state.config;
  return {
    ...config,
    ...(clientSecret === '' ? {} : { clientSecret: SECRET_SET }),
    hasFallback: state.fallbackHash !== '',
    fixed: state.fixed,
    inForce: state.inForce,
    ...addresses,
    revision: state.revision,
  };
}
