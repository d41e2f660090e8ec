import type { SiteDetail } from '../../contract/entities/site-form.ts';
import type { PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { COLLECTORS_DEPLOY_LIMIT_MS, DEPLOY_TIME_LIMIT_MS } from '../../contract/limits.ts';
import { mayReadNodes } from '../auth/readable.ts';
import { formatTime } from '../clock.ts';
import { readCollectors } from '../collector-sites/read-collectors.ts';
import { readGitFollow } from '../gitops/follow/entity.ts';
import { readSiteRepository } from '../gitops/site-repository.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import { isRunning, requireAnother, requireAtRest, requireNamedByNone } from '../sites/checks.ts';
import { requireFollowable, requireGitOps, toGitColumns } from '../sites/git.ts';
import { publishSite } from '../sites/publish.ts';
import { countWaitingEvents, requireNothingWaiting } from '../sites/waiting.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';
import { readRemoteEngine } from './remote-engines.ts';
import { toSiteEntity } from './session.ts';

type SiteCalls = 'getSite' | 'createSite' | 'updateSite' | 'deleteSite';
async function readDetail(services: Services, tx: Repositories, row: SiteRow): Promise<SiteDetail> {
  const remote = await readRemoteEngine(tx, row, services.clock());
  const siteIds = [row.id];
  const pipelines = (await tx.pipelines.list({ siteIds })).rows;
  const [sources, destinations] = [
    await tx.nodes.list({ kind: 'SOURCE', siteIds }),
    await tx.nodes.list({ kind: 'SINK', siteIds }),
  ];
  return {
    ...toSiteEntity(services, row),
    createdAt: formatTime(row.created_at),
    lastHeartbeatAt: formatTime(services.engine.lastHeartbeatOf(row.id)),
    counts: {
      pipelines: pipelines.length,
      sources: sources.rows.length,
      destinations: destinations.rows.length,
    },
    // Without the right to pipelines, only their number.
    running: (mayReadNodes(services.caller, 'TRANSFORM', row.id) ? pipelines : [])
      .filter(isRunning)
      .map(({ id, name, status }) => ({ id, name, status: status satisfies string as PipelineStatus })),
    waitingEvents: (await countWaitingEvents(services, tx, row)) ?? null,
    repository: await readSiteRepository(services, tx, row),
    follow: await readGitFollow(services, tx, row),
    remote,
    collectors: await readCollectors(services, tx, row),
    limits: {
      silenceSeconds: services.engineSilenceSeconds,
      deploymentSeconds:
        (row.engine === 'collectors' ? COLLECTORS_DEPLOY_LIMIT_MS : DEPLOY_TIME_LIMIT_MS) / 1000,
    },
  };
}

async function requireFreeSiteName(tx: Repositories, name: string, except = ''): Promise<void> {
  const taken = (await tx.sites.list()).some(
    (row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase(),
  );
  requireFreeName(taken, 'site.name', 'Site name already exists');
}

function requireFleets({ flags }: Services, engine: string): void {
  if (engine === 'collectors' && !flags.includes('fleetManagement'))
    throw invalid([
      {
        field: 'site.engine',
        rule: 'flag',
        message: 'Fleets are turned off: turn on the feature fleetManagement first',
      },
    ]);
}

function follow(services: Services, siteId: string, status: string): void {
  const { engine, lifecycle, archives, hydrations, log } = services;
  const work = async () => {
    if (status !== 'ACTIVE') return engine.close(siteId);
    await engine.open(siteId);
    await archives.resume(siteId);
    await lifecycle.resume(siteId);
    await hydrations.resume(siteId);
  };
  work()
    .then(() => publishSite(services, siteId, 'updated'))
    .catch((error: unknown) => log.error({ err: error, siteId }, 'following the status of a site failed'));
}

const tell = (services: Services, ...[id, change]: [string, Parameters<typeof publishSite>[2]]) => {
  publishSite(services, id, change).catch((error: unknown) =>
    services.log.error({ err: error }, 'reporting a change of a site failed'),
  );
};

export const siteHandlers = {
  getSite: async ({ path, services, tx, setEtag }) => {
    const row = await requireSite(tx, path.siteId);
    setEtag(row.revision);
    return { site: await readDetail(services, tx, row) };
  },
  createSite: async ({ body, services, tx, principal, now, afterCommit }) => {
    const { name, description, vendor, engine, gitEmbedded = false, ...given } = body.site;
    const { managedByGit, needsApproval } = given;
    const git = gitEmbedded ? { managedByGit, needsApproval } : given;
    if (principal.grants.every((grant) => grant.siteIds !== undefined))
      throw new ContractError('FORBIDDEN', 'Your role covers some sites only: it cannot create sites');
    requireGitOps(services.flags, git);
    requireFleets(services, engine);
    await requireFreeSiteName(tx, name);
    const id = services.ids('site');
    const status = 'ACTIVE';
    const times = { created_at: now, updated_at: now };
    const columns = toGitColumns(services, git);
    requireFollowable(services, id, columns);
    await tx.sites.insert({
      id,
      name,
      description,
      status,
      vendor,
      engine,
      ...columns,
      revision: 1,
      ...times,
    });
    const place =
      engine === 'collectors'
        ? await services.collectorSites.prepare(tx, { id, name }, { by: principal.user.name, now })
        : undefined;
    afterCommit(() => {
      if (engine === 'remote') services.remoteEngines.add(id);
      if (place) services.collectorSites.add(place);
      follow(services, id, status);
      tell(services, id, 'created');
    });
    return { id };
  },
  updateSite: async ({ body, services, tx, now, ifMatch, setEtag, afterCommit }) => {
    const { id, name, description, vendor, status, ...git } = body.site;
    const row = await requireSite(tx, id);
    const current = await readDetail(services, tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    requireGitOps(services.flags, git);
    if (name !== undefined) await requireFreeSiteName(tx, name, id);
    if (status === 'INACTIVE' && row.status !== status) await requireAtRest(services, tx, row);
    const isWritten = [name, description, vendor, ...Object.values(git)].some((part) => part !== undefined);
    const columns = toGitColumns(services, git, row);
    requireFollowable(services, id, columns, row);
    const changed: SiteRow = {
      ...row,
      name: name ?? row.name,
      description: description ?? row.description,
      vendor: vendor ?? row.vendor,
      status: status ?? row.status,
      ...columns,
      // Only edits raise the revision, not activation.
      revision: isWritten ? row.revision + 1 : row.revision,
      updated_at: now,
    };
    await tx.sites.update(changed);
    setEtag(changed.revision);
    afterCommit(() => {
      if (changed.status !== row.status) follow(services, id, changed.status);
      tell(services, id, 'updated');
    });
    return { site: await readDetail(services, tx, changed) };
  },
  deleteSite: async ({ path, query, services, tx, ifMatch, afterCommit }) => {
    const row = await requireSite(tx, path.siteId);
    const current = await readDetail(services, tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    await requireAnother(tx, row);
    await requireAtRest(services, tx, row);
    await requireNamedByNone(services, tx, row);
    if (!query.discardEvents) await requireNothingWaiting(services, tx, row);
    await tx.sites.remove(row.id);
    afterCommit(() => {
      if (row.engine === 'remote')
        services.remoteEngines.disconnect(row.id, 'The site of this engine was deleted');
      services.collectorSites.forget(row.id);
      services.endedSites
        .end(row.id)
        .catch((error: unknown) => services.log.error({ err: error }, 'ending an engine failed'));
      tell(services, row.id, 'deleted');
    });
    return {};
  },
} satisfies Pick<Handlers, SiteCalls>;
