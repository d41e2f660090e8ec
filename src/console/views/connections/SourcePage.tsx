import { useCallback } from 'react';
import { useParams } from 'wouter';
import { useCall } from '../../api/use-call.ts';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { useOpenRow } from '../../components/list-table/use-list-cursor.ts';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import { useDelete } from './ConnectionsPage.tsx';
import { SourceDetail } from './SourceDetail.tsx';
import './scope.ts';

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
