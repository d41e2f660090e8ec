import { CALLS, type CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { directChangeRefusal } from '../../contract/managed-site.ts';
import { type Held, lackingFor, reasonOf } from '../../contract/permissions.ts';
import { fetchCall } from '../api/use-call.ts';
import { type CallGuard, callGuard } from '../commands/call-guard.ts';

/** Holds calls back by the same rule as the service, which has the last word. */
export const guardOf =
  (held: Held): CallGuard =>
  (calls: readonly CallId[], site: Site | undefined) => {
    for (const id of calls) {
      const lacking = lackingFor(held, CALLS[id].access, site?.id);
      if (lacking) return reasonOf(lacking, site?.name);
      const refusal = directChangeRefusal(site, id);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

/** Reads what the person may do. Where that cannot be read, the service alone decides. */
export async function guardCalls(): Promise<void> {
  const held = await fetchCall('getHeldAccess', {}).catch(() => undefined);
  callGuard.set(held && guardOf(held));
}
