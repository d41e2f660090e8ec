import { useCallback } from 'react';
import { useParams } from 'wouter';
import { useSite } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { goTo } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { paths } from '../../app/paths.ts';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import { useOpenRow } from '../../parts/list-table/use-list-cursor.ts';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
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
  const leave = useCallback(() => goTo(paths.sources()), []);
  const remove = useDelete('source', leave);
  usePage(source?.name);
  useOpenRow('sources', sourceId);

  if (query.error) {
    return (
      <ErrorPanel
        title="The source could not be read"
        cause={query.error.message}
        resolution="It may have been deleted. Go back to the list of sources."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!source || templates.length === 0) return null;
  return (
    <SourceDetail
      source={source}
      templates={templates}
      remove={remove}
      onClose={(id) => (id === undefined ? leave() : void query.refetch())}
    />
  );
}
