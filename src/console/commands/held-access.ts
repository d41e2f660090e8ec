import { CALLS, type CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { directChangeRefusal, goesAsRequest } from '../../contract/managed-site.ts';
import { formatLacking, type Held, lackingFor } from '../../contract/permissions.ts';
import { fetchCall } from '../api/use-call.ts';
import { type CallGuard, callGuard } from './call-guard.ts';

/** Applies the same rule as the service, which checks again. */
export const createAccessGuard =
  (held: Held): CallGuard =>
  (calls: readonly CallId[], site: Site | undefined, needs = []) => {
    const isAsked = calls.some((id) => goesAsRequest(site, id));
    const made = isAsked ? [...calls, 'createChangeset' as const] : calls;
    for (const access of [...made.map((id) => CALLS[id].access), ...needs]) {
      const lacking = lackingFor(held, access, site?.id);
      if (lacking) return formatLacking(lacking, site?.name);
    }
    for (const id of calls) {
      const refusal = goesAsRequest(site, id) ? undefined : directChangeRefusal(site, id);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

/** Reads the user's permissions. If that fails, only the service checks. */
export async function guardCalls(): Promise<void> {
  const held = await fetchCall('getHeldAccess', {}).catch(() => undefined);
  callGuard.set(held && createAccessGuard(held));
}
