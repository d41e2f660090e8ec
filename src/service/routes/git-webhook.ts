import type { Context, Hono } from 'hono';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { GIT_WEBHOOK_PATH } from '../../contract/managed-site.ts';
import { createAllowance } from '../allowance.ts';
import { readRemoteSettings } from '../gitops/follow/settings.ts';
import { createSignatureCheck, namesSignature } from '../gitops/follow/signature.ts';
import type { AddressReader } from '../http/caller-address.ts';
import type { Services } from '../services.ts';
import { readWebhookSecret } from '../sites/git.ts';
import type { SiteRow } from '../store/schema.ts';

/** [GitHub's limit](https://docs.github.com/webhooks/webhook-events-and-payloads). */
const BODY_MAX_BYTES = 25 * 1024 * 1024;
const PER_MINUTE_OF_ADDRESS = 120;
const PER_MINUTE_OF_SITE = 30;

const tooLarge = (): ContractError =>
  new ContractError('PAYLOAD_TOO_LARGE', `A webhook is over the limit of ${BODY_MAX_BYTES} bytes`);

const refuse = (seconds: number, who: string, most: number): void => {
  if (seconds === 0) return;
  const message = `${who} may send ${most} webhooks a minute; try again in ${seconds} s`;
  throw new ContractError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: seconds });
};

/** @throws ContractError UNAUTHENTICATED, whether the site exists or not */
async function requireSigned(c: Context, secret: string): Promise<void> {
  const { headers, body } = c.req.raw;
  if (!namesSignature(headers))
    throw new ContractError(
      'UNAUTHENTICATED',
      'The webhook is not signed: give it the secret that the site has, at the provider',
    );
  if (Number(headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw tooLarge();
  const check = createSignatureCheck(headers, secret);
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > BODY_MAX_BYTES) throw tooLarge();
    check.update(part);
  }
  if (!check.isSigned())
    throw new ContractError(
      'UNAUTHENTICATED',
      'The signature of the webhook does not fit: give the provider and the site the same secret',
    );
}

/**
 * Webhook for pushes. Only its signature is read; then the branch is fetched, like once a minute. Requests
 * during a fetch cause one more.
 */
export function mountGitWebhook(app: Hono, services: Services, addressOf: AddressReader): void {
  const { store, steady, log } = services;
  const ofAddress = createAllowance(PER_MINUTE_OF_ADDRESS, steady);
  const ofSite = createAllowance(PER_MINUTE_OF_SITE, steady);
  const running = new Map<string, { again: boolean }>();
  const fetchNow = async (site: SiteRow): Promise<void> => {
    const known = running.get(site.id);
    if (known) {
      known.again = true;
      return;
    }
    const turn = { again: true };
    running.set(site.id, turn);
    try {
      while (turn.again) {
        turn.again = false;
        await services.syncSite(site, { isPutBack: false, waits: true });
      }
    } catch (error) {
      log.error({ err: error, siteId: site.id }, 'following a repository after its webhook failed');
    } finally {
      running.delete(site.id);
    }
  };
  app.post(`${GIT_WEBHOOK_PATH}/:siteId`, async (c) => {
    refuse(ofAddress.take(addressOf(c) ?? ''), 'One address', PER_MINUTE_OF_ADDRESS);
    const siteId = c.req.param('siteId');
    const site = isId(siteId, 'site') ? await store.sites.find(siteId) : undefined;
    await requireSigned(c, site ? readWebhookSecret(services, site) : '');
    if (site?.status !== 'ACTIVE' || !readRemoteSettings(services, site))
      throw new ContractError('CONFLICT', 'The site follows no repository, or is inactive');
    refuse(ofSite.take(site.id), 'One site', PER_MINUTE_OF_SITE);
    void fetchNow(site);
    return c.json({ isFetching: true }, 202);
  });
}
