import { disableArchival, enableArchival, listEndedArchives } from '../archives/archival.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { createMutex } from '../mutex.ts';
import type { NodeRow } from '../store/schema.ts';

type Calls = 'enableArchival' | 'disableArchival';
type Change = typeof enableArchival;

/** Checks must still hold when the call is stored. */
const oneByOne = createMutex();

async function changed(
  { services, body, now }: Pick<CallContext<Calls>, 'services' | 'body' | 'now'>,
  change: Change,
) {
  const rows: NodeRow[] = await oneByOne(() => change(services, body, now));
  for (const { id, site_id: siteId, node_type } of rows) {
    const entity = node_type === 'SOURCE' ? 'source' : 'sink';
    services.hub.publish({ type: 'entity.changed', siteId, entity, id, change: 'updated' });
  }
  return {};
}

export const archivalHandlers = {
  enableArchival: (context) => changed(context, enableArchival),
  disableArchival: (context) => changed(context, disableArchival),
  listEndedArchives: ({ path, services, tx }) => listEndedArchives(services, tx, path.id),
} satisfies Pick<Handlers, Calls | 'listEndedArchives'>;
