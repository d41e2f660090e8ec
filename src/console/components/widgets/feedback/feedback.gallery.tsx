import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { FullPageMessage } from './full-page-message.tsx';
import { Skeleton } from './skeleton.tsx';

export default {
  title: 'Feedback',
  states: [
    { name: 'skeleton', render: () => <Skeleton label="pipelines" width={240} /> },
    {
      name: 'skeleton of many lines',
      render: () => (
        <div style={{ display: 'grid', gap: 12 }}>
          {[90, 70, 80, 50].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      ),
    },
    {
      name: 'empty',
      render: () => (
        <EmptyState title="No sources" icon="source" action={<Button icon="plus">Add source</Button>}>
          A source receives events and hands them to its pipelines.
        </EmptyState>
      ),
    },
    { name: 'empty without an act', render: () => <EmptyState title="No data found" /> },
    {
      name: 'error with Retry',
      render: () => (
        <ErrorPanel
          title="The pipelines could not be read"
          cause="The service did not answer in time"
          resolution="See whether the service runs, then try again."
          onRetry={() => undefined}
          retryKeys="r"
        />
      ),
    },
    {
      name: 'error with a long cause',
      render: () => (
        <ErrorPanel
          title="The chart could not be drawn"
          cause={`ENOENT: /var/lib/${'penstock-data/'.repeat(30)}`}
        />
      ),
    },
    {
      name: 'live channel lost',
      render: () => <ConnectionMark staleSince={new Date(2026, 0, 21, 14, 32).getTime()} />,
    },
    {
      name: 'paused',
      render: () => <ConnectionMark pausedAt={new Date(2026, 0, 21, 14, 32).getTime()} />,
    },
    {
      name: 'full page',
      isAlone: true,
      render: () => (
        <FullPageMessage title="Not Authorized">
          You have no access. Contact the administrator or support.
        </FullPageMessage>
      ),
    },
    {
      name: 'full page with Reload',
      isAlone: true,
      render: () => (
        <FullPageMessage title="Something went wrong!" onReload={() => undefined}>
          The sites could not be read. Reload the page, or try again later.
        </FullPageMessage>
      ),
    },
  ],
} satisfies GalleryPage;
