import { useEffect } from 'react';
import type { DraftChange } from '../../../contract/entities/changeset.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { collected } from '../../state/request-draft.ts';
import { useSites } from '../../state/sites.ts';
import * as css from './draft-mark.css.ts';

const NONE: readonly DraftChange[] = [];

/** Number of changes collected for the next pull request; nothing at zero. */
export default function DraftMark() {
  const { site } = useSites();
  const { data } = useCall(
    'getChangesetDraft',
    { query: { siteId: site?.id ?? '' } },
    { enabled: takesRequests(site), isSuppressed: true },
  );
  const changes = (takesRequests(site) && data?.changes) || NONE;
  useEffect(() => collected.set(changes), [changes]);
  useEffect(() => () => collected.set(NONE), []);
  if (changes.length === 0) return null;
  const to = paths.pullRequests();
  return (
    <a
      href={to}
      className={css.mark}
      title={`${counted(changes.length, 'change')} in your draft of a pull request`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(to);
      }}
    >
      Draft <CountBadge exact count={changes.length} label="changes" />
    </a>
  );
}
