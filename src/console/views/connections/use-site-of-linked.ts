import { useCall } from '../../api/use-call.ts';
import { useSiteOf } from '../../app/site-of-screen.ts';

/**
 * Takes the site of the destination that an address names and the list of the selected site does not hold: a link
 * leads to it from whatever site one works in (R2.1-81).
 * @param id undefined where the list holds it, or is being read
 */
export function useSiteOfLinked(id: string | undefined): void {
  const { data } = useCall(
    'getSink',
    { path: { id: id ?? '' } },
    { isSuppressed: true, enabled: id !== undefined },
  );
  useSiteOf(id === undefined ? undefined : data?.sink.siteId);
}
