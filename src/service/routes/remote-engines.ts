import { ContractError } from '../../contract/errors.ts';
import { JOIN_TOKEN_SECONDS } from '../../contract/limits.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { makeJoinToken } from '../remote-engines/tokens.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import { publishSite } from '../sites/publish.ts';
import type { Repositories } from '../store/index.ts';
import type { RemoteEngineRow, SiteRow } from '../store/schema.ts';

const NONE: Omit<RemoteEngineRow, 'site_id'> = {
  token_hash: '',
  token_expires_at: 0,
  token_used_at: 0,
  credential_hash: '',
  joined_at: 0,
  last_seen_at: 0,
  host: '',
  platform: '',
  version: '',
  errors_stored: 0,
};

async function requireRemote(tx: Repositories, siteId: string): Promise<SiteRow> {
  const site = await requireSite(tx, siteId);
  if (site.engine === 'remote') return site;
  throw new ContractError(
    'CONFLICT',
    `The engine of site '${site.name}' runs on this machine: engines join remote sites only. Create a remote site for another machine`,
  );
}

const tell = (services: Services, siteId: string) =>
  void publishSite(services, siteId, 'updated').catch((error: unknown) =>
    services.log.error({ err: error }, 'reporting a change of a site failed'),
  );

export async function readRemoteEngine(tx: Repositories, { id, engine }: SiteRow, now: number) {
  if (engine !== 'remote') return null;
  const row = (await tx.remoteEngines.find(id)) ?? { ...NONE, site_id: id };
  const isOpen = row.token_hash !== '' && row.token_used_at === 0 && row.token_expires_at > now;
  return {
    isJoined: row.credential_hash !== '',
    joinedAt: formatTime(row.joined_at),
    lastSeenAt: formatTime(row.last_seen_at),
    host: row.host,
    platform: row.platform,
    tokenExpiresAt: formatTime(isOpen ? row.token_expires_at : 0),
  };
}

export const remoteEngineHandlers = {
  createJoinToken: async ({ path, services, tx, now, afterCommit }) => {
    const site = await requireRemote(tx, path.siteId);
    const former = await tx.remoteEngines.find(site.id);
    if (former && former.credential_hash !== '')
      throw new ContractError(
        'CONFLICT',
        `An engine has joined site '${site.name}' already; disconnect it first, then another one can join`,
      );
    const { token, hash } = makeJoinToken();
    const expiresAt = now + JOIN_TOKEN_SECONDS * 1000;
    await tx.remoteEngines.put({
      ...(former ?? { ...NONE, site_id: site.id }),
      token_hash: hash,
      token_expires_at: expiresAt,
      token_used_at: 0,
    });
    afterCommit(() => tell(services, site.id));
    return { token, expiresAt: formatTime(expiresAt) };
  },
  disconnectEngine: async ({ path, services, tx, afterCommit }) => {
    const site = await requireRemote(tx, path.siteId);
    const former = await tx.remoteEngines.find(site.id);
    if (!former || former.credential_hash === '')
      throw new ContractError('CONFLICT', `No engine has joined site '${site.name}'`);
    await tx.remoteEngines.put({ ...NONE, site_id: site.id });
    afterCommit(() => {
      services.remoteEngines.disconnect(site.id);
      tell(services, site.id);
    });
    return {};
  },
} satisfies Pick<Handlers, 'createJoinToken' | 'disconnectEngine'>;
