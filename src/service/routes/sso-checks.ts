import type { SsoPatch } from '../../contract/entities/sso.ts';
import { ContractError } from '../../contract/errors.ts';
import { checkKeptSecrets } from '../../contract/kept-secrets.ts';
import { OIDC_PROPERTIES } from '../../contract/sso-format.ts';
import { isLoopbackUrl } from '../auth/loopback.ts';
import { describeCauses } from '../auth/refusal.ts';
import { readRoles } from '../auth/roles.ts';
import type { SsoState } from '../auth/sso-settings.ts';
import { invalid } from '../http/input.ts';
import { SECRET_BOUND } from '../kept-secrets.ts';
import type { Repositories } from '../store/index.ts';

const WHY_MAX_LENGTH = 300;

const conflict = (message: string) => new ContractError('CONFLICT', message);

export async function requireRoles(tx: Repositories, { groupRoles, defaultRoleId }: SsoPatch): Promise<void> {
  const asked = [
    ...groupRoles.map(({ roleId }, index) => ({ field: `sso.groupRoles.${index}.roleId`, roleId })),
    ...(defaultRoleId === '' ? [] : [{ field: 'sso.defaultRoleId', roleId: defaultRoleId }]),
  ];
  const known = new Set(
    (
      await readRoles(
        tx,
        asked.map(({ roleId }) => roleId),
      )
    ).map(({ id }) => id),
  );
  const unknown = asked.filter(({ roleId }) => !known.has(roleId));
  if (unknown.length === 0) return;
  throw invalid(
    unknown.map(({ field, roleId }) => ({
      field,
      rule: 'known',
      message: `There is no role with the id ${roleId}`,
    })),
  );
}

const METADATA_URL_LABELS = { oidc: 'Issuer or metadata URL', saml: 'Metadata URL' } as const;

/** Encrypted, unless the provider runs on this machine. */
export function requireAddress({ provider, metadataUrl }: SsoPatch): void {
  if (metadataUrl === '') return;
  const url = URL.canParse(metadataUrl) ? new URL(metadataUrl) : undefined;
  const message = !url
    ? 'is not an address'
    : url.protocol === 'http:' && !isLoopbackUrl(url)
      ? 'must begin with https://, except on this machine'
      : url.username || url.password
        ? 'must not hold a name or password'
        : '';
  if (message === '') return;
  const named = `${METADATA_URL_LABELS[provider]} ${message}`;
  throw invalid([{ field: 'sso.metadataUrl', rule: 'address', message: named }]);
}

export async function requireMetadata({ provider, metadataXml }: SsoPatch, now: number): Promise<void> {
  if (provider !== 'saml' || metadataXml === '') return;
  const { readSamlMetadata } = await import('../auth/saml-metadata.ts');
  try {
    await readSamlMetadata(metadataXml, now);
  } catch (error) {
    const message = `Metadata cannot be used: ${describeCauses(error).slice(0, WHY_MAX_LENGTH)}`;
    throw invalid([{ field: 'sso.metadataXml', rule: 'metadata', message }]);
  }
}

/** The client secret is bound to its issuer. Another protocol has none. */
export function requireSameIssuer(sso: SsoPatch, { stored }: SsoState): SsoPatch {
  const { clientSecret: _, ...others } = sso;
  const before = stored.clientSecret === '' ? { ...stored, clientSecret: undefined } : stored;
  const { problems } = checkKeptSecrets(OIDC_PROPERTIES, before, sso);
  if (problems.length === 0) return sso;
  if (sso.provider !== 'oidc') return others;
  throw invalid(
    problems.map(({ field, message }) => ({ field: `sso.${field}`, rule: SECRET_BOUND, message })),
  );
}

export function findMissing(
  sso: Pick<SsoPatch, 'provider' | 'metadataUrl' | 'metadataXml' | 'clientId'>,
): ('metadataUrl' | 'clientId')[] {
  const isUnnamed = sso.metadataUrl === '' && (sso.provider === 'oidc' || sso.metadataXml === '');
  return [
    ...(isUnnamed ? ['metadataUrl' as const] : []),
    ...(sso.provider === 'oidc' && sso.clientId === '' ? ['clientId' as const] : []),
  ];
}

/** Enabling sign-in must lock nobody out. */
export function requireWayIn(sso: SsoPatch, state: SsoState, isThroughProvider: boolean): void {
  if (!sso.enabled) return;
  const missing = findMissing(sso);
  if (missing.length > 0) {
    const labels = { metadataUrl: METADATA_URL_LABELS[sso.provider], clientId: 'Client ID' };
    throw invalid(
      missing.map((name) => ({
        field: `sso.${name}`,
        rule: 'required',
        message: `${labels[name]} is required to sign in`,
      })),
    );
  }
  if (state.fallbackHash === '' && state.inForce === 'none') {
    throw conflict('Create a fallback code first: without it nobody can sign in when the provider is down');
  }
  if (!sso.allowsFallback && !isThroughProvider) {
    throw conflict('Sign in through the provider as an administrator before you remove the fallback');
  }
}
