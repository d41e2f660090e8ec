import type { Site } from '../../contract/entities/site.ts';
import type { SiteStatus, Vendor } from '../../contract/enums.ts';
import { userOf } from '../auth/local-user.ts';
import { TICKET_SECONDS } from '../auth/tickets.ts';
import type { Handlers } from '../http/call-context.ts';
import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import { pageOf } from '../store/query.ts';
import type { SiteRow } from '../store/schema.ts';

const siteEntity = (services: Services, row: SiteRow): Site => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status as SiteStatus,
  vendor: row.vendor as Vendor,
  managedByGit: false,
  version: services.version,
  engine: 'embedded',
  engineState: services.engine.state,
  supportsFullMenu: true,
  revision: row.revision,
  updatedAt: toTime(row.updated_at),
});

/** A window on a list that is read whole because it is short. */
function windowOf<T>(rows: T[], query: Parameters<typeof pageOf>[0], natural: 'asc' | 'desc'): T[] {
  const page = pageOf(query);
  const ordered = page.descending === (natural === 'desc') ? rows : rows.toReversed();
  return ordered.slice(page.offset, page.offset + page.limit);
}

type SessionCalls = 'getSession' | 'createSocketTicket' | 'listFeatures' | 'listUsers' | 'listSites';

export const sessionHandlers = {
  getSession: async ({ principal }) => ({ provider: 'none', user: principal.user }),
  createSocketTicket: async ({ principal, services }) => ({
    ticket: services.tickets.issue(principal),
    expiresInSeconds: TICKET_SECONDS,
  }),
  listFeatures: async ({ services }) => ({ features: [...services.flags] }),
  listUsers: async ({ query, tx }) => {
    const users = (await tx.users.list())
      .map(userOf)
      .filter((user) => !query.userEmails || query.userEmails.includes(user.email))
      .filter((user) => !query.userIds || query.userIds.includes(user.id));
    return { users: windowOf(users, query, 'asc'), pagination: { totalCount: users.length } };
  },
  listSites: async ({ query, services, tx }) => {
    const sites = (await tx.sites.list()).map((row) => siteEntity(services, row));
    return { sites: windowOf(sites, query, 'desc'), pagination: { totalCount: sites.length } };
  },
} satisfies Pick<Handlers, SessionCalls>;
