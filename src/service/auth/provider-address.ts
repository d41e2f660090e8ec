import { lookup } from 'node:dns/promises';
import { privateRefusal } from '../../engine/components/catalogue.ts';
import { invalid } from '../http/input.ts';

/** The environment with the restrictions of enabled sign-in. */
const readRestrictedEnvironment = () => ({ ...process.env, PENSTOCK_AUTH: 'oidc' });

/** Empty when the name does not resolve; the test sign-in reports that. */
const resolveAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])).map(({ address }) => address);

/**
 * Refuses a provider that the service could not reach once sign-in restricts its targets.
 * @throws ContractError VALIDATION_FAILED
 */
export async function requireReachedProvider(sso: { enabled: boolean; metadataUrl: string }): Promise<void> {
  if (!sso.enabled || !URL.canParse(sso.metadataUrl)) return;
  const { hostname } = new URL(sso.metadataUrl);
  const refused = (await resolveAddresses(hostname)).find(
    (address) => privateRefusal(address, readRestrictedEnvironment()) !== null,
  );
  if (refused === undefined) return;
  const message = `could not be reached once people sign in: ${refused} is an address of this machine or of a private network. Start the service with PENSTOCK_ALLOW_TARGETS=${refused} first`;
  throw invalid([{ field: 'sso.metadataUrl', rule: 'allowed_target', message }]);
}
