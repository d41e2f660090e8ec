import { Suspense } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../components/widgets/lazy/popup-boundary.tsx';
import type { VersionList } from './HistoryList.tsx';
import type { History } from './use-history.ts';

const area = createLazyCode(() => import('./VersionsArea.tsx'));
const dialog = createLazyCode(() => import('./RestoreDialog.tsx'));

type VersionsProps = {
  pipeline: Pipeline;
  draft: Draft;
  list: VersionList;
  shownVersion: number;
  templates: readonly Template[];
  isOutline: boolean;
  history: History;
};

/** Lazy-loaded. Beside the graph, or in place of it while two versions are compared. */
export const Versions = (props: VersionsProps) => (
  <Suspense fallback={null}>
    <area.Component {...props} />
  </Suspense>
);

type RestoreProps = Pick<VersionsProps, 'pipeline' | 'templates' | 'history'> & {
  onRestored: (version: number) => void;
};

export function Restore({ pipeline, templates, history, onRestored }: RestoreProps) {
  const { restoring, endRestore } = history;
  if (restoring === undefined) return null;
  return (
    <PopupBoundary isOpen onFailed={endRestore}>
      <dialog.Component
        key={restoring}
        pipeline={pipeline}
        version={restoring}
        templates={templates}
        onRestored={onRestored}
        onClose={endRestore}
      />
    </PopupBoundary>
  );
}
