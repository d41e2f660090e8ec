import { SECRET_SET } from '../../contract/entities/common.ts';
import { SSO_FIXED, type Sso, type SsoPatch } from '../../contract/entities/sso.ts';
import type { ProviderType } from '../../contract/enums.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { SsoSettingsRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

export type AuthEnvironment = {
  mode: 'settings' | 'none' | 'oidc' | 'saml';
  /** Empty: the address people open. */
  publicUrl: string;
  hasTls?: boolean;
  metadataUrl: string;
  metadataXml?: string;
  clientId: string;
  clientSecret: string;
  /** This verified email becomes an administrator. */
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

/** Secrets in clear. */
export type SsoState = {
  config: SsoConfig;
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

function readFixed(environment: AuthEnvironment): Partial<SsoConfig> | undefined {
  const { mode, metadataUrl, metadataXml = '', clientId, clientSecret } = environment;
  if (mode === 'oidc') return { enabled: true, provider: mode, metadataUrl, clientId, clientSecret };
  // SAML cannot mark an email as verified, so the configured provider is trusted.
  if (mode === 'saml') return { enabled: true, provider: mode, metadataUrl, metadataXml, trustsEmail: true };
  return undefined;
}

function toState(row: SsoSettingsRow | undefined, sealer: Sealer, environment: AuthEnvironment): SsoState {
  const stored = { ...BLANK, ...(row ? sealer.open(JSON.parse(row.settings)) : {}) } as SsoConfig;
  const { mode } = environment;
  const named = readFixed(environment);
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
 * Stored settings, overridden by the environment.
 * @param onDecided called with the settings in force after each read
 */
export function createSsoSettings(
  store: Store,
  sealer: Sealer,
  environment: AuthEnvironment,
  onDecided: (inForce: ProviderType) => void = () => {},
) {
  let known: Promise<SsoState> | undefined;
  const read = async (tx: Repositories): Promise<SsoState> =>
    toState(await tx.sso.find(), sealer, environment);
  return {
    environment,
    read,
    /** Cached, since every request asks. */
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

/** Fields set by the environment keep their stored values. */
export const keepFixed = (sso: SsoPatch, { fixed, stored }: SsoState): SsoPatch => ({
  ...sso,
  ...Object.fromEntries(fixed.map((name) => [name, stored[name]])),
});

export function toSsoEntity(
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
