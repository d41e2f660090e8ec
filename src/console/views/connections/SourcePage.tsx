import { useCallback } from 'react';
import { useParams } from 'wouter';
import { useSite } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { goTo } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { paths } from '../../app/paths.ts';
import { useSiteOf } from '../../app/site-of-screen.ts';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import { useOpenRow } from '../../parts/list-table/use-list-cursor.ts';
import { NotRead } from '../../parts/not-read/NotRead.tsx';
import { useDelete } from './ConnectionsView.tsx';
import { SourceDetail } from './SourceDetail.tsx';
import './scope.ts';

/** One source by its address (R2.1-11). */
export default function SourcePage() {
  const { sourceId = '' } = useParams<{ sourceId: string }>();
  const site = useSite();
  const query = useCall('getSource', { path: { id: sourceId } }, { isSuppressed: true });
  const { templates } = useTemplates('source', site.id);
  const source = query.data?.source;
  const isOfOtherSite = useSiteOf(source?.siteId);
  const leave = useCallback(() => goTo(paths.sources()), []);
  const remove = useDelete('source', leave);
  usePage(source?.name);
  useOpenRow('sources', sourceId);

  if (query.error)
    return (
      <NotRead what="source" listId="go.sources" error={query.error} onRetry={() => void query.refetch()} />
    );
  if (!source || isOfOtherSite || templates.length === 0) return null;
  return (
    <SourceDetail
      source={source}
      templates={templates}
      remove={remove}
      onClose={(id) => (id === undefined ? leave() : void query.refetch())}
    />
  );
}
