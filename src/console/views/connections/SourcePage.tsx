import { useCallback, useMemo } from 'react';
import { useParams } from 'wouter';
import { useSite } from '../../actors/sites.ts';
import { useCall } from '../../api/use-call.ts';
import { goTo } from '../../app/location.tsx';
import { usePage } from '../../app/page.ts';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { ConnectionForm } from '../../parts/connection-form/ConnectionForm.tsx';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import * as list from '../../parts/list-page.css.ts';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { existingOf, useDelete } from './ConnectionsView.tsx';
import { ConnectionStatus } from './columns.tsx';
import { SourceFacts } from './SourceFacts.tsx';
import * as css from './source.css.ts';
import './scope.ts';

/** One source: what it does now and where to send to, beside its configuration (R2.1-11, R2.1-12). */
export default function SourcePage() {
  const { sourceId = '' } = useParams<{ sourceId: string }>();
  const site = useSite();
  const { actors } = useCommandContext();
  const query = useCall('getSource', { path: { id: sourceId } }, { isSuppressed: true });
  const { templates } = useTemplates('source', site.id);
  const source = query.data?.source;
  const leave = useCallback(() => goTo(paths.sources()), []);
  const remove = useDelete('source', leave);
  usePage(source?.name);
  // The same list as long as the source is the same: what is published must not change with each drawing.
  const connections = useMemo(() => (source ? [source] : []), [source]);
  usePublishScope('sources.list', {
    kind: 'source',
    current: source,
    connections,
    remove,
  });

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
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>{source.name}</h1>
        <ConnectionStatus connection={source} />
        <span className={list.push}>
          <CommandButton id="source.delete" variant="danger" />
        </span>
      </header>
      <div className={list.body}>
        <SourceFacts source={source} />
        <div className={css.form}>
          <ConnectionForm
            key={`${source.id} ${source.revision}`}
            kind="source"
            siteId={site.id}
            templates={templates}
            existing={existingOf(source)}
            notify={actors.notify}
            onClose={(id) => (id === undefined ? leave() : void query.refetch())}
          />
        </div>
      </div>
    </div>
  );
}
