import { lookup } from 'node:dns/promises';
import { privateRefusal } from '../../engine/components/catalogue.ts';
import { invalid } from '../http/input.ts';

/** As it is held once people sign in. */
const HELD = () => ({ ...process.env, PENSTOCK_AUTH: 'oidc' });

/** Addresses a host stands for; none when its name leads nowhere, which the test sign-in tells. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])).map(({ address }) => address);

/**
 * Switched on, the sign-in holds the service to the targets it is allowed, the provider among them: nobody is
 * locked out because what could be reached before no longer can.
 * @throws ContractError VALIDATION_FAILED
 */
export async function requireReachedProvider(sso: { enabled: boolean; metadataUrl: string }): Promise<void> {
  if (!sso.enabled || !URL.canParse(sso.metadataUrl)) return;
  const { hostname } = new URL(sso.metadataUrl);
  const refused = (await addressesOf(hostname)).find((address) => privateRefusal(address, HELD()) !== null);
  if (refused === undefined) return;
  const message = `could not be reached once people sign in: ${refused} is an address of this machine or of a private network. Start the service with PENSTOCK_ALLOW_TARGETS=${refused} first`;
  throw invalid([{ field: 'sso.metadataUrl', rule: 'allowed_target', message }]);
}
