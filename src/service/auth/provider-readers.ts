import type { Clock } from '../clock.ts';
import type { MetadataReader } from './oidc.ts';
import type { createLogoutTokenReader } from './oidc-logout.ts';
import type { SamlMetadataReader } from './saml-metadata.ts';

/** Provider data for sign-in and sign-out. A protocol's code loads on first use. */
export type ProviderReaders = {
  oidc(): Promise<MetadataReader>;
  logoutTokens(): Promise<ReturnType<typeof createLogoutTokenReader>>;
  saml(): Promise<SamlMetadataReader>;
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export function createProviderReaders(clock: Clock): ProviderReaders {
  const oidc = once(async () => (await import('./oidc.ts')).createMetadataReader());
  return {
    oidc,
    logoutTokens: once(async () => (await import('./oidc-logout.ts')).createLogoutTokenReader(await oidc())),
    saml: once(async () => (await import('./saml-metadata.ts')).createSamlMetadataReader(clock)),
  };
}
