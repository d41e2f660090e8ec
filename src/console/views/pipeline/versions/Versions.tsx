import { Suspense } from 'react';
import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { lazyCode } from '../../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../widgets/lazy/popup-boundary.tsx';
import type { VersionList } from './HistoryList.tsx';
import type { History } from './use-history.ts';

const area = lazyCode(() => import('./VersionsArea.tsx'));
const dialog = lazyCode(() => import('./RestoreDialog.tsx'));

type VersionsProps = {
  pipeline: Pipeline;
  draft: Draft;
  list: VersionList;
  shownVersion: number;
  templates: readonly Template[];
  isOutline: boolean;
  history: History;
};

/** The history beside the graph, or instead of it while two versions are compared; its code comes with it. */
export const Versions = (props: VersionsProps) => (
  <Suspense fallback={null}>
    <area.Component {...props} />
  </Suspense>
);

type RestoreProps = Pick<VersionsProps, 'pipeline' | 'templates' | 'history'> & {
  onRestored: (version: number) => void;
};

/** The dialog of a restore, while one is asked for. */
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
