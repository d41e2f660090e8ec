import { reads } from '../../contract/calls/define.ts';
import type { Site } from '../../contract/entities/site.ts';
import type { SiteEngine } from '../../contract/entities/site-form.ts';
import type { SiteStatus, Vendor } from '../../contract/enums.ts';
import { listPermittedSites, toHeld } from '../auth/permissions.ts';
import { readRoles } from '../auth/roles.ts';
import { TICKET_SECONDS } from '../auth/tickets.ts';
import { parseRoleIds, toUser } from '../auth/users.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import type { Services } from '../services.ts';
import { readGitSettings } from '../sites/git.ts';
import { readSiteVersion } from '../sites/site-version.ts';
import { toWindow } from '../store/query.ts';
import type { SiteRow } from '../store/schema.ts';

export const toSiteEntity = (services: Services, row: SiteRow): Site => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status as SiteStatus,
  vendor: row.vendor as Vendor,
  ...readGitSettings(services.flags, row),
  version: readSiteVersion(services, row),
  engine: row.engine satisfies string as SiteEngine,
  engineState: services.engine.stateOf(row.id),
  supportsFullMenu: true,
  revision: row.revision,
  updatedAt: formatTime(row.updated_at),
});

type SessionCalls =
  | 'getSession'
  | 'getHeldAccess'
  | 'createSocketTicket'
  | 'listFeatures'
  | 'listFeatureSettings'
  | 'setFeature'
  | 'listUsers'
  | 'listSites';

export const sessionHandlers = {
  getSession: async ({ principal, services }) => ({
    provider: (await services.sso.current()).inForce,
    user: principal.user,
    isAdministrator: toHeld(principal).isAdministrator,
  }),
  getHeldAccess: async ({ principal }) => toHeld(principal),
  createSocketTicket: async ({ principal, services }) => {
    services.connections.requireFree(principal);
    return { ticket: services.tickets.issue(principal), expiresInSeconds: TICKET_SECONDS };
  },
  listFeatureSettings: async ({ services, tx }) => ({
    featureSettings: await services.features.listSettings(tx),
  }),
  setFeature: async ({ path: { feature }, body, services, tx, principal, now, afterCommit }) => {
    if (body.isOn) await tx.features.put({ feature, updated_at: now, updated_by: principal.user.email });
    else await tx.features.remove(feature);
    const chosen = await services.features.readChosen(tx);
    afterCommit(() => services.features.apply(chosen));
    return { featureSettings: await services.features.listSettings(tx) };
  },
  listFeatures: async ({ services }) => ({ features: [...services.flags] }),
  listUsers: async ({ query, tx }) => {
    const rows = await tx.users.list();
    const roles = await readRoles(tx, [...new Set(rows.flatMap(parseRoleIds))]);
    const users = rows
      .map((row) =>
        toUser(
          row,
          roles.filter(({ id }) => parseRoleIds(row).includes(id)),
        ),
      )
      .filter((user) => !query.userEmails || query.userEmails.includes(user.email))
      .filter((user) => !query.userIds || query.userIds.includes(user.id));
    return { users: toWindow(users, query, 'asc'), pagination: { totalCount: users.length } };
  },
  listSites: async ({ query, services, tx, principal }) => {
    const permitted = listPermittedSites(principal, reads('SITES'));
    const sites = (await tx.sites.list())
      .filter(({ id }) => permitted === 'all' || permitted.includes(id))
      .map((row) => toSiteEntity(services, row));
    return { sites: toWindow(sites, query, 'desc'), pagination: { totalCount: sites.length } };
  },
} satisfies Pick<Handlers, SessionCalls>;
