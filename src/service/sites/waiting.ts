import { ContractError } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';

type Told = Pick<Services, 'analytics' | 'remoteEngines' | 'siteFolders'>;

/**
 * Buffered events by engine and folder. Undefined for remote engines that are away, and for Collectors, that
 * ran something.
 */
export async function countWaitingEvents(
  { analytics, remoteEngines, siteFolders }: Told,
  tx: Repositories,
  site: SiteRow,
): Promise<number | undefined> {
  const { rows } = await tx.pipelines.list({ siteIds: [site.id] });
  const archives = (await tx.nodes.archived()).filter((source) => source.site_id === site.id);
  const ids = [...rows.filter((row) => row.status !== 'DELETED').map(({ id }) => id)];
  const counted = [...ids, ...archives.map(({ archive_id }) => archive_id)]
    .flatMap((id) => Object.values(analytics.totalsOf(id)))
    .reduce((sum, total) => sum + total.events_waiting, 0);
  if (site.engine === 'embedded') return Math.max(counted, await siteFolders.waitingEvents(site.id));
  const ranSomething = rows.some((row) => row.deployed_graph_version > 0) || archives.length > 0;
  const isUnknown = site.engine === 'collectors' || remoteEngines.isAway(site.id);
  return counted === 0 && ranSomething && isUnknown ? undefined : counted;
}

const WHAT_TO_DO =
  'Let its destinations take them first (a paused pipeline keeps delivering, an inactive site does not), or delete the site and discard the events';

const describeUnknown = ({ name, engine }: SiteRow): string =>
  engine === 'collectors'
    ? `What waits on the disks of the Collectors of site '${name}' is unknown. Pause its pipelines and wait, or delete the site and discard the events`
    : `The engine of site '${name}' is not connected, so it is unknown what is waiting in its buffers. Connect it first, or delete the site and discard the events`;

/** @throws ContractError IN_USE with the number of events that would be lost */
export async function requireNothingWaiting(told: Told, tx: Repositories, site: SiteRow): Promise<void> {
  const events = await countWaitingEvents(told, tx, site);
  if (events === 0) return;
  const what =
    events === undefined
      ? describeUnknown(site)
      : `${events.toLocaleString('en-US')} ${events === 1 ? 'event waits' : 'events wait'} in buffers of site '${site.name}'. ${WHAT_TO_DO}`;
  throw new ContractError('IN_USE', `${what} (discardEvents=true)`, {
    details: [{ field: 'discardEvents', rule: 'waiting', message: String(events ?? 'not known') }],
  });
}
