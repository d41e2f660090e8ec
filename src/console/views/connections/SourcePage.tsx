import { useCallback } from 'react';
import { useParams } from 'wouter';
import { useSite } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { goTo } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { paths } from '../../app/paths.ts';
import { useSiteOf } from '../../app/site-of-screen.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import { useOpenRow } from '../../parts/list-table/use-list-cursor.ts';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { useDelete } from './ConnectionsView.tsx';
import { SourceDetail } from './SourceDetail.tsx';
import * as css from './source.css.ts';
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

  if (query.error) {
    // An id that is none names nothing either; asking again does not make it.
    const isGone = query.error.status === 404 || query.error.status === 400;
    return (
      <div className={css.failed}>
        {isGone ? (
          <ErrorPanel
            title="There is no such source"
            cause={query.error.message}
            resolution={
              <div className={css.wayOut}>
                It may have been deleted, or the link is not complete. Open one from the list.
                <CommandButton id="go.sources" />
              </div>
            }
          />
        ) : (
          <ErrorPanel
            title="The source could not be read"
            cause={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
      </div>
    );
  }
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
