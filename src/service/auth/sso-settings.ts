import { SECRET_SET } from '../../contract/entities/common.ts';
import { SSO_FIXED, type Sso, type SsoPatch } from '../../contract/entities/sso.ts';
import type { ProviderType } from '../../contract/enums.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { SsoSettingsRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

/** What the environment says about signing in. */
export type AuthEnvironment = {
  /** `settings`: as the screen says. */
  mode: 'settings' | 'none' | 'oidc';
  /** Address people open; empty: the one they do open. */
  publicUrl: string;
  metadataUrl: string;
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

function stateOf(row: SsoSettingsRow | undefined, sealer: Sealer, environment: AuthEnvironment): SsoState {
  const stored = { ...BLANK, ...(row ? sealer.open(JSON.parse(row.settings)) : {}) } as SsoConfig;
  const { mode, metadataUrl, clientId, clientSecret } = environment;
  const isFixed = mode === 'oidc';
  const config: SsoConfig = isFixed
    ? { ...stored, enabled: true, provider: 'oidc', metadataUrl, clientId, clientSecret }
    : stored;
  return {
    config,
    inForce: mode === 'none' || !config.enabled ? 'none' : config.provider,
    fixed: isFixed ? [...SSO_FIXED] : mode === 'none' ? ['enabled'] : [],
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

/** Settings as the calls answer them: no secret leaves. */
export function ssoEntity(state: SsoState, redirectUri: string): Sso {
  const { clientSecret, ...config } = state.config;
  return {
    ...config,
    ...(clientSecret === '' ? {} : { clientSecret: SECRET_SET }),
    hasFallback: state.fallbackHash !== '',
    fixed: state.fixed,
    inForce: state.inForce,
    redirectUri,
    revision: state.revision,
  };
}
